package io.tutti.plugins.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.ServerVersion;
import io.tutti.spi.Capability;
import io.tutti.spi.Detection;
import io.tutti.spi.ServerBanner;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MySqlRecognitionTest {
  private static final Map<String, String> MYSQL_57 =
      Map.of("version", "5.7.22-log", "server_uuid", "u", "innodb_version", "5.7.22");

  private final MySqlRecognition recognition =
      new MySqlRecognition(
          new MySqlFlavor(
              "mysql-5.7",
              "MySQL 5.7",
              version -> version.isAtLeast(5, 7, 0) && version.isBefore(5, 8, 0),
              ServerVersion.parse("5.7.44"),
              Set.of(Capability.UUID_GTID),
              version -> ReplicationTerms.SLAVE,
              new ProcesslistWorkers(),
              LagReading.byHeartbeatOrSeconds()));

  @Test
  void claimsByTheVariables() {
    assertThat(recognition.detect(new ServerBanner("5.7.22-log", "Percona Server", MYSQL_57)))
        .isInstanceOfSatisfying(
            Detection.Claimed.class,
            claimed -> {
              assertThat(claimed.version()).hasToString("5.7.22");
              assertThat(claimed.evidence()).contains("innodb_version 5.7.22", "Percona Server");
            });
  }

  @Test
  void seesThroughAProxy() {
    assertThat(recognition.detect(new ServerBanner("8.0.30", "ProxySQL", MYSQL_57)))
        .isInstanceOfSatisfying(
            Detection.Claimed.class,
            claimed ->
                assertThat(claimed.evidence())
                    .contains("SELECT @@version answers 8.0.30: a proxy"));
  }

  @Test
  void declinesServersWithoutGtidsByName() {
    assertThat(declined(Map.of("version", "5.5.62")))
        .contains("MySQL 5.5.62", "no GTIDs", "MySQL 5.6 is the oldest");
  }

  @Test
  void declinesTheOtherFamilyByName() {
    assertThat(declined(Map.of("version", "5.7.22-MariaDB", "gtid_domain_id", "0")))
        .contains("MariaDB", "gtid_domain_id");
  }

  @Test
  void declinesOtherLinesByName() {
    assertThat(declined(Map.of("version", "8.0.15", "server_uuid", "u")))
        .isEqualTo("it is MySQL 8.0.15; this plugin takes MySQL 5.7");
  }

  private String declined(Map<String, String> variables) {
    Detection detection =
        recognition.detect(new ServerBanner(variables.getOrDefault("version", ""), "", variables));
    assertThat(detection).isInstanceOf(Detection.Declined.class);
    return ((Detection.Declined) detection).reason();
  }
}
