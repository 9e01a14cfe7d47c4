package io.tutti.plugins.mysql56;

import io.tutti.model.ServerVersion;
import io.tutti.plugins.mysql.LagReading;
import io.tutti.plugins.mysql.MySqlFlavor;
import io.tutti.plugins.mysql.MySqlFlavorProvider;
import io.tutti.plugins.mysql.ProcesslistWorkers;
import io.tutti.plugins.mysql.ReplicationTerms;
import io.tutti.spi.Capability;
import java.util.Set;

/** MySQL 5.6: workers for each schema, their state in the processlist only. */
public final class MySql56Provider extends MySqlFlavorProvider {
  public MySql56Provider() {
    super(
        new MySqlFlavor(
            "mysql-5.6",
            "MySQL 5.6",
            version -> version.isAtLeast(5, 6, 0) && version.isBefore(5, 7, 0),
            ServerVersion.parse("5.6.51"),
            Set.of(
                Capability.UUID_GTID,
                Capability.WORKER_STATE,
                Capability.WORKER_CHECKPOINTS,
                Capability.RELAY_LOG_INFO_RESET),
            version -> ReplicationTerms.SLAVE,
            new ProcesslistWorkers(),
            LagReading.byHeartbeatOrSeconds()));
  }
}
