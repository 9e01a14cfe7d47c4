package io.tutti.plugins.mysql84;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.ServerVersion;
import io.tutti.spi.Detection;
import io.tutti.spi.Greeting;
import io.tutti.spi.ServerBanner;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MySql84ProviderTest {
  private final MySql84Provider provider = new MySql84Provider();

  @ParameterizedTest
  @ValueSource(strings = {"8.4.0", "8.4.6-log", "9.0.1", "9.7.4-2", "26.10.0", "27.1.0"})
  void takesLongTermInnovationAndCalendarReleases(String version) {
    assertThat(detect(version)).isInstanceOf(Detection.Claimed.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5.7.44", "8.0.46", "8.3.0"})
  void leavesOlderOnesToTheirPlugins(String version) {
    assertThat(detect(version)).isInstanceOf(Detection.Declined.class);
  }

  @Test
  void grantsAreTheLeastThatItsStatementsNeed() {
    assertThat(provider.monitoringGrants(ServerVersion.parse("9.7.4"), "'tutti'@'%'"))
        .containsExactly(
            "GRANT REPLICATION CLIENT ON *.* TO 'tutti'@'%'",
            "GRANT SELECT ON performance_schema.replication_connection_configuration TO"
                + " 'tutti'@'%'",
            "GRANT SELECT ON performance_schema.replication_connection_status TO 'tutti'@'%'",
            "GRANT SELECT ON performance_schema.persisted_variables TO 'tutti'@'%'",
            "GRANT SELECT ON performance_schema.variables_info TO 'tutti'@'%'",
            "GRANT SELECT ON performance_schema.replication_applier_status_by_worker TO"
                + " 'tutti'@'%'",
            "GRANT SELECT ON performance_schema.threads TO 'tutti'@'%'",
            "GRANT SELECT ON mysql.slave_worker_info TO 'tutti'@'%'",
            "GRANT REPLICATION SLAVE ON *.* TO 'tutti'@'%'",
            "GRANT XA_RECOVER_ADMIN ON *.* TO 'tutti'@'%'",
            "GRANT SELECT ON performance_schema.table_io_waits_summary_by_index_usage TO 'tutti'@'%'",
            "GRANT PROCESS ON *.* TO 'tutti'@'%'",
            "GRANT SELECT ON performance_schema.error_log TO 'tutti'@'%'");
  }

  @Test
  void connectsToItsOwnFamilyOnly() {
    assertThat(provider.canConnect(new Greeting("9.7.4", true, "caching_sha2_password"))).isTrue();
    assertThat(provider.canConnect(new Greeting("5.5.5-10.11.5-MariaDB", true, ""))).isFalse();
  }

  private Detection detect(String version) {
    return provider.detect(
        new ServerBanner(version, "", Map.of("version", version, "server_uuid", "u")));
  }
}
