package io.tutti.plugins.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ServerVersion;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MySqlBackupGuideTest {
  /** As with {@code log_bin=100%done}. */
  @Test
  void aNameOfABinlogMayHoldAnything() {
    String said =
        new MySqlBackupGuide(ServerVersion.parse("5.7.22"))
            .attachBelow(
                InstanceAddress.parse("db1:3306"),
                Optional.of(new BinlogPosition("100%done'.000007", 4)))
            .statements()
            .getFirst();

    assertThat(said)
        .endsWith("MASTER_LOG_FILE='100%done''.000007', MASTER_LOG_POS=4, MASTER_AUTO_POSITION=0");
  }
}
