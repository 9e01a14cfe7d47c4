package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.RunningController.CommandResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A rollout, as tests ask for it and look at it. */
final class RolloutCalls {
  private final RunningController controller;
  private final String id;

  private RolloutCalls(RunningController controller, String id) {
    this.controller = controller;
    this.id = id;
  }

  /** Whom a file would reach; fails with all that is wrong with it. */
  static JsonNode planned(RunningController controller, String file) {
    JsonNode checked = send(controller, file, true).body();
    assertThat(checked.at("/mistakes")).as("%s", checked).isEmpty();
    return checked.at("/plan");
  }

  static RolloutCalls create(RunningController controller, String file) {
    Answer created = send(controller, file, false);
    assertThat(created.status()).as("%s", created.body()).isEqualTo(202);
    return new RolloutCalls(controller, created.text("/id"));
  }

  private static Answer send(RunningController controller, String file, boolean isDry) {
    Map<String, Object> body = Map.of("file", file, "dryRun", isDry);
    return controller.post("/rollouts", JsonMapper.shared().writeValueAsString(body));
  }

  /** The same rollout, as another controller shows it. */
  RolloutCalls shownBy(RunningController other) {
    return new RolloutCalls(other, id);
  }

  String id() {
    return id;
  }

  JsonNode now() {
    return controller.get("/rollouts/" + id).body();
  }

  void act(String act) {
    Answer acted = controller.post("/rollouts/%s:%s".formatted(id, act), "{}");
    assertThat(acted.status()).as("%s", acted.body()).isEqualTo(200);
  }

  /** Asks often: what is waited for may last for some milliseconds only. */
  JsonNode awaitThat(Duration longest, Predicate<JsonNode> wanted) {
    await()
        .atMost(longest)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> wanted.test(now()));
    return now();
  }

  /** Until it has ended, or waits for a person. */
  JsonNode awaitRest(Duration longest) {
    await()
        .atMost(longest)
        .pollInterval(Duration.ofMillis(500))
        .until(() -> {
          JsonNode now = now();
          return now.at("/atEnd").asBoolean()
              || now.at("/state").asString().matches("PAUSED|ASKING|CONTINUOUS");
        });
    return now();
  }

  /** The state of a wave, counted from 1, and those of its servers. */
  static List<String> states(JsonNode rollout, int wave) {
    JsonNode found = rollout.at("/waves/" + (wave - 1));
    return Stream.concat(
            Stream.of(found.at("/state").asString()),
            replicas(rollout, wave).map(each -> each.at("/state").asString()))
        .toList();
  }

  /** The servers of a wave, of a rollout or of the plan of one. */
  static Stream<JsonNode> replicas(JsonNode rollout, int wave) {
    return rollout.at("/waves/%d/replicas".formatted(wave - 1)).valueStream();
  }

  static List<String> instances(JsonNode rollout, int wave) {
    return replicas(rollout, wave).map(each -> each.at("/instance").asString()).toList();
  }

  /** Its operations, of one kind on one server. */
  List<JsonNode> operations(String kind, Object address) {
    return operations()
        .filter(each -> each.at("/kind").asString().equals(kind))
        .filter(each -> each.at("/target").asString().equals(address.toString()))
        .toList();
  }

  Stream<JsonNode> operations() {
    return controller
        .get("/operations?limit=1000")
        .body()
        .at("/items")
        .valueStream()
        .filter(each -> each.at("/actor").asString().equals("rollout:" + id));
  }

  JsonNode report() {
    return controller.get("/rollouts/%s/report".formatted(id)).body();
  }

  /** As Markdown. */
  String page(String... more) {
    CommandResult shown =
        controller.tutti(
            Stream.concat(Stream.of("rollout", "report", id), Stream.of(more))
                .toArray(String[]::new));
    assertThat(shown.exitCode()).as("%s", shown).isZero();
    return shown.output();
  }
}
