package io.tutti.plugins.mariadb;

import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.spi.advice.Premise;
import java.util.Set;

/** How one MariaDB server is set to apply, and the statements that would change it. */
record AppliedSettings(InstanceState server) {
  static final String THREADS = "slave_parallel_threads";
  static final String MODE = "slave_parallel_mode";

  private static final Set<String> OPTIMISTIC = Set.of("optimistic", "aggressive");

  ServerVersion version() {
    return server.version().version();
  }

  boolean isMariaDb() {
    return server.version().flavor().startsWith("mariadb");
  }

  Observed<Long> workers() {
    return server.parallel().workers();
  }

  Observed<String> mode() {
    return server.parallel().mode();
  }

  Premise hasWorkers() {
    return Premise.given(workers(), count -> count > 0);
  }

  Premise appliesOptimistically() {
    return hasWorkers().and(mode(), OPTIMISTIC::contains);
  }

  /** 10.0 has no modes and does what later releases call conservative. */
  Premise appliesConservatively() {
    return hasWorkers()
        .and(
            mode() instanceof Observed.Absent
                ? Premise.given(version().isBefore(10, 1, 3))
                : Premise.given(mode(), "conservative"::equals));
  }

  /** MariaDB keeps no value by itself. */
  static String set(String assignment) {
    return "SET GLOBAL " + assignment + " (and in the option file)";
  }

  /**
   * For variables that are taken only while no applier runs; the receivers may run on, so that
   * nothing is fetched twice.
   */
  static String setWithAppliersStopped(String assignment) {
    return "STOP ALL SLAVES SQL_THREAD; " + set(assignment) + "; START ALL SLAVES SQL_THREAD";
  }
}
