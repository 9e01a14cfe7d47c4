package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.model.Lag;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A replica that applies later on purpose: how late it is is shown, and is no alarm. */
@Matrix
class DelayedReplicaTest {
  private static final String KEYED = "id INT AUTO_INCREMENT PRIMARY KEY, v INT";
  private static final Duration ENOUGH = Duration.ofSeconds(90);

  /** More than what is an alarm without a delay. */
  private static final Duration LATE = Duration.ofSeconds(32);

  private static final int DELAY_SECONDS = 50;

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MARIADB_10_11_5"})
  void itsDelayIsNoAlarm(ServerRelease release) {
    try (JudgedSandbox judged =
        JudgedSandbox.start(Sandbox.builder().fastTimeouts().release(release).topology("1>2"))) {
      judged.write(1, "shop", KEYED, 1);
      judged.awaitRows(2, "shop", 1);
      delay(judged.server(2), DELAY_SECONDS);
      judged.write(1, "shop", KEYED, 1);

      await()
          .atMost(ENOUGH)
          .pollInterval(Duration.ofSeconds(1))
          .until(() -> lag(judged).filter(late -> late.compareTo(LATE) > 0).isPresent());
      assertThat(judged.findings(2)).doesNotContainKey("REPLICA_LAGGING");
      assertThat(judged.server(2).query("SELECT id FROM shop.t")).hasSize(1);

      await()
          .atMost(ENOUGH)
          .pollInterval(Duration.ofSeconds(1))
          .until(() -> judged.server(2).query("SELECT id FROM shop.t").size() == 2);
      await()
          .atMost(ENOUGH)
          .pollInterval(Duration.ofSeconds(1))
          .until(() -> lag(judged).filter(late -> !late.isZero()).isEmpty());
    }
  }

  private static Optional<Duration> lag(JudgedSandbox judged) {
    return judged
        .snapshot()
        .linksOf(judged.address(2))
        .getFirst()
        .channel()
        .lag()
        .asOptional()
        .map(Lag::amount);
  }

  static void delay(SandboxServer replica, int seconds) {
    boolean isNew = replica.release().has(ServerFeature.SOURCE_REPLICA_TERMS);
    replica.execute(
        isNew ? "STOP REPLICA" : "STOP SLAVE",
        (isNew ? "CHANGE REPLICATION SOURCE TO SOURCE_DELAY=" : "CHANGE MASTER TO MASTER_DELAY=")
            + seconds,
        isNew ? "START REPLICA" : "START SLAVE");
  }
}
