package io.tutti.plugins.mysql84;

import io.tutti.model.ServerVersion;
import io.tutti.plugins.mysql.LagReading;
import io.tutti.plugins.mysql.MySqlFlavor;
import io.tutti.plugins.mysql.MySqlFlavorProvider;
import io.tutti.plugins.mysql.ReplicationTerms;
import io.tutti.plugins.mysql.TableWorkers;
import io.tutti.spi.Capability;
import java.util.Set;

/** MySQL 8.4 and later: the old statements are gone. */
public final class MySql84Provider extends MySqlFlavorProvider {
  /** Oracle numbers releases by year and month from 2026 on: 26.1, 26.10. */
  private static final int FIRST_YEAR = 26;

  public MySql84Provider() {
    super(
        new MySqlFlavor(
            "mysql-8.4",
            "MySQL 8.4, 9.x and releases numbered by year from 26.1",
            MySql84Provider::isTaken,
            ServerVersion.parse("9.7.4"),
            Set.of(
                Capability.MULTI_SOURCE,
                Capability.UUID_GTID,
                Capability.WORKER_STATE,
                Capability.WORKER_CHECKPOINTS,
                Capability.COMMIT_TIMESTAMPS,
                Capability.SUPER_READ_ONLY,
                Capability.OFFLINE_MODE,
                Capability.PERSISTED_SETTINGS,
                Capability.CLONE,
                Capability.APPLIER_WAITS),
            version -> ReplicationTerms.SOURCE,
            TableWorkers.withCommitTimestamps(),
            LagReading.byCommitTimestamps()));
  }

  private static boolean isTaken(ServerVersion version) {
    boolean isNumberedByRelease = version.isAtLeast(8, 4, 0) && version.isBefore(10, 0, 0);
    boolean isNumberedByYear = version.major() >= FIRST_YEAR;
    return isNumberedByRelease || isNumberedByYear;
  }
}
