package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The plans, operations and findings of a controller, as REST answers them.
 *
 * @param longest how long an operation may take
 */
record OperationCalls(RunningController controller, Duration longest) {

  /** What a dry run answers: the plan. */
  static JsonNode planned(Answer answer) {
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
    return answer.body();
  }

  /** The id of the operation that was begun. */
  static String begun(Answer answer) {
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(202);
    return answer.text("/id");
  }

  /** What a plan says to servers, in its order. */
  static List<String> statements(JsonNode plan) {
    return plan.at("/steps")
        .valueStream()
        .flatMap(step -> step.at("/statements").valueStream())
        .map(JsonNode::asString)
        .toList();
  }

  /** The kinds of the steps of a plan. */
  static List<String> kinds(JsonNode plan) {
    return plan.at("/steps").valueStream().map(step -> step.at("/kind").asString()).toList();
  }

  /** Fails with the whole operation, if it did not succeed. */
  static JsonNode succeeded(JsonNode ended) {
    assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
    return ended;
  }

  /** The operation as it is now. */
  JsonNode operation(String id) {
    return controller.get("/operations/" + id).body();
  }

  /** The operation once it rests. */
  JsonNode atRest(String id) {
    await()
        .atMost(longest)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(() -> {
          JsonNode now = operation(id);
          assertThat(now.at("/atRest").asBoolean()).as("%s", now).isTrue();
        });
    return operation(id);
  }

  /** The newest first. */
  List<JsonNode> all() {
    return List.copyOf(items("/operations?limit=1000"));
  }

  /** The codes of what is found of a server. */
  List<String> findings(Object address) {
    return items("/findings").stream()
        .filter(finding -> finding.at("/subject").asString().startsWith(address.toString()))
        .map(finding -> finding.at("/code").asString())
        .toList();
  }

  private List<JsonNode> items(String path) {
    return controller.get(path).body().at("/items").valueStream().toList();
  }
}
