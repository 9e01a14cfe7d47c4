package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A cluster as somebody may have it, and what befalls it: a function of the seed alone.
 *
 * @param traits what is set there, and what people did before
 * @param kills after how many milliseconds of a switchover, a failover and a rejoin the controller
 *     is killed; empty where it lives
 */
record RandomCluster(long seed, ServerRelease release, Set<Trait> traits, List<OptionalInt> kills) {
  private static final int KILL_MILLIS_MAX = 2_500;

  /** Those that can be discovered, switched over and failed over by name or position. */
  private static final List<ServerRelease> RELEASES =
      List.of(
          ServerRelease.MYSQL_5_6_14,
          ServerRelease.MYSQL_5_7_22,
          ServerRelease.MYSQL_8_0_15,
          ServerRelease.MYSQL_9_7,
          ServerRelease.MARIADB_10_2_11,
          ServerRelease.MARIADB_10_11_5,
          ServerRelease.MARIADB_11_4_5);

  /** One thing that people have. */
  enum Trait {
    /** Replicas find their place by log position. */
    BY_POSITION(4),
    /** The account of replicas is let in over TLS only. */
    TLS(3),
    SEMI_SYNC(3),
    /** An event inserts a row each second, in a schema with quotes in its name. */
    EVENT(4),
    ODD_DEFAULTS(4),
    /** The last replica applies some seconds late. */
    DELAYED(6),
    /** The last replica leaves a schema out. */
    FILTERED(6),
    /** The last replica has a row that its source never had. */
    ERRANT(6),
    /** A person has stopped the applier of the last replica. */
    STOPPED(6),
    /** The last replica has another channel, from a server of another cluster. */
    SECOND_CHANNEL(8),
    /** A transaction is prepared on the source, and nobody has ended it. */
    PREPARED(8),
    /** The controller fails over, and lets old sources rejoin, by itself. */
    BY_ITSELF(2),
    /** Nobody writes while the source dies, so the old one can come home. */
    QUIET(2),
    /** The source freezes where it would be killed, and goes on later. */
    FREEZES(4);

    private final int oneOf;

    Trait(int oneOf) {
      this.oneOf = oneOf;
    }

    boolean isPossible(ServerRelease release) {
      return switch (this) {
        // Their TLS is older than what the JDK speaks.
        case TLS ->
            release != ServerRelease.MYSQL_5_6_14
                && release != ServerRelease.MYSQL_5_7_22
                && release != ServerRelease.MARIADB_10_2_11;
        case SECOND_CHANNEL -> release.has(ServerFeature.MULTI_SOURCE);
        case SEMI_SYNC -> release.has(ServerFeature.SEMI_SYNC);
        default -> true;
      };
    }

    /** Whether an operation may be refused for it, or leave the last replica as it is. */
    boolean mayRefuse() {
      return switch (this) {
        case DELAYED, FILTERED, ERRANT, STOPPED, SECOND_CHANNEL, PREPARED -> true;
        default -> false;
      };
    }
  }

  RandomCluster {
    traits = Set.copyOf(traits);
    kills = List.copyOf(kills);
  }

  static RandomCluster draw(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ServerRelease release = RELEASES.get(random.nextInt(RELEASES.size()));
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    for (Trait trait : Trait.values()) {
      if (random.nextInt(trait.oneOf) == 0 && trait.isPossible(release)) {
        traits.add(trait);
      }
    }
    return new RandomCluster(
        seed, release, traits, List.of(kill(random), kill(random), kill(random)));
  }

  private static OptionalInt kill(SplittableRandom random) {
    int millis = random.nextInt(KILL_MILLIS_MAX);
    return random.nextInt(3) == 0 ? OptionalInt.of(millis) : OptionalInt.empty();
  }

  boolean has(Trait trait) {
    return traits.contains(trait);
  }

  boolean mayRefuse() {
    return traits.stream().anyMatch(Trait::mayRefuse);
  }

  String line() {
    return "seed %d on %s: %s; the controller is killed after %s ms"
        .formatted(
            seed,
            release.id(),
            traits.stream().sorted().toList(),
            kills.stream().map(each -> each.isPresent() ? "" + each.getAsInt() : "-").toList());
  }
}
