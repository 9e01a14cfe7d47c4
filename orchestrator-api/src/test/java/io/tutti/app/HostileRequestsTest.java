package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.app.RunningController.Answer;
import io.tutti.fixtures.FakeServers;
import io.tutti.fixtures.FakeServers.FakeServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What clients send that mean no good, or whose authors slept; findings of the review by number.
 */
class HostileRequestsTest {
  private static final int LARGE = 20_000_000;
  private static final String HEADS =
      "Host: localhost\r\nAuthorization: Bearer "
          + RunningController.TOKEN
          + "\r\nContent-Type: application/json\r\n";

  @TempDir private static Path home;
  private static final FakeServers SERVERS = new FakeServers();
  private static RunningController running;
  private static FakeServer server;

  @BeforeAll
  static void start() {
    server = SERVERS.start();
    running = RunningController.start(home, SERVERS);
    running.post("/api/v1/discoveries", "{\"address\":\"" + server.address + "\"}");
  }

  @AfterAll
  static void stop() {
    running.close();
    SERVERS.close();
  }

  private static RawHttp raw() {
    return RawHttp.to(running.controller().url());
  }

  private static void assertWorks() {
    assertThat(running.get("/api/v1/health").json().path("status").asString()).isEqualTo("UP");
    assertThat(running.get("/api/v1/clusters").status()).isEqualTo(200);
  }

  /** S2. */
  @Test
  void aBodyThatSaysItIsTooLargeIsRefusedUnread() {
    try (RawHttp http = raw()) {
      http.send(
          "POST /api/v1/discoveries HTTP/1.1\r\n"
              + HEADS
              + "Content-Length: "
              + LARGE
              + "\r\n\r\n");

      assertThat(http.readAll()).startsWith("HTTP/1.1 413").contains("\"BODY_TOO_LARGE\"");
    }
    assertWorks();
  }

  /** S2. */
  @Test
  void aBodyThatDoesNotSayHowLargeItIsIsRefusedWhenItIs() {
    try (RawHttp http = raw()) {
      http.send(
          "POST /api/v1/discoveries HTTP/1.1\r\n" + HEADS + "Transfer-Encoding: chunked\r\n\r\n");
      String chunk = "10000\r\n" + "a".repeat(0x10000) + "\r\n";
      http.send("b\r\n{\"address\":\"\r\n");
      boolean taken = true;
      for (int sent = 0; taken && sent < LARGE; sent += chunk.length()) {
        taken = http.send(chunk);
      }
      assertThat(taken).as("all of 20 MB were read").isFalse();
    }
    assertWorks();
  }

  /** S2: small enough that all of it is sent before the answer comes. */
  @Test
  void aBodyThatTurnsOutTooLargeIsSaidToBeSo() {
    try (RawHttp http = raw()) {
      http.send(
          "POST /api/v1/discoveries HTTP/1.1\r\n"
              + HEADS
              + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n10001\r\n"
              + " ".repeat(0x10001)
              + "\r\n0\r\n\r\n");

      assertThat(http.readAll()).startsWith("HTTP/1.1 413").contains("\"BODY_TOO_LARGE\"");
    }
  }

  /** S3. */
  @Test
  void aNameThatIsTooLongIsRefusedAndNotAdded() {
    String name = ("a".repeat(60) + ".").repeat(7) + "b";

    Answer answer = running.post("/api/v1/discoveries", "{\"host\":\"" + name + "\"}");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().path("code").asString()).isEqualTo("INVALID_ADDRESS");
    assertThat(running.get("/api/v1/instances").json().path("items")).hasSize(1);
  }

  /** S9. */
  @ParameterizedTest
  @ValueSource(strings = {"/api/v1/health", "/api/v1/clusters", "/api/v1/nothing"})
  void multipartIsNothingSpecial(String path) {
    try (RawHttp http = raw()) {
      http.send(
          "GET "
              + path
              + " HTTP/1.1\r\n"
              + HEADS.replace("application/json", "multipart/form-data")
              + "Connection: close\r\n\r\n");

      assertThat(http.readAll()).doesNotStartWith("HTTP/1.1 5");
    }
  }

  /** S10. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "operations?=x",
        "incidents?=x",
        "audit?=x",
        "instances?=x",
        "operations?limit=1&=",
        "audit?%=1",
        "audit?a=%zz",
        "operations?limit=1&limit=2",
        "operations?limit=99999999999999999999",
        "audit?target=%00",
        "incidents?instance=%00",
        "operations/%20",
        "operations/x/events?from=x",
        "clusters/%00",
        "instances/%00"
      })
  void noQueryIsADefectOfOurs(String path) {
    String target = "/api/v1/" + path;
    try (RawHttp http = raw()) {
      http.send("GET " + target + " HTTP/1.1\r\n" + HEADS + "Connection: close\r\n\r\n");

      assertThat(http.readAll())
          .matches(answer -> answer.startsWith("HTTP/1.1 4") || answer.startsWith("HTTP/1.1 200"))
          .contains("json");
    }
  }

  /** S10, S14. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "POST|instances/%s/parallelism|{\"alsoOn\":[null]}|400",
        "POST|instances/%s/parallelism:undo|{\"alsoOn\":[null]}|400",
        "POST|instances/%s/parallelism|{\"settings\":{\"a\":null}}|400",
        "POST|instances/%s/parallelism|null|400",
        "POST|instances/%s/parallelism|[]|400",
        "POST|instances/%s:salvage|{\"dryRun\":1e2147483647}|400",
        "POST|instances/%s:salvage|{\"dryRun\":1e-2147483648}|400",
        "POST|instances/%s:salvage|{\"dryRun\":[[[[]]]]}|400",
        "POST|instances/%s/backups|{\"ttl\":1e999999999}|400",
        "POST|instances/%s/backups|{\"ttl\":\"PT-1S\",\"dryRun\":true}|400",
        "POST|instances/%s/gaps:close|{\"deadline\":-1e300}|400",
        "POST|instances/%s:rebuild|{\"act\":\"BURN\"}|400",
        "POST|discoveries|{\"host\":\"127.0.0.1\",\"port\":2.7}|400",
        "POST|discoveries|{\"host\":\"127.0.0.1\",\"port\":true}|400",
        "POST|discoveries|{\"host\":null,\"port\":null}|400",
        "POST|discoveries|null|400",
        "POST|discoveries|\"x\"|400",
        "POST|discoveries|{\"host\":\"a\"} x|400",
        "POST|boot-reports|{\"host\":\"h\",\"bootId\":\"b\",\"bootedAt\":1e99}|400",
        "POST|operations/none:cancel|{}|404",
        "POST|incidents/none:close|{\"why\":\"x\"}|404",
        "GET|operations/none||404",
        "GET|incidents/none||404",
        "GET|operations/none/events||404",
      })
  void noBodyIsADefectOfOurs(String method, String path, String body, int status) {
    Answer answer =
        running.send(
            method,
            "/api/v1/" + path.formatted(server.address),
            body == null ? "" : body,
            "Bearer " + RunningController.TOKEN);

    assertThat(answer.status()).as("%s", answer.json()).isEqualTo(status);
    assertThat(answer.type()).startsWith("application/problem+json");
    assertThat(answer.json().toString()).doesNotContain("io.tutti", "java.", "tools.jackson");
  }

  /** S14. */
  @Test
  void aRefusalSaysWhatWouldBeTaken() {
    Answer unknown = running.post("/api/v1/discoveries", "{\"hots\":\"db1\"}");
    Answer fraction = running.post("/api/v1/discoveries", "{\"host\":\"db1\",\"port\":2.7}");

    assertThat(unknown.json().path("observed").asString())
        .isEqualTo(
            "The body has \"hots\", and there is no field of that name here: there is address,"
                + " host, port.");
    assertThat(fraction.json().path("observed").asString())
        .isEqualTo("The body has no whole number at \"port\".");
  }

  /** S14. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /api/v1/clusters?a=\u0001 HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/v1/clusters HTTP/9.1\r\nHost: x\r\n\r\n",
        "nonsense\r\n\r\n",
        "GET /api/v1/clusters HTTP/1.1\r\n\r\n",
        "GET /api/v1/../../x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        "GET /api/v1/%2e%2e/%2f HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        "TRACE /api/v1/clusters HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        "BREW /api/v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
      })
  void theWebServersOwnRefusalsAreProblemsToo(String request) {
    try (RawHttp http = raw()) {
      http.send(request);
      String answer = http.readAll();

      assertThat(answer)
          .startsWith("HTTP/1.1 4")
          .containsIgnoringCase("content-type: application/problem+json")
          .contains("\"code\":\"", "nosniff")
          .doesNotContain("<html", "Tomcat", "Exception");
    }
  }

  /** It was a defect of ours, with a token, and one of the web server without. */
  @ParameterizedTest
  @ValueSource(ints = {1, 9, 3000})
  void linesAfterABodyAreRefused(int lines) {
    for (String heads : List.of(HEADS, "Host: localhost\r\n")) {
      try (RawHttp http = raw()) {
        http.send(
            "POST /api/v1/discoveries HTTP/1.1\r\n"
                + heads
                + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
                + "T: x\r\n".repeat(lines)
                + "\r\n");

        assertThat(http.readAll()).startsWith("HTTP/1.1 4").doesNotContain("INTERNAL");
      }
    }
  }

  /** S14. */
  @Test
  void answersAreNotKeptNorGuessedAt() {
    try (RawHttp http = raw()) {
      http.send("GET /api/v1/clusters HTTP/1.1\r\n" + HEADS + "Connection: close\r\n\r\n");

      assertThat(http.readAll())
          .contains("X-Content-Type-Options: nosniff", "Cache-Control: no-store");
    }
  }

  /** S11. */
  @Test
  void anEmptyIdempotencyKeyIsNone() {
    for (String key : List.of("", " ", "a".repeat(201))) {
      try (RawHttp http = raw()) {
        http.send(
            "POST /api/v1/instances/"
                + server.address
                + "/gaps:close HTTP/1.1\r\n"
                + HEADS
                + "Idempotency-Key: "
                + key
                + "\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}");
        String answer = http.readAll();

        assertThat(answer).startsWith("HTTP/1.1 4").doesNotContain("IDEMPOTENCY_KEY_REUSED");
        assertThat(answer.contains("and 200 are possible")).isEqualTo(key.length() > 200);
      }
    }
  }

  /** S15: each byte used to begin the time again. */
  @Test
  void aHeadThatTricklesIsNotWaitedForForEver() {
    try (RawHttp http = raw()) {
      http.send("GET /api/v1/health HTTP/1.1\r\n");
      await()
          .atMost(Duration.ofSeconds(25))
          .pollInterval(Duration.ofMillis(500))
          .until(() -> !http.send("X: y\r\n") || http.isClosed());
    }
  }

  @Test
  void idleConnectionsKeepNobodyOut() {
    List<RawHttp> idle = IntStream.range(0, 300).mapToObj(number -> raw()).toList();
    try {
      idle.forEach(http -> http.send("GET /api/v1/heal"));
      assertWorks();
      int before = server.readings.get();
      await().until(() -> server.readings.get() > before + 3);
    } finally {
      idle.forEach(RawHttp::close);
    }
  }
}
