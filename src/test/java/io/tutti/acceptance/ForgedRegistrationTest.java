package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RogueServer.Trick;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whoever may replicate from a watched server registers a rogue server there, and gets nothing from
 * a controller without any settings.
 */
class ForgedRegistrationTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The discard service: nobody listens there. */
  private static final int FREE_PORT = 9;

  /** Its row lacks the last column, and stays longer than the client. */
  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15"})
  void oneWithoutAUuidHidesNoReplica(ServerRelease release) {
    try (Sandbox sandbox =
            Sandbox.builder().fastTimeouts().release(release).topology("1>2").start();
        RunningController controller = RunningController.start(Map.of())) {
      WatcherAccount.createOnAll(sandbox);
      Object replica = sandbox.server(2).address();
      controller.awaitDiscovered(replica, sandbox.server(1).address());
      try (Forger forger = Forger.register(sandbox.server(1), FREE_PORT)) {
        String stranger = "127.0.0.1:" + FREE_PORT;
        await().atMost(PATIENCE).until(() -> isKnown(controller, stranger));
        controller.delete("/instances/" + RunningController.encoded(replica.toString()));

        await().atMost(PATIENCE).until(() -> isKnown(controller, replica));

        String findings = controller.get("/findings").body().toString();
        assertThat(findings).contains("STRANGER_REGISTERED");
        assertThat(findings).doesNotContain("STATEMENT_STALLED", "CRITICAL");
      }
    }
  }

  private static boolean isKnown(RunningController controller, Object address) {
    return !controller.instance(address).at("/address").asString().isEmpty();
  }

  @ParameterizedTest
  @Releases(ServerRelease.MARIADB_10_11_5)
  void getsNoPassword(ServerRelease release) {
    String greeting = release.family() == ServerFamily.MYSQL ? "8.0.15" : "5.5.5-10.11.5-MariaDB";
    try (Sandbox sandbox = Sandbox.builder().fastTimeouts().release(release).topology("1").start();
        RogueServer rogue = RogueServer.plain(Trick.OWN_KEY, greeting);
        RunningController controller = RunningController.start(Map.of())) {
      WatcherAccount.createOnAll(sandbox);
      controller.awaitDiscovered(sandbox.server(1).address());
      String[] before =
          release.family() == ServerFamily.MYSQL
              ? new String[] {
                "SET @slave_uuid = '6ccd780c-baba-1026-9564-5b8c656024db', @replica_uuid ="
                    + " @slave_uuid"
              }
              : new String[0];
      try (Forger forger = Forger.register(sandbox.server(1), rogue.port(), before)) {
        await().atMost(PATIENCE).until(() -> !rogue.logins().isEmpty());
        await()
            .atMost(PATIENCE)
            .until(() ->
                controller.instance(rogue.address()).at("/contact").asString().equals("FAILED"));

        assertThat(rogue.passwords()).isEmpty();
        String findings = controller.get("/findings").body().toString();
        assertThat(findings).contains("SERVER_UNTRUSTED", "POST /api/v1/trust/" + rogue.address());
        assertThat(findings).doesNotContain("CRITICAL");
      }
    }
  }
}
