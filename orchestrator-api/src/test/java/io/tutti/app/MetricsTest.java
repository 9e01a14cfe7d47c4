package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.FakeServers;
import io.tutti.fixtures.FakeServers.FakeServer;
import io.tutti.metrics.Metric;
import io.tutti.model.Lag;
import io.tutti.model.LagSource;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.security.AccessToken;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Prometheus reads, and who may read it (docs/metrics.md). */
class MetricsTest {
  private static final Path PAGE = Path.of("../docs/metrics.md");
  private static final String ANY_PORT = "--tutti.management.port=0";
  private static final Pattern FAMILY = Pattern.compile("(?m)^# TYPE (\\S+) (\\S+)$");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z_]+)` \\| (\\w+) \\| ([^|]*) \\| ([^|]*) \\|$");

  @TempDir private Path home;

  private final FakeServers servers = new FakeServers();

  @AfterEach
  void close() {
    servers.close();
  }

  private static HttpResponse<String> ask(RunningController running, String path, String token)
      throws Exception {
    int port = running.controller().probesPort().orElseThrow();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  private static String scrape(RunningController running) throws Exception {
    HttpResponse<String> answer = ask(running, "/actuator/prometheus", RunningController.TOKEN);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValue("text/plain;version=0.0.4;charset=utf-8");
    return answer.body();
  }

  private FakeServer replicaOf(FakeServer source, String channel, Observed<Lag> lag) {
    return servers
        .start()
        .says(state ->
            state.channel(
                Channels.from(source.address.toString())
                    .named(channel)
                    .applier(ThreadState.STOPPED)
                    .build()
                    .withLag(lag)));
  }

  private static void discover(RunningController running, FakeServer... all) {
    for (FakeServer server : all) {
      running.post(
          "/api/v1/discoveries",
          "{\"host\":\"127.0.0.1\",\"port\":%d}".formatted(server.address.port()));
    }
  }

  @Test
  void serversTheirLagAndWhatIsFoundAreThere() throws Exception {
    FakeServer source = servers.start();
    FakeServer late =
        replicaOf(
            source,
            "from \"a\"",
            Observed.known(new Lag(Duration.ofMillis(1_500), LagSource.HEARTBEAT)));
    FakeServer unknown = replicaOf(source, "", Observed.unknown("made up"));
    try (RunningController running = RunningController.start(home, servers, ANY_PORT)) {
      discover(running, source, late, unknown);
      String cluster = "{cluster=\"%s\",instance=\"%s\"".formatted(source.address, late.address);
      String other = "{cluster=\"%s\",instance=\"%s\"".formatted(source.address, unknown.address);

      await()
          .untilAsserted(() ->
              assertThat(scrape(running).lines())
                  .contains(
                      "tutti_instances{contact=\"reached\"} 3",
                      "tutti_instances{contact=\"failed\"} 0",
                      "tutti_clusters 1",
                      "tutti_instance_up" + cluster + "} 1",
                      "tutti_replica_lag_seconds"
                          + cluster
                          + ",channel=\"from \\\"a\\\"\",measured_by=\"heartbeat\"} 1.5",
                      "tutti_replica_lag_known" + cluster + ",channel=\"from \\\"a\\\"\"} 1",
                      "tutti_replica_lag_known" + other + ",channel=\"\"} 0",
                      "tutti_replica_thread_running"
                          + other
                          + ",channel=\"\",thread=\"applier\"} 0",
                      "tutti_replica_thread_running"
                          + other
                          + ",channel=\"\",thread=\"receiver\"} 1",
                      "tutti_findings{code=\"APPLIER_STOPPED\",severity=\"warning\"} 2",
                      "tutti_findings{code=\"INSTANCE_UNREACHABLE\",severity=\"critical\"} 0"));
      assertThat(scrape(running)).doesNotContain("tutti_replica_lag_seconds" + other);
      assertThat(scrape(running))
          .containsPattern("tutti_poll_duration_seconds_count\\{outcome=\"reached\"} [1-9]")
          .containsPattern("tutti_store_write_duration_seconds_count [1-9]")
          .contains("tutti_store_connections{state=\"active\"} ");

      source.refuseLogins(true);
      await()
          .untilAsserted(() ->
              assertThat(scrape(running).lines())
                  .contains(
                      "tutti_findings{code=\"LOGIN_REFUSED\",severity=\"critical\"} 1",
                      "tutti_instances{contact=\"failed\"} 1"));
    }
  }

  @Test
  void whatIsMutedDoesNotCount() throws Exception {
    FakeServer source = servers.start();
    FakeServer replica = replicaOf(source, "", Observed.unknown("made up"));
    try (RunningController running = RunningController.start(home, servers, ANY_PORT)) {
      discover(running, source, replica);
      String stopped = "tutti_findings{code=\"APPLIER_STOPPED\",severity=\"warning\"} ";
      await().untilAsserted(() -> assertThat(scrape(running).lines()).contains(stopped + 1));

      String muted =
          "{\"code\":\"APPLIER_STOPPED\",\"instance\":\"%s\",\"ttl\":\"PT1H\"}"
              .formatted(replica.address);
      assertThat(running.post("/api/v1/findings:mute?reason=known", muted).status()).isEqualTo(200);
      await().untilAsserted(() -> assertThat(scrape(running).lines()).contains(stopped + 0));
    }
  }

  @Test
  void eachThatIsDocumentedIsThereAndEachThatIsThereIsDocumented() throws Exception {
    String page = Files.readString(PAGE);
    List<String> documented = ROW.matcher(page).results().map(MetricsTest::row).toList();
    List<String> declared =
        Arrays.stream(Metric.values())
            .map(metric ->
                metric.family()
                    + " "
                    + metric.type().name().toLowerCase(java.util.Locale.ROOT)
                    + " "
                    + metric.labels()
                    + " "
                    + metric.meaning())
            .toList();
    assertThat(documented).containsExactlyElementsOf(declared);
    try (RunningController running = RunningController.start(home, servers, ANY_PORT)) {
      assertThat(
              FAMILY
                  .matcher(scrape(running))
                  .results()
                  .map(each -> each.group(1) + " " + each.group(2)))
          .containsExactlyElementsOf(
              declared.stream().map(each -> each.replaceFirst(" \\[.*", "")).toList());
    }
  }

  private static String row(MatchResult row) {
    List<String> labels =
        Arrays.stream(row.group(3).strip().split(", "))
            .map(label -> label.replace("`", ""))
            .filter(label -> !label.isEmpty() && !label.equals("none"))
            .toList();
    return row.group(1) + " " + row.group(2) + " " + labels + " " + row.group(4).strip();
  }

  /** The alerts of the page ask for names and labels that there are. */
  @Test
  void theAlertsOfThePageAskForWhatThereIs() throws Exception {
    String page = Files.readString(PAGE);
    List<String> asked =
        Pattern.compile("expr: .*")
            .matcher(page)
            .results()
            .flatMap(expression ->
                Pattern.compile("tutti_[a-z_]+").matcher(expression.group()).results())
            .map(MatchResult::group)
            .toList();
    List<String> families = Arrays.stream(Metric.values()).map(Metric::family).toList();

    assertThat(asked).hasSizeGreaterThan(3).isSubsetOf(families);
  }

  @Test
  void aTokenThatSeesIsNeeded() throws Exception {
    try (RunningController running = RunningController.start(home, servers, ANY_PORT)) {
      assertThat(ask(running, "/actuator/prometheus", "").statusCode()).isEqualTo(401);
      assertThat(ask(running, "/actuator/prometheus", AccessToken.random().reveal()).statusCode())
          .isEqualTo(401);
      assertThat(ask(running, "/actuator/prometheus", token(running, "viewer")).statusCode())
          .isEqualTo(200);
      HttpResponse<String> refused =
          ask(running, "/actuator/prometheus", token(running, "reporter"));
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(refused.body()).contains("FORBIDDEN").doesNotContain("tutti_instances");
      assertThat(scrape(running)).contains("tutti_logins_rejected_total 2");
    }
  }

  private static String token(RunningController running, String role) {
    return running
        .post(
            "/api/v1/tokens",
            "{\"name\":\"%s\",\"role\":\"%s\"}"
                .formatted(role, role.toUpperCase(java.util.Locale.ROOT)))
        .json()
        .path("token")
        .asString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/actuator//prometheus",
        "/actuator/prometheus;x=1",
        "/actuator/./prometheus",
        "/actuator/health/../prometheus",
        "/actuator/%70rometheus",
        "/actuator/prometheus/",
        "/actuator/prometheus/x",
        "/ACTUATOR/PROMETHEUS"
      })
  void noWayToWriteThePathLeadsPastTheToken(String path) throws Exception {
    try (RunningController running = RunningController.start(home, servers, ANY_PORT)) {
      HttpResponse<String> answer = ask(running, path, "");

      assertThat(answer.statusCode()).isBetween(400, 499);
      assertThat(answer.body()).doesNotContain("tutti_instances");
    }
  }

  @Test
  void atThePortOfRestThereAreNone() {
    try (RunningController running = RunningController.start(home, servers, ANY_PORT)) {
      assertThat(running.get("/actuator/prometheus").status()).isEqualTo(404);
    }
  }
}
