package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * A source and replicas, an application that tries to write to each of them all the time, and a
 * controller that may do all. Afterwards it is counted what became of the rows that were
 * acknowledged: with semi-sync all of them are there; without it those that any replica received.
 */
final class FailoverBed extends Bed {
  static final Duration PATIENCE = Duration.ofSeconds(90);

  private final ApplicationWrites writes;
  private final long began = System.nanoTime();

  /** The last one that was begun. */
  private String operation = "";

  /** When the old source was seen to be fenced after it was back. */
  private long fenced;

  private FailoverBed(BedBuilder builder) {
    super(
        builder
            .about(1)
            .durable()
            .mayAttach()
            .operationMax(Duration.ofMinutes(4))
            .settings(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms")));
    createTable();
    ApplicationWrites.createAccount(source());
    awaitKnown();
    for (SandboxServer each : replicas()) {
      Checksums.awaitEqual(source(), each, "d.t");
    }
    this.writes = ApplicationWrites.start(sandbox().servers());
    writes.awaitMore(source(), 100);
  }

  /** Commits wait for the acknowledgement of a replica, where the release has that. */
  static BedBuilder of(ServerRelease release) {
    BedBuilder bed = Bed.of(release);
    return release.has(ServerFeature.SEMI_SYNC) ? bed.semiSync() : bed;
  }

  static FailoverBed start(BedBuilder builder) {
    return new FailoverBed(builder);
  }

  static FailoverBed start(ServerRelease release) {
    return start(of(release).topology("1>2,1>3"));
  }

  ApplicationWrites writes() {
    return writes;
  }

  List<SandboxServer> replicas() {
    return sandbox().servers().stream().filter(each -> each.node() != 1).toList();
  }

  /** Asks for it as soon as it is known that the source does not serve; what was begun. */
  String failOver(SandboxServer lost) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> {
          List<String> found = operations().findings(address(lost));
          return found.contains("SOURCE_DEAD") || found.contains("SOURCE_FROZEN");
        });
    operation = OperationCalls.begun(request(lost));
    return operation;
  }

  Answer request(SandboxServer lost) {
    return controller()
        .post(
            "/clusters/%s:failover".formatted(RunningController.encoded(address(lost).toString())),
            "{}");
  }

  /** Who takes writes of those, once one does. */
  SandboxServer awaitTaking(List<SandboxServer> servers) {
    await().atMost(PATIENCE).until(() -> servers.stream().anyMatch(ResolveBed::takesWrites));
    List<SandboxServer> taking = servers.stream().filter(ResolveBed::takesWrites).toList();
    assertThat(taking).hasSize(1);
    return taking.getFirst();
  }

  /** No other one than the source has taken a write so far. */
  void assertOnlySourceTookWrites() {
    for (SandboxServer each : replicas()) {
      assertThat(writes.acknowledgedBy(each)).as("rows that %s took", each.address()).isEmpty();
    }
  }

  /**
   * All that was acknowledged is there; without semi-sync, all but the last rows of the old source,
   * which no replica had received. The others follow and have the same. Never did two take writes,
   * but that an old source that is back takes them without semi-sync until it is fenced.
   */
  void assertTakenOver(SandboxServer lost, SandboxServer now, List<SandboxServer> followers) {
    writes.awaitMore(now, 20);
    assertOneAfterTheOther(lost, now);
    System.out.printf(
        "%s: nobody could write for %d ms, from %s to %s%n",
        lost.release(), writes.pause(lost, now, began).toMillis(), lost.address(), now.address());
    writes.stop();
    SortedSet<Long> missing = new TreeSet<>(writes.acknowledged());
    missing.removeAll(SwitchoverTest.ids(now));
    if (lost.release().has(ServerFeature.SEMI_SYNC)) {
      assertThat(missing).as("acknowledged rows that %s lacks", now.address()).isEmpty();
    } else {
      assertThat(missing)
          .as("acknowledged rows that %s lacks: the last ones of %s", now.address(), lost.address())
          .containsExactlyElementsOf(lastOf(lost, missing.size()));
    }
    System.out.printf(
        "%s: %d rows acknowledged, of which %d are lost%n",
        lost.release(), writes.acknowledged().size(), missing.size());
    for (SandboxServer each : followers) {
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .untilAsserted(() ->
              assertThat(each.replication())
                  .as(() -> controller().events(operation).toString())
                  .singleElement()
                  .satisfies(channel -> assertThat(channel.source()).isEqualTo(address(now))));
      Checksums.awaitEqual(now, each, "d.t");
    }
  }

  private void assertOneAfterTheOther(SandboxServer lost, SandboxServer now) {
    if (lost.release().has(ServerFeature.SEMI_SYNC) || fenced == 0) {
      writes.assertOneAfterTheOther(lost, now, began);
    } else {
      assertThat(writes.hasTaken(lost, fenced)).as("a row taken after it was fenced").isFalse();
    }
    System.out.printf(
        "%s: %d rows taken by the old source beside the new one%n",
        lost.release(), writes.takenBeside(lost, now, began));
  }

  private List<Long> lastOf(SandboxServer server, int count) {
    List<Long> all = writes.acknowledgedBy(server);
    return all.subList(Math.max(0, all.size() - count), all.size());
  }

  /** Where it is back it refuses all clients, and what it wrote last is nowhere else needed. */
  void assertFenced(SandboxServer lost) {
    await().atMost(PATIENCE).ignoreExceptions().until(() -> FenceBed.isShut(lost));
    fenced = System.nanoTime();
  }

  /** Until it is at rest; says when each of its steps began, and how long it took. */
  JsonNode ended(String operation) {
    JsonNode ended = atRest(operation);
    System.out.printf("asked for at %s%n", ended.at("/requestedAt").asString());
    for (JsonNode step : ended.at("/steps")) {
      System.out.printf(
          "  %s %s: at %s, %s%n",
          step.at("/kind").asString(),
          step.at("/instance").asString(),
          step.at("/begunAt").asString(),
          step.at("/took").asString());
    }
    return ended;
  }

  @Override
  public void close() {
    writes.close();
    sandbox().servers().stream().filter(SandboxServer::isRunning).forEach(SandboxServer::thaw);
    super.close();
  }
}
