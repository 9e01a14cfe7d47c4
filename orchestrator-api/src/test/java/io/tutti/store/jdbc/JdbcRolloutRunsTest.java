package io.tutti.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.OperationId;
import io.tutti.rollout.Approval;
import io.tutti.rollout.Bounds;
import io.tutti.rollout.Cron;
import io.tutti.rollout.Gates;
import io.tutti.rollout.OnFailure;
import io.tutti.rollout.ReplicaState;
import io.tutti.rollout.Rollout;
import io.tutti.rollout.RolloutPlan;
import io.tutti.rollout.RolloutPlan.LeftOut;
import io.tutti.rollout.RolloutPlan.PlannedWave;
import io.tutti.rollout.RolloutPlan.Reason;
import io.tutti.rollout.RolloutPlan.Setting;
import io.tutti.rollout.RolloutPlan.Target;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutState;
import io.tutti.rollout.Schedule;
import io.tutti.rollout.Schedule.Start;
import io.tutti.rollout.Selector;
import io.tutti.rollout.TargetRole;
import io.tutti.rollout.Wanted;
import io.tutti.rollout.Wave;
import io.tutti.rollout.WaveState;
import io.tutti.rollout.Window;
import io.tutti.spi.knob.VersionRange;
import io.tutti.topology.Tag;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A rollout that was kept is read as it was, also by the next controller. */
class JdbcRolloutRunsTest {
  private static final InstanceAddress DB2 = InstanceAddress.parse("db2:3306");
  private static final Instant NOW = Instant.parse("2026-11-23T22:00:00.123456789Z");

  @TempDir private Path folder;

  private JdbcStore open() {
    return JdbcStore.open("jdbc:h2:file:" + folder.resolve("store"), "", "");
  }

  static Stream<Rollout> eachKind() {
    return Stream.of(
        rollout(new Wanted.Advised(), new Start.Now()),
        rollout(new Wanted.Named(Map.of("replica_parallel_workers", "8")), new Start.At(NOW)),
        rollout(new Wanted.Advised(), new Start.Repeated(Cron.parse("30 2 * * 1-5"))));
  }

  private static Rollout rollout(Wanted wanted, Start start) {
    return new Rollout(
        "eight-workers",
        new Selector(
            List.of("eu"),
            Set.of("mysql-8.0"),
            VersionRange.since("8.0.15"),
            Set.of(TargetRole.LEAF),
            List.of(new Tag("env", "prod")),
            List.of(DB2)),
        wanted,
        List.of(new Wave.Count(1), new Wave.Percent(100)),
        Duration.ofMinutes(10),
        Bounds.USUAL,
        new Schedule(
            start,
            ZoneId.of("Europe/Berlin"),
            List.of(new Window(Set.of(DayOfWeek.MONDAY), LocalTime.of(22, 0), LocalTime.of(6, 0))),
            List.of(new Schedule.Blackout(LocalDate.of(2026, 12, 24), LocalDate.of(2026, 12, 26)))),
        Gates.ALL,
        OnFailure.UNDO_WAVE,
        Approval.EACH,
        true,
        false);
  }

  private static RolloutRun run(String id, Rollout rollout) {
    Target target =
        new Target(
            DB2,
            "eu",
            TargetRole.LEAF,
            "mysql-8.0",
            List.of(
                new Setting(
                    "replica_parallel_workers",
                    "slave_parallel_workers",
                    "8",
                    Optional.of("it is behind"),
                    List.of("SET GLOBAL slave_parallel_workers = 8"),
                    "applier")),
            List.of(),
            Optional.of(new LeftOut(DB2, Reason.DOWNTIME, "db2:3306 is in downtime.")));
    RolloutPlan plan =
        new RolloutPlan(
            List.of(new PlannedWave(1, List.of(target))),
            List.of(new LeftOut(DB2, Reason.FENCED, "db3:3306 is fenced.")));
    RolloutRun begun = RolloutRun.begun(id, rollout, "name: eight-workers", "ann", NOW, plan);
    return begun
        .with(
            begun
                .waves()
                .getFirst()
                .begun(NOW)
                .each(replica ->
                    replica
                        .in(ReplicaState.CHANGING, "why")
                        .beside(Optional.of(InstanceAddress.parse("[::1]:3307")))
                        .changedBy(new OperationId("20261123-220000-aa"))
                        .goingBackTo(new TreeMap<>(Map.of("replica_parallel_workers", "4"))))
                .soakingUntil(NOW)
                .lookedAt()
                .in(WaveState.STOPPED))
        .deciding(new RolloutRun.Decision(NOW, 1, Optional.of(DB2), "It holds."))
        .approving(1)
        .in(RolloutState.PAUSED, "A person decides.")
        .wakingAt(NOW);
  }

  @ParameterizedTest
  @MethodSource("eachKind")
  void isReadAsItWasByTheNextController(Rollout rollout) {
    RolloutRun kept = run("20261123-220000-01", rollout);
    try (JdbcStore store = open()) {
      store.rolloutRuns().save(kept);
    }
    try (JdbcStore store = open()) {
      assertThat(store.rolloutRuns().find(kept.id())).contains(kept);
    }
  }

  @Test
  void theNewestIsFirstAndOneThatIsSavedAgainIsThereOnce() {
    Rollout rollout = rollout(new Wanted.Advised(), new Start.Now());
    RolloutRun first = run("20261123-220000-01", rollout);
    RolloutRun second = run("20261123-220001-00", rollout);
    try (JdbcStore store = open()) {
      store.rolloutRuns().save(first);
      store.rolloutRuns().save(second);
      RolloutRun changed = first.in(RolloutState.ABORTED, "Aborted.");
      store.rolloutRuns().save(changed);
      assertThat(store.rolloutRuns().all()).containsExactly(second, changed);
      assertThat(store.rolloutRuns().find("none")).isEmpty();
    }
  }
}
