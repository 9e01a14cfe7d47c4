package io.tutti.sandbox;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.release.ServerRelease;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The same servers in containers. Needs a container engine, so it runs only when asked for:
 * docs/sandbox.md.
 */
@Tag("containers")
class ContainersTest {

  @Test
  void replicateFreezeAndSurviveAKill() throws SQLException {
    try (Sandbox sandbox =
        Sandbox.builder()
            .fastTimeouts()
            .topology("1>2")
            .release(ServerRelease.MYSQL_8_0_15)
            .inContainers()
            .start()) {
      SandboxServer source = sandbox.server(1);
      SandboxServer replica = sandbox.server(2);
      source.execute(
          "CREATE DATABASE d",
          "CREATE TABLE d.t (id int PRIMARY KEY)",
          "INSERT INTO d.t VALUES (1)");
      awaitRows(replica, "1");

      replica.freeze();
      assertThat(replica.isRunning()).isTrue();
      replica.thaw();
      long before = source.pid();
      source.killHard();
      assertThat(source.isRunning()).isFalse();
      assertThatIllegalArgumentException().isThrownBy(() -> source.start("sync_binlog=0"));
      source.start();
      assertThat(source.pid()).isNotEqualTo(before);
      source.execute("INSERT INTO d.t VALUES (2)");
      awaitRows(replica, "2");

      replica.stop();
      assertThat(replica.isRunning()).isFalse();
      replica.start();
      source.execute("INSERT INTO d.t VALUES (3)");
      awaitRows(replica, "3");
      assertThat(source.log()).contains("ready for connections");
    }
  }

  @Test
  void refuseProxiedLinks() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            Sandbox.builder().fastTimeouts().topology("1>2").inContainers().proxiedLinks().start());
  }

  private static void awaitRows(SandboxServer server, String rows) {
    await()
        .atMost(60, SECONDS)
        .ignoreExceptions()
        .until(() -> server.queryValue("SELECT COUNT(*) FROM d.t").orElse("").equals(rows));
  }
}
