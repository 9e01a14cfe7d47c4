package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A source gives its place to a replica with its parallel settings and its events, and takes it
 * back: an event that inserts a row each second goes on at the source and only there.
 */
@OwnProcess
class SwitchoverCarryTest {
  @TempDir private Path folder;

  /** What a release has of both roles: of the source, and of the replica that takes its place. */
  private record Tuned(Map<String, String> source, Map<String, String> replica) {
    static Tuned of(ServerRelease release) {
      return switch (release) {
        case MARIADB_10_11_5 ->
            new Tuned(
                Map.of("binlog_commit_wait_count", "3", "binlog_commit_wait_usec", "200"),
                Map.of("slave_parallel_threads", "4", "slave_parallel_mode", "aggressive"));
        case MYSQL_9_7 ->
            new Tuned(
                Map.of("binlog_group_commit_sync_delay", "50"),
                Map.of("replica_parallel_workers", "6", "replica_checkpoint_group", "1024"));
        default ->
            new Tuned(
                Map.of(
                    "binlog_group_commit_sync_delay",
                    "50",
                    "transaction_write_set_extraction",
                    "XXHASH64",
                    "binlog_transaction_dependency_tracking",
                    "WRITESET"),
                Map.of(
                    "slave_parallel_workers",
                    "4",
                    "slave_parallel_type",
                    "LOGICAL_CLOCK",
                    "slave_preserve_commit_order",
                    "1"));
      };
    }

    private static List<String> options(Map<String, String> values) {
      return values.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue()).toList();
    }
  }

  private static Bed start(ServerRelease release) {
    return start(release, Map.of());
  }

  /**
   * @param proxies between the controller and servers
   */
  private static Bed start(ServerRelease release, Map<Integer, StatementProxy> proxies) {
    Tuned tuned = Tuned.of(release);
    List<String> ofSource = new ArrayList<>(Tuned.options(tuned.source()));
    ofSource.add("event_scheduler=ON");
    Bed bed =
        Bed.of(release)
            .topology("1>2,1>3")
            .about(1)
            .options(1, ofSource)
            .options(2, Tuned.options(tuned.replica()))
            .mayAttach()
            .behind(proxies)
            .operationMax(Duration.ofMinutes(4))
            .settings(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms"))
            .start();
    bed.createTable();
    EventBed events = new EventBed(bed);
    events.create();
    bed.awaitKnown();
    events.awaitTicks(bed.source(), 2);
    return bed;
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5"})
  void settingsAndEventsGoThereAndBack(ServerRelease release) {
    try (Bed bed = start(release)) {
      SandboxServer old = bed.source();
      SandboxServer next = bed.server(2);
      assertItIsSaid(bed);
      Map<String, String> kept = EventBed.event(old);
      carry(bed, old, next);
      assertThat(EventBed.event(next)).isEqualTo(kept);
      assertHasExchanged(release, old, next);
      carry(bed, next, old);
      assertThat(EventBed.event(old)).isEqualTo(kept);
      assertHasExchanged(release, next, old);
    }
  }

  /** They are named where somebody leaves them. */
  private static void assertItIsSaid(Bed bed) {
    new EventBed(bed).grant();
    CommandResult left =
        new EventBed(bed).switchover(bed.source(), "--leave", "events", "--dry-run");
    assertThat(left.exitCode()).as("%s", left).isZero();
    assertThat(left.output()).contains("will run nowhere, as asked for: d.tick");
  }

  private static void carry(Bed bed, SandboxServer old, SandboxServer next) {
    String[] asked = {"--to", next.address().toString(), "--carry", "settings,events"};
    CommandResult dry = new EventBed(bed).switchover(old, with(asked, "--dry-run"));
    assertThat(dry.exitCode()).as("%s", dry).isZero();
    assertThat(dry.output()).contains("EVENT `d`.`tick` ENABLE").doesNotContain("`d`.`idle`");
    CommandResult done = new EventBed(bed).switchover(old, with(asked, "--yes"));
    assertThat(done.exitCode()).as("%s", done).isZero();
    assertThat(done.output()).doesNotContain("left out", "stays off", "Not all of them");

    long ofOld = EventBed.ticks(next).getOrDefault(EventBed.id(old), 0L);
    new EventBed(bed).awaitTicks(next, 3);
    for (SandboxServer each : bed.sandbox().servers()) {
      assertThat(EventBed.ticks(each))
          .containsEntry(EventBed.id(old), ofOld)
          .doesNotContainKey("0");
      assertThat(EventBed.enabled(each))
          .as("%s", each.address())
          .isEqualTo(each.node() == next.node() ? List.of("tick") : List.of());
    }
    assertThat(EventBed.scheduler(old)).isEqualTo("ON");
    assertThat(EventBed.scheduler(next)).isEqualTo("ON");
    assertThat(bed.controller().tutti("findings").output()).doesNotContain("ERRANT");
  }

  private static String[] with(String[] words, String last) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add(last);
    return all.toArray(String[]::new);
  }

  /** The one that was the source applies as the other did, and that marks as the one did. */
  private static void assertHasExchanged(
      ServerRelease release, SandboxServer old, SandboxServer next) {
    Tuned tuned = Tuned.of(release);
    tuned.replica().forEach((name, value) -> assertThat(setting(old, name)).isEqualTo(value));
    tuned.source().forEach((name, value) -> assertThat(setting(next, name)).isEqualTo(value));
    tuned
        .source()
        .forEach((name, value) -> {
          if (!name.equals("transaction_write_set_extraction")) {
            assertThat(setting(old, name)).as(name).isNotEqualTo(value);
          }
        });
  }

  private static String setting(SandboxServer server, String name) {
    return server.queryValue("SELECT @@global." + name).orElseThrow();
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MARIADB_10_11_5"})
  void nothingGoesOverWhereAHookSaysNo(ServerRelease release) throws IOException {
    try (Bed bed = start(release)) {
      sayNo(bed.controller());
      bed.awaitKnown();
      SandboxServer old = bed.source();
      SandboxServer next = bed.server(2);
      EventBed events = new EventBed(bed);
      events.grant();
      CommandResult refused =
          events.switchover(
              old,
              "--to",
              next.address().toString(),
              "--carry",
              "settings",
              "--carry",
              "events",
              "--yes");
      assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
      events.awaitTicks(old, 2);
      assertThat(EventBed.ticks(next)).doesNotContainKey(EventBed.id(next));
      assertThat(EventBed.enabled(next)).isEmpty();
      Tuned tuned = Tuned.of(release);
      tuned.replica().forEach((name, value) -> assertThat(setting(next, name)).isEqualTo(value));
      tuned.source().forEach((name, value) -> assertThat(setting(old, name)).isEqualTo(value));
      assertThat(old.queryValue("SELECT @@global.read_only")).contains("0");
    }
  }

  /** Before anything is handed over the next one takes writes itself. */
  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MARIADB_10_11_5"})
  void eventsRunWhereTheyRanOnceAllIsUndone(ServerRelease release) throws Exception {
    try (StatementProxy proxy = StatementProxy.listen();
        Bed bed = start(release, Map.of(1, proxy))) {
      EventBed events = new EventBed(bed);
      events.grant();
      SandboxServer old = bed.source();
      SandboxServer next = bed.server(2);
      Trap stopped =
          proxy.trap(
              "DISABLE ON SLAVE",
              When.JUST_BEFORE,
              () -> next.execute("SET GLOBAL read_only = OFF"));
      CommandResult undone =
          events.switchover(old, "--to", next.address().toString(), "--carry", "events", "--yes");
      assertThat(stopped.awaitSprung()).isTrue();
      assertThat(undone.exitCode()).as("%s", undone).isEqualTo(1);
      assertThat(undone.output()).contains("UNDONE");
      assertThat(EventBed.scheduler(old)).isEqualTo("ON");
      assertThat(EventBed.enabled(old)).containsExactly("tick");
      events.awaitTicks(old, 2);
      assertThat(EventBed.enabled(next)).isEmpty();
      assertThat(EventBed.ticks(next)).containsOnlyKeys(EventBed.id(old));
    }
  }

  private void sayNo(RunningController controller) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    Path program = Files.writeString(folder.resolve("hook"), "#!/bin/sh\nexit 1\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(
        controller.home().resolve("tutti.yaml"),
        """
        tutti:
          hooks:
            no:
              kind: command
              events: ["before-switchover"]
              command: ["%s"]
              policy: MAY_ABORT
        """
            .formatted(program));
    controller.killHardAndStartAgain();
  }
}
