package io.tutti.plugins.mysql57;

import io.tutti.model.ServerVersion;
import io.tutti.plugins.mysql.LagReading;
import io.tutti.plugins.mysql.MySqlFlavor;
import io.tutti.plugins.mysql.MySqlFlavorProvider;
import io.tutti.plugins.mysql.ReplicationTerms;
import io.tutti.plugins.mysql.TableWorkers;
import io.tutti.spi.Capability;
import java.util.Set;

/** MySQL 5.7: channels, and a table of workers. */
public final class MySql57Provider extends MySqlFlavorProvider {
  public MySql57Provider() {
    super(
        new MySqlFlavor(
            "mysql-5.7",
            "MySQL 5.7",
            version -> version.isAtLeast(5, 7, 0) && version.isBefore(5, 8, 0),
            ServerVersion.parse("5.7.44"),
            Set.of(
                Capability.MULTI_SOURCE,
                Capability.UUID_GTID,
                Capability.WORKER_STATE,
                Capability.WORKER_CHECKPOINTS,
                Capability.SUPER_READ_ONLY,
                Capability.OFFLINE_MODE),
            version -> ReplicationTerms.SLAVE,
            TableWorkers.withLastSeenTransaction(),
            LagReading.byHeartbeatOrSeconds()));
  }
}
