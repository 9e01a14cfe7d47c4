package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.fixtures.FakeServers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that begin and do not continue (S15). */
@Tag("thorough")
class SlowClientsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(50);
  private static final String BEGINNING =
      "POST /api/v1/discoveries HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
          + RunningController.TOKEN
          + "\r\nContent-Type: application/json\r\n";

  @TempDir private static Path home;
  private static final FakeServers SERVERS = new FakeServers();
  private static RunningController running;

  @BeforeAll
  static void start() {
    running = RunningController.start(home, SERVERS);
  }

  @AfterAll
  static void stop() {
    running.close();
    SERVERS.close();
  }

  private static RawHttp raw() {
    return RawHttp.to(running.controller().url());
  }

  /** Each byte comes long before a connection counts as silent. */
  @Test
  void aBodyThatTricklesIsRefused() {
    try (RawHttp http = raw()) {
      http.send(BEGINNING + "Transfer-Encoding: chunked\r\n\r\n");
      StringBuilder answer = new StringBuilder();
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(500))
          .until(() -> {
            http.send("1\r\n \r\n");
            answer.append(http.readSome());
            return answer.indexOf("}") >= 0;
          });

      assertThat(answer.toString())
          .startsWith("HTTP/1.1 408")
          .contains("The body did not come within 20 seconds.");
    }
  }

  /** A form would be read by who looks for a reason in the query, byte by byte, without an end. */
  @Test
  void aFormThatTricklesIsNotReadAtAll() {
    try (RawHttp http = raw()) {
      http.send(
          BEGINNING
                  .replace("/discoveries ", "/discoveries?reason=x ")
                  .replace("application/json", "application/x-www-form-urlencoded")
              + "Transfer-Encoding: chunked\r\n\r\n");
      StringBuilder answer = new StringBuilder();
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(500))
          .until(() -> {
            http.send("1\r\na\r\n");
            answer.append(http.readSome());
            return answer.indexOf("}") >= 0;
          });

      assertThat(answer.toString()).startsWith("HTTP/1.1 4").contains("problem+json");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Content-Length: 100\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n64\r\n{"})
  void aBodyThatStopsIsRefused(String begun) {
    try (RawHttp http = raw()) {
      http.send(BEGINNING + begun);

      assertThat(http.readAll())
          .startsWith("HTTP/1.1 408")
          .contains("\"BODY_TOO_SLOW\"", "The rest of the body did not come.");
    }
  }

  @Test
  void aConnectionThatSaysNothingIsClosed() {
    try (RawHttp http = raw()) {
      await().atMost(PATIENCE).pollInterval(Duration.ofMillis(500)).until(http::isClosed);
    }
  }
}
