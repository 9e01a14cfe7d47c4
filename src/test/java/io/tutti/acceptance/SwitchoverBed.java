package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Three servers behind proxies of which each can be the source, an application that tries to write
 * to each of them all the time, and a controller that is killed at a statement of a switchover.
 */
final class SwitchoverBed extends Bed {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ApplicationWrites writes;

  /** What a plan says to one server. */
  record Said(int node, String statement) {}

  private SwitchoverBed(BedBuilder builder) {
    super(builder);
    createTable();
    ApplicationWrites.createAccount(source());
    awaitKnown();
    sandbox().servers().stream()
        .filter(each -> each.node() != 1)
        .forEach(each -> Checksums.awaitEqual(source(), each, "d.t"));
    this.writes = ApplicationWrites.start(sandbox().servers());
    writes.awaitMore(source(), 50);
  }

  static SwitchoverBed start(ServerRelease release, boolean byGtid) {
    return new SwitchoverBed(
        Bed.of(release)
            .byGtid(byGtid)
            .topology("1>2,1>3")
            .about(1)
            .behind(
                Map.of(
                    1,
                    StatementProxy.listen(),
                    2,
                    StatementProxy.listen(),
                    3,
                    StatementProxy.listen()))
            .durable()
            .mayAttach()
            .operationMax(Duration.ofMinutes(4))
            .settings(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms")));
  }

  /** Of two servers that take each other's place; the third one follows. */
  SandboxServer next(SandboxServer source) {
    return server(source.node() == 1 ? 2 : 1);
  }

  /**
   * All that a switchover says, each once: what its plan names, and how the old source is made to
   * replicate, of which the statements depend on the moment.
   */
  List<Said> statements(SandboxServer source) {
    JsonNode plan = OperationCalls.planned(ask(source, true));
    Set<Said> all = new LinkedHashSet<>();
    plan.at("/steps")
        .valueStream()
        .flatMap(step ->
            step.at("/statements")
                .valueStream()
                .map(JsonNode::asString)
                .map(text -> said(step.at("/instance").asString(), text)))
        .forEach(all::add);
    all.add(new Said(source.node(), "CHANGE MASTER"));
    all.add(new Said(source.node(), "START SLAVE"));
    return List.copyOf(all);
  }

  /** A statement names its server itself where that is not the one of its step. */
  private Said said(String instance, String text) {
    if (text.startsWith("on ")) {
      int end = text.indexOf(": ");
      return new Said(node(text.substring(3, end)), beginning(text.substring(end + 2)));
    }
    return new Said(node(instance), beginning(text));
  }

  private int node(String address) {
    return sandbox().servers().stream()
        .filter(each -> address(each).toString().equals(address))
        .findFirst()
        .orElseThrow()
        .node();
  }

  /** What follows depends on the moment, but for variables. */
  private static String beginning(String statement) {
    return statement.startsWith("SET GLOBAL")
        ? statement
        : String.join(" ", List.of(statement.split("[ ;]")).subList(0, 2));
  }

  private RunningController.Answer ask(SandboxServer source, boolean dryRun) {
    return controller()
        .post(
            "/clusters/%s:switchover"
                .formatted(RunningController.encoded(address(source).toString())),
            "{\"to\":\"%s\",\"dryRun\":%s}".formatted(address(next(source)), dryRun));
  }

  /** Returns what was begun. */
  String switchOver(SandboxServer source) {
    return OperationCalls.begun(ask(source, false));
  }

  /** The controller is killed at that statement. */
  Trap trap(Said said, When when) {
    return proxy(said.node()).trap(said.statement(), when, controller()::killHard);
  }

  /** That one takes writes, alone; the old one took none once that one had. */
  void assertOneTookWrites(SandboxServer old, SandboxServer now, long since) {
    writes.awaitMore(now, 20);
    assertThat(sandbox().servers().stream().filter(ResolveBed::takesWrites))
        .as("servers that take writes")
        .singleElement()
        .isEqualTo(now);
    if (now.node() != old.node()) {
      writes.assertOneAfterTheOther(old, now, since);
    }
    others(now)
        .filter(each -> each.node() != old.node())
        .forEach(each ->
            assertThat(writes.hasTaken(each, since)).as("rows that %s took", each).isFalse());
  }

  private Stream<SandboxServer> others(SandboxServer server) {
    return sandbox().servers().stream().filter(each -> each.node() != server.node());
  }

  /** All others replicate from it, and have a row that it took since. */
  void awaitFollowed(SandboxServer now) {
    assertThat(now.replication()).isEmpty();
    long newest = writes.acknowledgedBy(now).getLast();
    others(now)
        .forEach(
            each -> await().atMost(PATIENCE).untilAsserted(() -> assertFollows(each, now, newest)));
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            others(now)
                .forEach(each ->
                    assertThat(controller().instance(address(each)).at("/channels").toString())
                        .contains(address(now).toString())));
  }

  private void assertFollows(SandboxServer replica, SandboxServer now, long newest) {
    assertThat(replica.replication())
        .singleElement()
        .satisfies(channel -> {
          assertThat(channel.isRunning()).as("%s", channel).isTrue();
          assertThat(channel.source()).isIn(now.address(), address(now));
        });
    assertThat(replica.queryValue("SELECT id FROM d.t WHERE id = " + newest)).isPresent();
  }

  /** Nothing that was acknowledged is lost, and all have the same rows. */
  void assertAllAlike(SandboxServer now) {
    writes.stop();
    assertThat(SwitchoverTest.ids(now)).containsAll(writes.acknowledged());
    others(now).forEach(each -> Checksums.awaitEqual(now, each, "d.t"));
    System.out.printf(
        "%s: %d rows acknowledged, none lost%n", now.release(), writes.acknowledged().size());
  }

  @Override
  public void close() {
    writes.close();
    super.close();
  }
}
