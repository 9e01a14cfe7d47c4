package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * A source whose newest binlog was lost whole, with its name in the index, begins another one of
 * that name. Its replica, by position, has received of the old one, and the new one has grown past
 * that place before anybody looks.
 */
@Matrix
@OwnProcess
class LogLostEntirelyTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int LOST = 3;
  private static final int NEW = 50;

  /** What the source writes afterwards ends where the old transactions did. */
  private static final String AS_LONG = "same";

  private static final class LostLogBed extends Bed {
    LostLogBed(ServerRelease release) {
      super(Bed.of(release).byGtid(false).about(1).watchedOnly());
    }

    void write(int from, int count, String value) {
      source()
          .execute(
              IntStream.range(from, from + count)
                  .mapToObj(id -> "INSERT INTO d.t VALUES (%d, '%s')".formatted(id, value))
                  .toArray(String[]::new));
    }

    void awaitRows(int count) {
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() ->
              replica()
                  .queryValue("SELECT COUNT(*) FROM d.t")
                  .filter(Integer.toString(count)::equals)
                  .isPresent());
    }

    /**
     * The last log of the process that is killed.
     *
     * @param onlyOne whether it is the first, too, so that the one before ends with a shutdown
     */
    String beginLog(boolean onlyOne) {
      IncidentBed incidents = new IncidentBed(controller(), source());
      incidents.awaitAnotherSecond();
      if (onlyOne) {
        source().restart();
        incidents.settled(1);
        incidents.awaitAnotherSecond();
      } else {
        source().execute("FLUSH LOGS");
      }
      return source().query("SHOW BINARY LOGS").getLast().firstText("Log_name");
    }

    /** The controller is away until the new log is longer than the old one. */
    void loseLog(String log, String value) throws IOException {
      // Else MariaDB may find a transaction prepared of which no binlog shows, and refuses to
      // start.
      source().execute("FLUSH NO_WRITE_TO_BINLOG ENGINE LOGS");
      replica().stopReplication();
      controller().killHard();
      source().killHard();
      KilledBetweenLogsTest.takeAway(source(), log);
      source().start();
      assertThat(source().query("SHOW BINARY LOGS").getLast().firstText("Log_name")).isEqualTo(log);
      write(500, NEW, value);
      controller().startAgain();
    }

    JsonNode awaitCompared(int incidents) {
      IncidentBed kept = new IncidentBed(controller(), source());
      await()
          .atMost(PATIENCE)
          .until(() ->
              kept.incidents().size() == incidents
                  && !kept.incidents().getFirst().toString().contains("not examined yet"));
      return kept.incidents().getFirst();
    }

    JsonNode reported() {
      return awaitReported("/crash");
    }
  }

  @ParameterizedTest(name = "{0}, the only log of its process: {1}, then: {2}")
  @CsvSource({
    "MYSQL_5_6_14, false, longer than that",
    "MYSQL_5_7_22, false, longer than that",
    "MYSQL_5_7_22, true, longer than that",
    "MYSQL_5_7_22, false, same",
    "MYSQL_8_0_15, true, longer than that",
    "MARIADB_10_11_5, true, longer than that",
    "MARIADB_10_11_5, false, longer than that"
  })
  void itsNameProvesNothing(ServerRelease release, boolean onlyOne, String value)
      throws IOException {
    try (LostLogBed bed = new LostLogBed(release)) {
      bed.source()
          .execute("CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY, v VARCHAR(20))");
      bed.write(1, 5, "kept");
      bed.awaitRows(5);
      bed.awaitKnown();
      String log = bed.beginLog(onlyOne);
      bed.write(100, LOST, "lost");
      bed.awaitRows(5 + LOST);
      bed.loseLog(log, value);

      JsonNode incident = bed.awaitCompared(onlyOne ? 2 : 1);
      boolean isProved = !value.equals(AS_LONG);
      assertThat(incident.at("/replicas/0/lostOnSource").asString())
          .as("%s", incident)
          .isEqualTo(isProved ? "beyond" : "unknown");
      assertThat(incident.at("/ended/value").asString())
          .as("%s", incident)
          .isEqualTo(onlyOne ? "" : "CUT_OFF");
      assertThat(incident.at("/open").asBoolean()).isTrue();
      assertThat(bed.reported().at("/replicas/0")).isEqualTo(incident.at("/replicas/0"));
      if (isProved) {
        assertThat(incident.at("/replicas/0/received").asString()).startsWith(log);
        assertThat(incident.at("/cost").asString()).isEqualTo("COMMITS");
        assertThat(bed.awaitReported("/crash/report").at("/replicas/0/transactions")).hasSize(LOST);
      }
    }
  }
}
