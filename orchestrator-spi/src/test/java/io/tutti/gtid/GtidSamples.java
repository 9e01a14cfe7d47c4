package io.tutti.gtid;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;

/**
 * Random GTID sets from universes small enough to enumerate, so that sets collide often and a naive
 * {@code Set<Gtid>} can be the model.
 */
final class GtidSamples {

  private static final int SEEDS = 300;

  /** The second and third differ in the sign bit, where signed and unsigned order disagree. */
  private static final List<UUID> UUIDS =
      List.of(
          UUID.fromString("00000000-0000-0000-0000-000000000001"),
          UUID.fromString("3e11fa47-71ca-11e1-9e33-c80aa9429562"),
          UUID.fromString("ce11fa47-71ca-11e1-9e33-c80aa9429562"),
          UUID.fromString("3e11fa47-71ca-11e1-1e33-c80aa9429562"));

  private static final List<String> TAGS = List.of("", "backup", "_a");
  private static final int NUMBER_MAX = 12;

  private static final int DOMAINS = 3;
  private static final int SERVERS = 3;
  private static final int SEQUENCE_MAX = 6;

  private final Random random;

  GtidSamples(long seed) {
    this.random = new Random(seed);
  }

  static LongStream seeds() {
    return LongStream.range(0, SEEDS);
  }

  MySqlGtid mySqlGtid() {
    return new MySqlGtid(
        UUIDS.get(random.nextInt(UUIDS.size())),
        TAGS.get(random.nextInt(TAGS.size())),
        1 + random.nextInt(NUMBER_MAX));
  }

  Set<Gtid> mySqlModel() {
    Set<Gtid> model = new HashSet<>();
    int runs = random.nextInt(12);
    for (int i = 0; i < runs; i++) {
      MySqlGtid start = mySqlGtid();
      long end = Math.min(NUMBER_MAX, start.number() + random.nextInt(5));
      for (long n = start.number(); n <= end; n++) {
        model.add(new MySqlGtid(start.uuid(), start.tag(), n));
      }
    }
    return model;
  }

  MySqlGtidSet mySqlSet() {
    return mySqlSet(mySqlModel());
  }

  static MySqlGtidSet mySqlSet(Set<Gtid> model) {
    return MySqlGtidSet.of(model.toArray(MySqlGtid[]::new));
  }

  static List<MySqlGtid> mySqlUniverse() {
    List<MySqlGtid> universe = new ArrayList<>();
    for (UUID uuid : UUIDS) {
      for (String tag : TAGS) {
        for (long n = 1; n <= NUMBER_MAX + 1; n++) {
          universe.add(new MySqlGtid(uuid, tag, n));
        }
      }
    }
    return universe;
  }

  MariaDbGtid mariaDbGtid() {
    return new MariaDbGtid(
        random.nextInt(DOMAINS), 1 + random.nextInt(SERVERS), random.nextInt(SEQUENCE_MAX + 1));
  }

  MariaDbGtidSet mariaDbSet() {
    MariaDbGtid[] gtids = new MariaDbGtid[random.nextInt(7)];
    for (int i = 0; i < gtids.length; i++) {
      gtids[i] = mariaDbGtid();
    }
    return MariaDbGtidSet.of(gtids);
  }

  static List<MariaDbGtid> mariaDbUniverse() {
    List<MariaDbGtid> universe = new ArrayList<>();
    for (int domain = 0; domain < DOMAINS; domain++) {
      for (int server = 1; server <= SERVERS; server++) {
        for (int sequence = 0; sequence <= SEQUENCE_MAX; sequence++) {
          universe.add(new MariaDbGtid(domain, server, sequence));
        }
      }
    }
    return universe;
  }

  /** What a MariaDB list means, transaction by transaction. */
  static Set<Gtid> mariaDbModel(MariaDbGtidSet set) {
    Set<Gtid> model = new HashSet<>();
    for (MariaDbGtid candidate : mariaDbUniverse()) {
      boolean isImplied =
          set.gtids().stream()
              .anyMatch(listed ->
                  listed.domain() == candidate.domain()
                      && listed.sequence() > candidate.sequence());
      if (isImplied || set.gtids().contains(candidate)) {
        model.add(candidate);
      }
    }
    return model;
  }

  static GtidRelation relation(Set<Gtid> left, Set<Gtid> right) {
    if (left.equals(right)) {
      return GtidRelation.EQUAL;
    }
    if (right.containsAll(left)) {
      return GtidRelation.SUBSET;
    }
    if (left.containsAll(right)) {
      return GtidRelation.SUPERSET;
    }
    return left.stream().anyMatch(right::contains)
        ? GtidRelation.OVERLAPPING
        : GtidRelation.DISJOINT;
  }
}
