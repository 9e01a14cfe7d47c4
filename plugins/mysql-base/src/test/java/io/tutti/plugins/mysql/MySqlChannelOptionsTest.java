package io.tutti.plugins.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.Question;
import io.tutti.plugins.sql.Rows;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.ChannelOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What servers show of a channel is what the statement for another one says. */
class MySqlChannelOptionsTest {
  private static final Question STATUS = Question.plain("status", "SHOW REPLICA STATUS", "");
  private static final Map<String, String> SHOWN =
      Map.of(
          "Channel_Name", "",
          "Source_SSL_Allowed", "Yes",
          "Source_SSL_CA_File", "/etc/ca.pem",
          "Source_SSL_Verify_Server_Cert", "Yes",
          "Connect_Retry", "9",
          "SQL_Delay", "0",
          "Replicate_Ignore_Server_Ids", "3, 4");

  private static ServerVersion version(String text) {
    return ServerVersion.parse(text);
  }

  private static Rows answer(Question question) {
    if (question.sql().contains("replication_connection_configuration")) {
      return Rows.of(
          List.of(
              Map.of(
                  "HEARTBEAT_INTERVAL",
                  "7.500",
                  "COMPRESSION_ALGORITHM",
                  "zstd",
                  "GTID_ONLY",
                  "1")));
    }
    if (question.sql().contains("replication_applier_configuration")) {
      return Rows.of(
          List.of(
              Map.of(
                  "PRIVILEGE_CHECKS_USER", "'checks'@'%'",
                  "REQUIRE_ROW_FORMAT", "YES",
                  "REQUIRE_TABLE_PRIMARY_KEY_CHECK", "STREAM",
                  "ASSIGN_GTIDS_TO_ANONYMOUS_TRANSACTIONS_TYPE", "OFF")));
    }
    return Rows.of(List.of(SHOWN));
  }

  @Test
  void ofANewReleaseAreSaidAsTheyAre() {
    ServerVersion version = version("9.7.4");
    ChannelOptions read =
        MySqlChannelOptions.read(version, "", STATUS, MySqlChannelOptionsTest::answer);

    assertThat(read.isTls()).isTrue();
    assertThat(read.unread()).isEmpty();
    Attachment way =
        new MySqlBackupGuide(version)
            .attachBelow(InstanceAddress.parse("db1:3306"), Optional.empty());
    assertThat(new MySqlBackupGuide(version).alike(read, way).statements())
        .singleElement()
        .asString()
        .contains(
            "SOURCE_AUTO_POSITION=1, SOURCE_SSL=1, SOURCE_SSL_CA='/etc/ca.pem', SOURCE_SSL_VERIFY_SERVER_CERT=1",
            "SOURCE_CONNECT_RETRY=9",
            ", IGNORE_SERVER_IDS=(3,4)",
            "SOURCE_HEARTBEAT_PERIOD=7.500",
            "SOURCE_COMPRESSION_ALGORITHMS='zstd'",
            ", GTID_ONLY=1",
            ", PRIVILEGE_CHECKS_USER='checks'@'%'",
            ", REQUIRE_ROW_FORMAT=1")
        .doesNotContain("DELAY", "PRIMARY_KEY", "ASSIGN_GTIDS");
  }

  @Test
  void whatAnAccountMayNotSeeIsSaidToBeUnread() {
    ChannelOptions read =
        MySqlChannelOptions.read(
            version("8.0.15"),
            "",
            STATUS,
            question -> {
              if (question.sql().contains("performance_schema")) {
                throw new OrchestratorException(
                    ErrorCode.MISSING_PRIVILEGE, "db1:3306", "it may not", List.of());
              }
              return answer(question);
            });

    assertThat(read.unread()).singleElement().asString().contains("HEARTBEAT_PERIOD");
  }

  @Test
  void aChannelThatIsNotThereHasNone() {
    assertThat(
            MySqlChannelOptions.read(
                version("9.7.4"), "other", STATUS, MySqlChannelOptionsTest::answer))
        .isEqualTo(ChannelOptions.NONE);
  }
}
