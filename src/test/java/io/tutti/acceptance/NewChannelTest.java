package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.Row;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/**
 * A channel that Tutti makes is what a channel here is: on servers whose replicas must log in over
 * TLS, with a heartbeat and retries of their own, the old source of a switchover replicates so.
 */
class NewChannelTest {
  static final String PASSWORD = "Re-plica-2";

  @TempDir private Path folder;

  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_8_0_15,
      thorough = {ServerRelease.MYSQL_9_7, ServerRelease.MARIADB_10_11_5})
  void ofASwitchoverIsAsThoseOfTheReplicas(ServerRelease release) throws IOException {
    OwnAuthority authority = OwnAuthority.in(folder);
    authority.sign("server", "ip:127.0.0.1");
    try (Bed bed = start(release, authority)) {
      lettingInOverTlsOnly(bed.source());
      SandboxServer next = bed.replica();
      change(next, authority.certificate());
      awaitReplicated(bed);

      Answer planned = AccountOfReplicasTest.switchover(bed, true, false);
      assertThat(planned.status()).as("%s", planned.body()).isEqualTo(200);
      assertThat(planned.body().at("/notes").toString())
          .contains("_SSL=1", "_SSL_CA='%s'".formatted(authority.certificate()))
          .contains("_HEARTBEAT_PERIOD=7", "_CONNECT_RETRY=9");
      JsonNode ended =
          bed.operations()
              .atRest(OperationCalls.begun(AccountOfReplicasTest.switchover(bed, false, false)));

      OperationCalls.succeeded(ended);
      Row made = status(bed.source());
      assertThat(made.firstText("Master_SSL_Allowed", "Source_SSL_Allowed")).isEqualTo("Yes");
      assertThat(made.firstText("Master_SSL_CA_File", "Source_SSL_CA_File"))
          .isEqualTo(authority.certificate().toString());
      assertThat(made.firstText("Connect_Retry")).isEqualTo("9");
      bed.write(next, 2);
      Checksums.awaitEqual(next, bed.source(), "d.t");
    }
  }

  private static Bed start(ServerRelease release, OwnAuthority authority) {
    Bed bed =
        Bed.of(release)
            .about(1)
            .tls(authority)
            .settings(
                Map.of("TUTTI_REPLICATION_USER", "repl2", "TUTTI_REPLICATION_PASSWORD", PASSWORD))
            .start();
    bed.createTable();
    bed.awaitKnown();
    return bed;
  }

  static void lettingInOverTlsOnly(SandboxServer source) {
    String how =
        source.release() == ServerRelease.MYSQL_8_0_15
            ? "IDENTIFIED WITH mysql_native_password BY"
            : "IDENTIFIED BY";
    source.execute(
        "CREATE USER 'repl2'@'%%' %s '%s' REQUIRE SSL".formatted(how, PASSWORD),
        "GRANT REPLICATION SLAVE ON *.* TO 'repl2'@'%'");
  }

  static void change(SandboxServer replica, Path authority) {
    boolean isNew = replica.release() == ServerRelease.MYSQL_9_7;
    String word = isNew ? "SOURCE" : "MASTER";
    replica.stopReplication();
    replica.execute(
        "CHANGE %1$s TO %2$s_USER='repl2', %2$s_PASSWORD='%3$s', %2$s_SSL=1, %2$s_SSL_CA='%4$s', %2$s_HEARTBEAT_PERIOD=7, %2$s_CONNECT_RETRY=9"
            .formatted(isNew ? "REPLICATION SOURCE" : "MASTER", word, PASSWORD, authority));
    replica.startReplication();
  }

  private static Row status(SandboxServer server) {
    boolean isMariaDb = server.release().family() == ServerFamily.MARIADB;
    boolean isNew = server.release() == ServerRelease.MYSQL_9_7;
    return server
        .query(
            isMariaDb
                ? "SHOW ALL SLAVES STATUS"
                : isNew ? "SHOW REPLICA STATUS" : "SHOW SLAVE STATUS")
        .getFirst();
  }

  private static void awaitReplicated(Bed bed) {
    bed.write(1);
    Checksums.awaitEqual(bed.source(), bed.replica(), "d.t");
  }
}
