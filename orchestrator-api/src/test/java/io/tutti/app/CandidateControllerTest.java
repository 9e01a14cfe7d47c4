package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.app.RunningController.Answer;
import io.tutti.fixtures.FakeServers;
import io.tutti.fixtures.FakeServers.FakeServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom somebody wants promoted, and which clusters are in hold, over HTTP. */
class CandidateControllerTest {
  private static final String CONTACT = "--tutti.discovery.allow=127.0.0.0/8";

  @TempDir private Path home;
  private final FakeServers servers = new FakeServers();
  private FakeServer source;
  private RunningController running;

  @BeforeEach
  void start() {
    source = servers.start();
    source.says(state -> state.writable());
    running = RunningController.start(home, servers, CONTACT);
    running.post("/api/v1/discoveries", "{\"address\":\"" + source.address + "\"}");
  }

  @AfterEach
  void stop() {
    running.close();
    servers.close();
  }

  private Answer wish(String body) {
    return running.post(
        "/api/v1/instances/%s/candidate?reason=disk".formatted(source.address), body);
  }

  @Test
  void aWishIsKeptOverARestartAndEnded() {
    assertThat(wish("{\"wish\":\"must_not\",\"ttl\":\"PT2H\"}").status()).isEqualTo(200);
    running.close();
    running = RunningController.start(home, servers, CONTACT);
    assertThat(running.get("/api/v1/candidates").json().at("/items/0/wish").asString())
        .isEqualTo("must_not");
    String path = "/api/v1/instances/%s/candidate".formatted(source.address);
    assertThat(running.delete(path).status()).isEqualTo(200);
    assertThat(running.get("/api/v1/candidates").json().path("items")).isEmpty();
    assertThat(running.delete(path).status()).isEqualTo(400);
    assertThat(running.get("/api/v1/audit").json().toString())
        .contains("candidate.set", "candidate.ended");
  }

  @Test
  void aWordThatNobodyKnowsIsRefused() {
    Answer refused = wish("{\"wish\":\"perhaps\"}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().toString()).contains("prefer, neutral or must_not");
    assertThat(running.get("/api/v1/candidates").json().path("items")).isEmpty();
  }

  @Test
  void aClusterThatIsNotInHoldHasNothingToRelease() {
    assertThat(running.get("/api/v1/failover-holds").json().path("items")).isEmpty();
    Answer refused = running.delete("/api/v1/clusters/%s/failover-hold".formatted(source.address));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().toString()).contains("is not in hold");
  }
}
