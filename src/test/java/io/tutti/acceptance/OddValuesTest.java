package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Values and names that hold what would end a literal: a switchover carries them as any other, and
 * nobody is shown the password.
 */
class OddValuesTest {
  /** Of 32 characters at most: older servers take no longer one from who replicates. */
  private static final String PASSWORD = "s3cr\\et'\"`{d}?%s;--$1é";

  /** As a literal of a session whose backslashes escape. */
  private static final String QUOTED =
      "'" + PASSWORD.replace("\\", "\\\\").replace("'", "''") + "'";

  private static final List<String> EVENTS =
      List.of("ev one", "back\\slash", "it's `two", "ümläut;--", "new\nline", "a\\'b{c}?", "表");

  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_5_7_22,
      thorough = {
        ServerRelease.MYSQL_5_6_14,
        ServerRelease.MYSQL_8_0_15,
        ServerRelease.MYSQL_9_7,
        ServerRelease.MARIADB_10_1_8,
        ServerRelease.MARIADB_10_11_5,
        ServerRelease.MARIADB_11_4_5
      })
  void areCarriedToTheNewSourceAndShownToNobody(ServerRelease release) {
    try (Bed bed = start(release)) {
      SandboxServer next = bed.server(2);
      CommandResult done =
          new EventBed(bed)
              .switchover(
                  bed.source(), "--to", next.address().toString(), "--carry", "events", "--yes");
      assertThat(done.exitCode()).as("%s", done).isZero();
      assertThat(done.output()).doesNotContain("left out", "Not all of them");
      assertThat(EventBed.enabled(next)).containsExactlyInAnyOrderElementsOf(EVENTS);
      bed.write(next, 3);
      Checksums.awaitEqual(next, bed.source(), "d.t");
      Secrets.assertShownNowhere(bed, done, PASSWORD);
    }
  }

  private static Bed start(ServerRelease release) {
    Bed bed =
        Bed.of(release)
            .topology("1>2,1>3")
            .about(1)
            .options(1, "event_scheduler=ON")
            .operationMax(Duration.ofMinutes(2))
            .settings(
                Map.of(
                    "TUTTI_REPLICATION_USER",
                    "odd\\re'pl",
                    "TUTTI_REPLICATION_PASSWORD",
                    PASSWORD,
                    "TUTTI_DISCOVERY_POLL_INTERVAL",
                    "300ms"))
            .start();
    bed.createTable();
    bed.source()
        .execute(
            "CREATE USER 'odd\\\\re''pl'@'%' IDENTIFIED "
                + (release == ServerRelease.MYSQL_9_7 || release == ServerRelease.MYSQL_8_0_15
                    ? "WITH caching_sha2_password "
                    : "")
                + "BY "
                + QUOTED,
            "GRANT REPLICATION SLAVE ON *.* TO 'odd\\\\re''pl'@'%'");
    for (String name : EVENTS) {
      bed.source()
          .execute(
              "CREATE DEFINER = 'root'@'%%' EVENT d.`%s` ON SCHEDULE EVERY 1 DAY DO DO 1"
                  .formatted(name.replace("`", "``")));
    }
    bed.awaitKnown();
    new EventBed(bed).grant();
    return bed;
  }
}
