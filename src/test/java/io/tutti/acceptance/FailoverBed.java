package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * A source and replicas whose acknowledgement its commits wait for, an application that tries to
 * write to each of them all the time, and a controller that may do all. Afterwards it is counted
 * what became of the rows that were acknowledged.
 */
final class FailoverBed extends Bed {
  static final Duration PATIENCE = Duration.ofSeconds(90);

  private final ApplicationWrites writes;
  private final long began = System.nanoTime();

  private FailoverBed(BedBuilder builder) {
    super(
        builder
            .semiSync()
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

  static FailoverBed start(BedBuilder builder) {
    return new FailoverBed(builder);
  }

  static FailoverBed start(ServerRelease release) {
    return start(Bed.of(release).topology("1>2,1>3"));
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
    return OperationCalls.begun(request(lost));
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
   * All that was acknowledged is there, the others follow and have the same, and never did two take
   * writes.
   */
  void assertTakenOver(SandboxServer lost, SandboxServer now, List<SandboxServer> followers) {
    writes.awaitMore(now, 20);
    writes.assertOneAfterTheOther(lost, now, began);
    System.out.printf(
        "%s: nobody could write for %d ms, from %s to %s%n",
        lost.release(), writes.pause(lost, now, began).toMillis(), lost.address(), now.address());
    writes.stop();
    SortedSet<Long> missing = new TreeSet<>(writes.acknowledged());
    missing.removeAll(SwitchoverTest.ids(now));
    assertThat(missing).as("acknowledged rows that %s lacks", now.address()).isEmpty();
    for (SandboxServer each : followers) {
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .untilAsserted(() ->
              assertThat(each.replication())
                  .singleElement()
                  .satisfies(channel -> assertThat(channel.source()).isEqualTo(now.address())));
      Checksums.awaitEqual(now, each, "d.t");
    }
  }

  /** Where it is back it refuses all clients, and what it wrote last is nowhere else needed. */
  void assertFenced(SandboxServer lost) {
    await().atMost(PATIENCE).ignoreExceptions().until(() -> FenceBed.isShut(lost));
  }

  JsonNode ended(String operation) {
    return atRest(operation);
  }

  @Override
  public void close() {
    writes.close();
    sandbox().servers().stream().filter(SandboxServer::isRunning).forEach(SandboxServer::thaw);
    super.close();
  }
}
