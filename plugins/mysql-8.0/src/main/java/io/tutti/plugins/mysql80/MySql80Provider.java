package io.tutti.plugins.mysql80;

import io.tutti.model.ServerVersion;
import io.tutti.plugins.mysql.LagReading;
import io.tutti.plugins.mysql.MySqlFlavor;
import io.tutti.plugins.mysql.MySqlFlavorProvider;
import io.tutti.plugins.mysql.ReplicationTerms;
import io.tutti.plugins.mysql.TableWorkers;
import io.tutti.spi.Capability;
import java.util.Set;

/** MySQL 8.0, and the short-lived 8.1 to 8.3, which still take the old statements. */
public final class MySql80Provider extends MySqlFlavorProvider {
  public MySql80Provider() {
    super(
        new MySqlFlavor(
            "mysql-8.0",
            "MySQL 8.0 to 8.3",
            version -> version.isAtLeast(8, 0, 0) && version.isBefore(8, 4, 0),
            ServerVersion.parse("8.0.46"),
            Set.of(
                Capability.MULTI_SOURCE,
                Capability.UUID_GTID,
                Capability.WORKER_STATE,
                Capability.WORKER_CHECKPOINTS,
                Capability.COMMIT_TIMESTAMPS,
                Capability.SUPER_READ_ONLY,
                Capability.OFFLINE_MODE,
                Capability.PERSISTED_SETTINGS,
                Capability.CLONE),
            version ->
                version.isAtLeast(8, 0, 22) ? ReplicationTerms.REPLICA : ReplicationTerms.SLAVE,
            TableWorkers.withCommitTimestamps(),
            LagReading.byCommitTimestamps()));
  }
}
