package io.tutti.gtid;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The transactions a MySQL server enumerates in gtid_executed, gtid_purged or Retrieved_Gtid_Set:
 * for each UUID and tag, sorted intervals that neither overlap nor touch.
 *
 * <p>Canonical text: {@code uuid:1-5:7:tag:1-3,uuid:...} with UUIDs in lower case and byte order,
 * the untagged intervals of a UUID first, then its tags in byte order. That is what MySQL 8 prints,
 * less the line break it puts after each comma.
 *
 * <p>A group is one UUID and tag. The set is five flat arrays instead of a map of lists: a set of
 * 18,000 UUIDs is re-read on every poll, and this way costs a handful of objects.
 */
public final class MySqlGtidSet implements GtidSet {

  /** The set without transactions, which a fresh server reports as an empty text. */
  public static final MySqlGtidSet EMPTY =
      new MySqlGtidSet(new long[0], new long[0], new String[0], new int[0], new long[0]);

  /**
   * Consecutive transactions of one UUID and tag.
   *
   * @param tag {@code ""} when untagged
   * @param last inclusive, not below {@code first}
   */
  public record Range(UUID uuid, String tag, long first, long last) {

    @Override
    public String toString() {
      String prefix = tag.isEmpty() ? uuid + ":" : uuid + ":" + tag + ":";
      return first == last ? prefix + first : prefix + first + "-" + last;
    }
  }

  // Per group, in canonical order. UUIDs are compared unsigned: UUID.compareTo is not.
  private final long[] uuidHigh;
  private final long[] uuidLow;
  private final String[] tags;

  /** Per group, the index after its last element of {@link #bounds}. */
  private final int[] ends;

  /** First and last number of each interval, by turns; both inclusive. */
  private final long[] bounds;

  /** Takes over the arrays, which {@link MySqlGtidSetBuilder} has made canonical. */
  MySqlGtidSet(long[] uuidHigh, long[] uuidLow, String[] tags, int[] ends, long[] bounds) {
    this.uuidHigh = uuidHigh;
    this.uuidLow = uuidLow;
    this.tags = tags;
    this.ends = ends;
    this.bounds = bounds;
  }

  /**
   * Reads what servers print and operators type: any case, blanks and line breaks, single numbers,
   * tags, and UUIDs and intervals in any order, repeated or overlapping. Stricter than the server
   * in one thing: an interval that ends before it starts is refused, where MySQL 9.7 silently takes
   * it for nothing.
   *
   * @throws IllegalArgumentException naming the offset and what was expected there
   */
  public static MySqlGtidSet parse(String text) {
    return new MySqlGtidParser("MySQL GTID set", text).set();
  }

  /** The set of these transactions. */
  public static MySqlGtidSet of(MySqlGtid... gtids) {
    var builder = new MySqlGtidSetBuilder(gtids.length);
    for (MySqlGtid gtid : gtids) {
      UUID uuid = gtid.uuid();
      builder.group(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits(), gtid.tag());
      builder.add(gtid.number(), gtid.number());
    }
    return builder.build();
  }

  @Override
  public MySqlGtidSet union(GtidSet other) {
    MySqlGtidSet right = require(other);
    var builder = new MySqlGtidSetBuilder(Math.max(groupCount(), right.groupCount()));
    MySqlGtidSweep.run(
        this, right, (side, owner, group, first, last) -> builder.add(owner, group, first, last));
    return builder.build();
  }

  @Override
  public MySqlGtidSet with(Gtid gtid) {
    return union(of(require(gtid)));
  }

  /** Exactly the transactions that are in both sets. */
  public MySqlGtidSet intersect(GtidSet other) {
    return filter(require(other), MySqlGtidSweep.Side.BOTH);
  }

  /** Exactly the transactions of this set that {@code other} lacks. */
  @Override
  public MySqlGtidSet minus(GtidSet other) {
    return filter(require(other), MySqlGtidSweep.Side.LEFT);
  }

  private MySqlGtidSet filter(MySqlGtidSet right, MySqlGtidSweep.Side wanted) {
    // Differences are mostly small even between huge sets, so start small.
    var builder = new MySqlGtidSetBuilder(1);
    MySqlGtidSweep.run(
        this,
        right,
        (side, owner, group, first, last) -> {
          if (side == wanted) {
            builder.add(owner, group, first, last);
          }
        });
    return builder.build();
  }

  @Override
  public boolean contains(GtidSet other) {
    return relationTo(require(other)).isCovering();
  }

  @Override
  public boolean containsGtid(Gtid gtid) {
    MySqlGtid wanted = require(gtid);
    int group = findGroup(wanted);
    if (group < 0) {
      return false;
    }
    // Pairs are disjoint and ascending, so all bounds are: a hit is either a bound or inside one.
    int at = Arrays.binarySearch(bounds, begin(group), end(group), wanted.number());
    return at >= 0 || ((-at - 1 - begin(group)) & 1) == 1;
  }

  private int findGroup(MySqlGtid wanted) {
    long high = wanted.uuid().getMostSignificantBits();
    long low = wanted.uuid().getLeastSignificantBits();
    int from = 0;
    int to = groupCount() - 1;
    while (from <= to) {
      int middle = (from + to) >>> 1;
      int order = compareUuids(uuidHigh[middle], uuidLow[middle], high, low);
      order = order != 0 ? order : tags[middle].compareTo(wanted.tag());
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        from = middle + 1;
      } else {
        to = middle - 1;
      }
    }
    return -1;
  }

  @Override
  public boolean isEmpty() {
    return ends.length == 0;
  }

  @Override
  public GtidRelation relationTo(GtidSet other) {
    if (!(other instanceof MySqlGtidSet right)) {
      return GtidRelation.INCOMPARABLE;
    }
    boolean[] occupied = new boolean[MySqlGtidSweep.Side.values().length];
    MySqlGtidSweep.run(
        this, right, (side, owner, group, first, last) -> occupied[side.ordinal()] = true);
    return GtidRelation.of(
        occupied[MySqlGtidSweep.Side.LEFT.ordinal()],
        occupied[MySqlGtidSweep.Side.RIGHT.ordinal()],
        occupied[MySqlGtidSweep.Side.BOTH.ordinal()]);
  }

  @Override
  public OptionalLong countBeyond(GtidSet other) {
    return minus(other).transactionCount();
  }

  @Override
  public OptionalLong transactionCount() {
    long count = 0;
    for (int i = 0; i < bounds.length; i += 2) {
      count += bounds[i + 1] - bounds[i] + 1;
      if (count < 0) {
        return OptionalLong.of(Long.MAX_VALUE);
      }
    }
    return OptionalLong.of(count);
  }

  /**
   * The holes between the intervals of each UUID and tag. What is missing before the first interval
   * is no hole: a set may begin anywhere.
   */
  @Override
  public MySqlGtidSet gaps() {
    var builder = new MySqlGtidSetBuilder(1);
    for (int group = 0; group < groupCount(); group++) {
      for (int i = begin(group) + 2; i < end(group); i += 2) {
        builder.add(this, group, bounds[i - 1] + 1, bounds[i] - 1);
      }
    }
    return builder.build();
  }

  @Override
  public List<String> origins() {
    return ranges().stream().map(range -> range.uuid().toString()).distinct().toList();
  }

  @Override
  public MySqlGtidSet from(String origin) {
    return from(UUID.fromString(origin));
  }

  @Override
  public MySqlGtidSet writtenBy(Optional<String> uuid, long serverId) {
    return uuid.map(this::from).orElse(EMPTY);
  }

  /** The transactions of this UUID, under all tags. */
  public MySqlGtidSet from(UUID uuid) {
    long high = uuid.getMostSignificantBits();
    long low = uuid.getLeastSignificantBits();
    var builder = new MySqlGtidSetBuilder(1);
    for (int group = 0; group < groupCount(); group++) {
      if (uuidHigh[group] == high && uuidLow[group] == low) {
        for (int i = begin(group); i < end(group); i += 2) {
          builder.add(this, group, bounds[i], bounds[i + 1]);
        }
      }
    }
    return builder.build();
  }

  /** The intervals in canonical order. */
  public List<Range> ranges() {
    List<Range> ranges = new ArrayList<>(bounds.length / 2);
    for (int group = 0; group < groupCount(); group++) {
      UUID uuid = new UUID(uuidHigh[group], uuidLow[group]);
      for (int i = begin(group); i < end(group); i += 2) {
        ranges.add(new Range(uuid, tags[group], bounds[i], bounds[i + 1]));
      }
    }
    return List.copyOf(ranges);
  }

  int groupCount() {
    return ends.length;
  }

  long uuidHigh(int group) {
    return uuidHigh[group];
  }

  long uuidLow(int group) {
    return uuidLow[group];
  }

  String tag(int group) {
    return tags[group];
  }

  /** Index of the first bound of a group. */
  int begin(int group) {
    return group == 0 ? 0 : ends[group - 1];
  }

  /** Index after the last bound of a group. */
  int end(int group) {
    return ends[group];
  }

  long bound(int index) {
    return bounds[index];
  }

  int compareGroup(int group, MySqlGtidSet other, int otherGroup) {
    int order =
        compareUuids(
            uuidHigh[group], uuidLow[group], other.uuidHigh[otherGroup], other.uuidLow[otherGroup]);
    return order != 0 ? order : tags[group].compareTo(other.tags[otherGroup]);
  }

  /** Byte order, which is the order of the printed text and of the server's memcmp. */
  static int compareUuids(long highA, long lowA, long highB, long lowB) {
    int order = Long.compareUnsigned(highA, highB);
    return order != 0 ? order : Long.compareUnsigned(lowA, lowB);
  }

  private static MySqlGtidSet require(GtidSet other) {
    if (other instanceof MySqlGtidSet set) {
      return set;
    }
    throw new IllegalArgumentException(
        "a MySQL GTID set cannot be combined with the MariaDB set \"" + other + "\"");
  }

  private static MySqlGtid require(Gtid other) {
    if (other instanceof MySqlGtid gtid) {
      return gtid;
    }
    throw new IllegalArgumentException(
        "a MySQL GTID set cannot be asked about the MariaDB GTID " + other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MySqlGtidSet set
        && Arrays.equals(bounds, set.bounds)
        && Arrays.equals(ends, set.ends)
        && Arrays.equals(uuidHigh, set.uuidHigh)
        && Arrays.equals(uuidLow, set.uuidLow)
        && Arrays.equals(tags, set.tags);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Arrays.hashCode(bounds) + Arrays.hashCode(uuidHigh)) + Arrays.hashCode(tags);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(64 * groupCount());
    for (int group = 0; group < groupCount(); group++) {
      boolean isNewUuid =
          group == 0
              || uuidHigh[group] != uuidHigh[group - 1]
              || uuidLow[group] != uuidLow[group - 1];
      if (isNewUuid) {
        text.append(group == 0 ? "" : ",").append(new UUID(uuidHigh[group], uuidLow[group]));
      }
      if (!tags[group].isEmpty()) {
        text.append(':').append(tags[group]);
      }
      for (int i = begin(group); i < end(group); i += 2) {
        text.append(':').append(bounds[i]);
        if (bounds[i + 1] != bounds[i]) {
          text.append('-').append(bounds[i + 1]);
        }
      }
    }
    return text.toString();
  }
}
