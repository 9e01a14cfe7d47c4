package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever follows an operation sees no more of it once their token is none. */
class FollowersTokenTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Matrix
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStreamEndsWithItsToken(boolean revoked) throws Exception {
    try (FenceBed bed = FenceBed.start(ServerRelease.MYSQL_5_7_22, Map.of());
        Connection holder = bed.replica().connect();
        Statement held = holder.createStatement()) {
      RunningController controller = bed.controller();
      bed.awaitReplicated();
      held.execute("LOCK TABLES d.t READ");
      bed.source().execute("INSERT INTO d.t (v) VALUES (1)");
      Answer begun =
          controller.post(
              "/instances/%s/backups"
                  .formatted(RunningController.encoded(bed.replica().address().toString())),
              "{}");
      assertThat(begun.status()).as("%s", begun.body()).isEqualTo(202);
      String operation = "/operations/" + begun.text("/id");
      Answer made =
          controller.post(
              "/tokens",
              "{\"name\":\"eve\",\"role\":\"VIEWER\"%s}"
                  .formatted(revoked ? "" : ",\"ttl\":\"PT8S\""));
      CompletableFuture<Long> ended = follow(controller, operation, made.text("/token"));

      if (revoked) {
        assertThat(ended).isNotDone();
        controller.delete("/tokens/eve");
      }

      await().atMost(PATIENCE).until(ended::isDone);
      assertThat(ended.get()).as("lines that came before").isPositive();
      assertThat(controller.get(operation).body().at("/atRest").asBoolean())
          .as("it goes on")
          .isFalse();
      held.execute("UNLOCK TABLES");
    }
  }

  /** How many lines came, once no more come. */
  private static CompletableFuture<Long> follow(
      RunningController controller, String operation, String token) throws Exception {
    String url = controller.url();
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    url + (url.endsWith("/api/v1") ? "" : "/api/v1") + operation + "/events"))
            .header("Authorization", "Bearer " + token)
            .build();
    HttpResponse<Stream<String>> events =
        HttpClient.newHttpClient().send(request, BodyHandlers.ofLines());
    assertThat(events.statusCode()).isEqualTo(200);
    return CompletableFuture.supplyAsync(() -> events.body().count());
  }
}
