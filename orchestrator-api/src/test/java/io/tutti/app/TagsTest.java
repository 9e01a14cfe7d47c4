package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.app.RunningController.Answer;
import io.tutti.fixtures.FakeServers;
import io.tutti.fixtures.FakeServers.FakeServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tags of servers, over HTTP. */
class TagsTest {
  private static final String CONTACT = "--tutti.discovery.allow=127.0.0.0/8";

  @TempDir private Path home;
  private final FakeServers servers = new FakeServers();
  private FakeServer source;
  private RunningController running;

  @BeforeEach
  void start() {
    source = servers.start();
    running = RunningController.start(home, servers, CONTACT);
    running.post("/api/v1/discoveries", "{\"address\":\"" + source.address + "\"}");
  }

  @AfterEach
  void stop() {
    running.close();
    servers.close();
  }

  private Answer tag(String query, String body) {
    return running.post("/api/v1/instances/%s/tags%s".formatted(source.address, query), body);
  }

  private JsonNode found(String tag) {
    return running.get("/api/v1/instances?tag=" + tag).json().path("items");
  }

  @Test
  void whoSetATagWhyAndUntilWhenIsKeptOverARestart() {
    JsonNode set = tag("?reason=disk", "{\"tags\":{\"env\":\"prod\"},\"ttl\":\"PT2H\"}").json();
    assertThat(set.at("/tags/env").asString()).isEqualTo("prod");
    assertThat(set.at("/tagDetails/0/owner").asString()).isNotEmpty();
    running.close();
    running = RunningController.start(home, servers, CONTACT);

    JsonNode shown = found("env=prod").get(0);
    assertThat(shown.path("tagDetails")).isEqualTo(set.path("tagDetails"));
    assertThat(shown.at("/tagDetails/0/reason").asString()).isEqualTo("disk");
    assertThat(shown.at("/tagDetails/0").has("until")).isTrue();
  }

  @Test
  void aRequestOfTagsAloneSetsTagsThatStay() {
    JsonNode set = tag("", "{\"tags\":{\"env\":\"prod\",\"rack\":\"a4\"}}").json();

    assertThat(set.path("tags")).hasSize(2);
    assertThat(set.at("/tagDetails/0").has("until")).isFalse();
    assertThat(set.at("/tagDetails/0").has("reason")).isFalse();
  }

  @Test
  void aTagThatIsOverIsNotThere() {
    tag("", "{\"tags\":{\"env\":\"prod\"},\"ttl\":\"PT1S\"}");

    await().untilAsserted(() -> assertThat(found("env=prod")).isEmpty());
    assertThat(tag("", "{\"tags\":{}}").json().path("tagDetails")).isEmpty();
  }

  @Test
  void anEndThatIsNotInTheFutureIsRefused() {
    Answer refused = tag("", "{\"tags\":{\"env\":\"prod\"},\"ttl\":\"PT-1S\"}");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(found("env=prod")).isEmpty();
  }
}
