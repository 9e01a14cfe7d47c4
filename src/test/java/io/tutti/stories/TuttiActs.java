package io.tutti.stories;

import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.stories.Act.Ask;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;

/** Asks the controller, as its users do. */
final class TuttiActs {
  private static final Duration WAIT_MAX = Duration.ofSeconds(12);

  private final Stage stage;
  private final List<Deed> deeds;

  TuttiActs(Stage stage, List<Deed> deeds) {
    this.stage = stage;
    this.deeds = deeds;
  }

  /** Shows in short what was answered. */
  String ask(Ask ask) {
    Instant at = Instant.now();
    Optional<Answer> answer = send(ask);
    if (answer.isEmpty()) {
      return "nothing to ask for";
    }
    Deed.Asked asked =
        new Deed.Asked(at, ask.node(), ask, answer.get().status(), answer.get().body());
    deeds.add(asked);
    if (!asked.wasAccepted()) {
      return "%d %s, %s"
          .formatted(
              asked.status(),
              asked.answer().at("/code").asString(),
              asked.answer().at("/observed").asString());
    }
    return asked.operation() + (ask.waits() ? " " + awaitRest(asked.operation()) : "");
  }

  private Optional<Answer> send(Ask ask) {
    String instance = "/instances/" + stage.encoded(ask.node());
    return switch (ask.wish()) {
      case CLOSE_GAPS -> post(instance + "/gaps:close", "{\"deadline\":\"PT10S\"}");
      case SKIP -> post(instance + "/transactions:skip", "{}");
      case FENCE -> post(instance + ":fence", "{\"why\":\"a story\"}");
      case UNFENCE -> post(instance + ":unfence", "{}");
      case RESOLVE ->
          openIncident(ask.node()).flatMap(id -> post("/incidents/" + id + ":resolve", "{}"));
      case BACKUP_BEGIN -> post(instance + "/backups", "{\"ttl\":\"PT15S\",\"deadline\":\"PT5S\"}");
      case BACKUP_END -> openSession(ask.node()).map(this::end);
      case APPLY ->
          post(
              instance + "/parallelism",
              "{\"settings\":{\"%s\":\"%d\"},\"settle\":\"PT3S\"}"
                  .formatted(
                      stage.isMariaDb() ? "slave_parallel_threads" : "slave_parallel_workers",
                      ask.value()));
    };
  }

  private Optional<Answer> post(String path, String body) {
    return Optional.of(stage.controller().post(path, body));
  }

  private Answer end(String path) {
    return stage.controller().delete(path);
  }

  private Optional<String> openIncident(int node) {
    return stage
        .controller()
        .get("/incidents?open=true&instance=" + stage.encoded(node))
        .body()
        .at("/items")
        .valueStream()
        .findFirst()
        .map(each -> each.at("/id").asString());
  }

  private Optional<String> openSession(int node) {
    String path = "/instances/" + stage.encoded(node) + "/backups";
    return stage
        .controller()
        .get(path)
        .body()
        .at("/items")
        .valueStream()
        .filter(each -> each.at("/open").asBoolean())
        .findFirst()
        .map(each -> path + "/" + each.at("/id").asString());
  }

  JsonNode operation(String id) {
    return stage.controller().get("/operations/" + id).body();
  }

  private String awaitRest(String operation) {
    try {
      await()
          .atMost(WAIT_MAX)
          .pollInterval(Duration.ofMillis(50))
          .until(() -> operation(operation).at("/atRest").asBoolean());
    } catch (ConditionTimeoutException e) {
      return "goes on";
    }
    return operation(operation).at("/state").asString();
  }
}
