package io.tutti.plugins.mysql;

import io.tutti.model.InstanceState;
import io.tutti.model.ServerVersion;
import io.tutti.spi.knob.ApplierScheme;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the workers of a replica can share the work. One that has workers keeps its order of commits;
 * one that has none yet gets the order of the source wherever the release can, so that no
 * transaction is ever seen before one that it follows.
 */
record MySqlSchemes(InstanceState replica) {
  private static final String DATABASE = "DATABASE";
  private static final String CLOCK = "LOGICAL_CLOCK";

  List<ApplierScheme> all() {
    ServerVersion version = replica.version().version();
    if (version.isBefore(5, 7, 2)) {
      return List.of(ApplierScheme.of("database", Map.of()));
    }
    boolean isParallel =
        replica.parallel().workers().asOptional().filter(count -> count > 1).isPresent();
    if (!isParallel) {
      return List.of(clock(version, canKeepOrder(version)));
    }
    return replica.parallel().mode().is(DATABASE)
        ? List.of(
            ApplierScheme.of("database", Map.of(MySqlKnobs.PARALLEL_TYPE, DATABASE)),
            clock(version, keepsOrder()))
        : List.of(clock(version, keepsOrder()));
  }

  private boolean keepsOrder() {
    return replica.parallel().preservesCommitOrder().is(true);
  }

  private boolean canKeepOrder(ServerVersion version) {
    boolean logs =
        replica.binlog().enabled().is(true) && replica.binlog().logsReplicatedWrites().is(true);
    return version.isAtLeast(8, 0, 19) || (version.isAtLeast(5, 7, 5) && logs);
  }

  private static ApplierScheme clock(ServerVersion version, boolean isOrdered) {
    SortedMap<String, String> settings = new TreeMap<>();
    if (version.isBefore(9, 7, 0)) {
      settings.put(MySqlKnobs.PARALLEL_TYPE, CLOCK);
    }
    if (version.isAtLeast(5, 7, 5)) {
      settings.put(MySqlKnobs.PRESERVE_ORDER, isOrdered ? "ON" : "OFF");
    }
    return new ApplierScheme(isOrdered ? "logical-clock-ordered" : "logical-clock", settings);
  }
}
