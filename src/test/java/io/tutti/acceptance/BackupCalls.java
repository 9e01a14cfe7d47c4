package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.JsonNode;

/**
 * Sessions for backups, as tests begin and end them: of the replica of a {@link GapBed}, over REST.
 */
final class BackupCalls {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private BackupCalls() {}

  static String path(GapBed bed) {
    return bed.path("/backups");
  }

  static Answer ask(GapBed bed, String body) {
    return bed.controller().post(path(bed), body);
  }

  static JsonNode begin(GapBed bed, String body) {
    return bed.carryOut("/backups", body);
  }

  static JsonNode latest(GapBed bed) {
    return bed.controller().get(path(bed)).body().at("/items/0");
  }

  static JsonNode begun(GapBed bed, String body) {
    assertState("SUCCEEDED", begin(bed, body));
    JsonNode session = latest(bed);
    assertThat(session.at("/open").asBoolean()).as("%s", session).isTrue();
    return session;
  }

  static JsonNode end(GapBed bed) {
    return bed.atRest(
        OperationCalls.begun(
            bed.controller().delete(path(bed) + "/" + latest(bed).at("/id").asString())));
  }

  static void assertState(String state, JsonNode operation) {
    assertThat(operation.at("/state").asString()).as("%s", operation).isEqualTo(state);
  }

  static List<String> statements(JsonNode session, String by) {
    return session
        .at("/attachments")
        .valueStream()
        .filter(way -> way.at("/by").asString().equals(by))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + by + " in " + session))
        .at("/statements")
        .valueStream()
        .map(JsonNode::asString)
        .toList();
  }

  /** Writes to the source until it is closed. */
  static final class Writer implements AutoCloseable {
    private final AtomicBoolean over = new AtomicBoolean();
    private final Thread thread;

    Writer(GapBed bed) {
      thread =
          Thread.ofVirtual()
              .start(() -> {
                while (!over.get()) {
                  bed.write(1);
                }
              });
    }

    @Override
    public void close() {
      over.set(true);
      await().atMost(PATIENCE).until(() -> !thread.isAlive());
    }
  }

  /** All that was written last is there. */
  static void awaitRow(SandboxServer server, GapBed bed) {
    String last =
        bed.source()
            .queryValue(
                "SELECT GREATEST((SELECT MAX(id) FROM gap_a.t), (SELECT MAX(id) FROM gap_b.t),"
                    + " (SELECT MAX(id) FROM gap_c.t))")
            .orElseThrow();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(
                    server.queryValue(
                        "SELECT GREATEST((SELECT MAX(id) FROM gap_a.t), (SELECT MAX(id) FROM"
                            + " gap_b.t), (SELECT MAX(id) FROM gap_c.t))"))
                .contains(last));
  }

  static void rested(RunningController controller, Answer accepted) {
    assertThat(accepted.status()).as("%s", accepted.body()).isEqualTo(202);
    String operation = "/operations/" + accepted.text("/id");
    await()
        .atMost(PATIENCE)
        .until(() -> controller.get(operation).body().at("/atRest").asBoolean());
    assertState("SUCCEEDED", controller.get(operation).body());
  }

  static JsonNode opened(RunningController controller, String path, String body) {
    rested(controller, controller.post(path, body));
    return controller.get(path).body().at("/items/0");
  }

  static void closed(RunningController controller, String path, JsonNode session) {
    rested(controller, controller.delete(path + "/" + session.at("/id").asString()));
  }
}
