package io.tutti.plugins.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.spi.AckSetting;
import io.tutti.spi.AckTerms;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AckStatementsTest {
  private static final AckSetting ASKING =
      AckSetting.asking(
          new AckTerms(
              Optional.of(Duration.ofSeconds(7)),
              Optional.of(2L),
              Optional.of(true),
              Optional.of(false)));

  @Test
  void onlyVariablesThatTheServerHasAreSet() {
    assertThat(
            AckStatements.of(
                ASKING.withAcknowledges(true),
                Set.of(
                    "rpl_semi_sync_master_enabled",
                    "rpl_semi_sync_master_timeout",
                    "rpl_semi_sync_master_wait_no_slave",
                    "rpl_semi_sync_slave_enabled")))
        .containsExactly(
            "SET GLOBAL rpl_semi_sync_master_timeout = 7000",
            "SET GLOBAL rpl_semi_sync_master_wait_no_slave = OFF",
            "SET GLOBAL rpl_semi_sync_master_enabled = ON",
            "SET GLOBAL rpl_semi_sync_slave_enabled = ON");
  }

  @Test
  void newerPluginsHaveOtherNames() {
    assertThat(
            AckStatements.of(
                ASKING,
                Set.of(
                    "rpl_semi_sync_source_enabled",
                    "rpl_semi_sync_source_timeout",
                    "rpl_semi_sync_source_wait_for_replica_count",
                    "rpl_semi_sync_source_wait_point")))
        .containsExactly(
            "SET GLOBAL rpl_semi_sync_source_timeout = 7000",
            "SET GLOBAL rpl_semi_sync_source_wait_for_replica_count = 2",
            "SET GLOBAL rpl_semi_sync_source_wait_point = 'AFTER_SYNC'",
            "SET GLOBAL rpl_semi_sync_source_enabled = ON");
    assertThat(AckStatements.of(ASKING, Set.of())).isEmpty();
  }
}
