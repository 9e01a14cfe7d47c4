package io.tutti.rollout.engine;

import static io.tutti.rollout.engine.EngineBed.BEFORE;
import static io.tutti.rollout.engine.EngineBed.WANTED;
import static io.tutti.rollout.engine.EngineBed.replica;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.operation.parallelism.ParallelismRequest;
import io.tutti.rollout.AnyRollout;
import io.tutti.rollout.Approval;
import io.tutti.rollout.OnFailure;
import io.tutti.rollout.ReplicaState;
import io.tutti.rollout.Rollout;
import io.tutti.rollout.RolloutAct;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutState;
import io.tutti.rollout.Schedule;
import io.tutti.rollout.WaveState;
import io.tutti.rollout.Window;
import io.tutti.rollout.gate.GateAnswer.Outcome;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rollouts of six replicas in waves of one, two and three, second by second. */
class RolloutEngineTest {
  private static final int LONG = 200;

  private EngineBed bed = new EngineBed(1, 2, 3);

  private static Rollout rollout(OnFailure onFailure, Approval approval, Schedule schedule) {
    return new AnyRollout()
        .workers(WANTED)
        .schedule(schedule)
        .onFailure(onFailure)
        .approval(approval)
        .build();
  }

  private void create(OnFailure onFailure, Approval approval) {
    var unused =
        bed.engine()
            .create(rollout(onFailure, approval, Schedule.now(ZoneOffset.UTC)), "name: x", "ann");
  }

  private RolloutRun act(RolloutAct act) {
    return bed.engine().act(bed.run().id(), act, "ann");
  }

  private Map<String, String> all(String value) {
    Map<String, String> all = new TreeMap<>();
    bed.shown.keySet().forEach(address -> all.put(address.toString(), value));
    return all;
  }

  private Map<String, String> shown() {
    Map<String, String> all = new TreeMap<>();
    bed.shown.forEach((address, value) -> all.put(address.toString(), value));
    return all;
  }

  private void assertTouchedOnce() {
    assertThat(bed.touched.values()).allMatch(count -> count == 1);
  }

  @Test
  void eachWaveIsObservedChangedWatchedAndKept() {
    create(OnFailure.UNDO_WAVE, Approval.NONE);
    bed.pass(5);
    assertThat(shown()).as("it is observed before").isEqualTo(all(BEFORE));
    bed.pass(4);
    assertThat(bed.run().waves().getFirst().state()).isEqualTo(WaveState.SOAKING);
    assertThat(bed.shown.get(replica(1))).isEqualTo(WANTED);
    assertThat(Collections.frequency(bed.shown.values(), WANTED)).isEqualTo(1);
    bed.pass(LONG);
    assertThat(bed.run().state()).isEqualTo(RolloutState.KEPT);
    assertThat(shown()).isEqualTo(all(WANTED));
    assertTouchedOnce();
    assertThat(bed.run().decisions())
        .extracting(RolloutRun.Decision::sentence)
        .contains("HOLDS: db1:3306: lag HOLDS.", "Wave 3 is kept: no gate found harm.");
  }

  @Test
  void aReplicaThatIsReadSeldomIsObservedForLonger() {
    bed.secondsBetweenReadings = 10;
    create(OnFailure.UNDO_WAVE, Approval.NONE);
    bed.pass(49);
    assertThat(shown()).isEqualTo(all(BEFORE));
    bed.pass(10);
    assertThat(bed.shown.get(replica(1))).isEqualTo(WANTED);
  }

  @Test
  void noMoreThanIsAllowedAreChangedAtOnce() {
    create(OnFailure.UNDO_WAVE, Approval.NONE);
    for (int i = 0; i < LONG; i++) {
      bed.pass(1);
      Map<String, Long> changing = new TreeMap<>();
      bed.run().waves().stream()
          .flatMap(wave -> wave.replicas().stream())
          .filter(replica -> replica.state() == ReplicaState.CHANGING)
          .forEach(replica -> changing.merge(replica.target().cluster(), 1L, Long::sum));
      assertThat(changing.values()).allMatch(count -> count == 1);
    }
    assertThat(bed.run().state()).isEqualTo(RolloutState.KEPT);
  }

  @Test
  void aHarmedWaveIsUndoneAndTheOthersStay() {
    bed.outcomes.put(replica(3), Outcome.HARM);
    create(OnFailure.UNDO_WAVE, Approval.NONE);
    bed.pass(LONG);
    assertThat(bed.run().state()).isEqualTo(RolloutState.PAUSED);
    assertThat(bed.run().why())
        .startsWith("Wave 2 is undone: db3:3306: lag HARM.")
        .contains("Earlier waves are kept");
    Map<String, String> expected = all(BEFORE);
    expected.put("db1:3306", WANTED);
    assertThat(shown()).isEqualTo(expected);
    assertThat(bed.touched.keySet()).noneMatch(touched -> touched.endsWith("db4:3306"));
    assertTouchedOnce();
  }

  @Test
  void aHarmedCanaryEndsIt() {
    bed.outcomes.put(replica(1), Outcome.HARM);
    create(OnFailure.UNDO_WAVE, Approval.NONE);
    bed.pass(LONG);
    assertThat(bed.run().state()).isEqualTo(RolloutState.UNDONE);
    assertThat(shown()).isEqualTo(all(BEFORE));
    assertThat(bed.run().waves().getLast().state()).isEqualTo(WaveState.DROPPED);
  }

  @Test
  void undoAllTakesEarlierWavesBackToo() {
    bed.outcomes.put(replica(6), Outcome.HARM);
    create(OnFailure.UNDO_ALL, Approval.NONE);
    bed.pass(LONG);
    assertThat(bed.run().state()).isEqualTo(RolloutState.UNDONE);
    assertThat(shown()).isEqualTo(all(BEFORE));
    assertTouchedOnce();
  }

  @Test
  void aFailedChangePausesAndAPersonDecides() {
    bed.failing.add(replica(2));
    create(OnFailure.PAUSE, Approval.NONE);
    bed.pass(LONG);
    assertThat(bed.run().state()).isEqualTo(RolloutState.PAUSED);
    assertThat(bed.run().why())
        .contains("db2:3306 was not changed, the operation is undone: It was not taken.");
    bed.failing.clear();
    var resumed = act(RolloutAct.RESUME);
    assertThat(resumed.state()).isEqualTo(RolloutState.RUNNING);
    bed.pass(LONG);
    assertThat(bed.run().state()).isEqualTo(RolloutState.KEPT);
    assertThat(bed.shown.get(replica(2))).isEqualTo(BEFORE);
  }

  @Test
  void whoIsBusyIsWaitedForAndSaidSo() {
    bed.busy.put(replica(1), "db1:3306 is in a backup session.");
    create(OnFailure.UNDO_WAVE, Approval.NONE);
    bed.pass(60);
    RolloutRun.ReplicaRun first = bed.run().waves().getFirst().replicas().getFirst();
    assertThat(first.state()).isEqualTo(ReplicaState.WAITING);
    assertThat(first.why()).isEqualTo("db1:3306 is in a backup session.");
    bed.busy.clear();
    bed.pass(LONG);
    assertThat(bed.run().state()).isEqualTo(RolloutState.KEPT);
    assertThat(shown()).isEqualTo(all(WANTED));
  }

  @Test
  void whoIsBusyForTooLongOrBecameASourceIsLeftOutAndSaidSo() {
    bed.busy.put(replica(1), "db1:3306 is in a backup session.");
    bed.excluded.put(replica(3), "db3:3306 is a source now.");
    create(OnFailure.UNDO_WAVE, Approval.NONE);
    bed.pass(3_700);
    assertThat(bed.run().state()).isEqualTo(RolloutState.KEPT);
    Map<String, String> expected = all(WANTED);
    expected.put("db1:3306", BEFORE);
    expected.put("db3:3306", BEFORE);
    assertThat(shown()).isEqualTo(expected);
    assertThat(bed.run().decisions())
        .extracting(RolloutRun.Decision::sentence)
        .contains(
            "db1:3306 is left out: db1:3306 is in a backup session. It was waited for for 60"
                + " minutes.",
            "db3:3306 is left out: db3:3306 is a source now.");
  }

  @Test
  void whatCannotBeJudgedIsWatchedForLongerAndThenAsked() {
    bed.outcomes.put(replica(1), Outcome.NOT_ENOUGH_TRAFFIC);
    create(OnFailure.UNDO_WAVE, Approval.NONE);
    bed.pass(600);
    assertThat(bed.run().state()).isEqualTo(RolloutState.RUNNING);
    assertThat(bed.run().waves().getFirst().looks()).as("after 5, 10, 20, … 320 s").isEqualTo(7);
    bed.pass(1_300);
    assertThat(bed.run().state()).isEqualTo(RolloutState.ASKING);
    assertThat(bed.run().why()).contains("Wave 1 cannot be judged");
    bed.outcomes.clear();
    var unused = act(RolloutAct.APPROVE);
    bed.pass(LONG);
    assertThat(bed.run().state()).isEqualTo(RolloutState.KEPT);
  }

  @Test
  void eachWaveWaitsForApprovalWhereThatIsAsked() {
    create(OnFailure.UNDO_WAVE, Approval.EACH);
    for (int wave = 1; wave <= 3; wave++) {
      bed.pass(60);
      assertThat(bed.run().state()).isEqualTo(RolloutState.ASKING);
      assertThat(bed.run().why()).isEqualTo("It asks for approval of wave %d.".formatted(wave));
      var unused = act(RolloutAct.APPROVE);
    }
    bed.pass(LONG);
    assertThat(bed.run().state()).isEqualTo(RolloutState.KEPT);
  }

  @Test
  void nothingBeginsOutsideOfAWindow() {
    bed = new EngineBed(1, 2, 2, 2, 2, 2);
    Schedule schedule =
        new Schedule(
            new Schedule.Start.Now(),
            ZoneOffset.UTC,
            List.of(
                new Window(
                    EnumSet.allOf(DayOfWeek.class), LocalTime.of(22, 10), LocalTime.of(22, 11))),
            List.of());
    var unused =
        bed.engine().create(rollout(OnFailure.UNDO_WAVE, Approval.NONE, schedule), "", "ann");
    bed.pass(600);
    assertThat(shown()).isEqualTo(all(BEFORE));
    assertThat(bed.run().wakeAt()).hasToString("Optional[2026-11-23T22:10:00Z]");
    bed.pass(120);
    assertThat(bed.run().state()).as(bed.run().why()).isEqualTo(RolloutState.WAITING);
    assertThat(Collections.frequency(bed.shown.values(), WANTED)).isBetween(1, 10);
    bed.pass(24 * 3600);
    assertThat(bed.run().state()).isEqualTo(RolloutState.KEPT);
  }

  @ParameterizedTest
  @EnumSource(
      value = RolloutAct.class,
      names = {"PAUSE", "ABORT", "UNDO"})
  void aPersonCanEndItAtAnyMoment(RolloutAct act) {
    for (int moment = 1; moment < 60; moment++) {
      bed = new EngineBed(1, 2, 3);
      create(OnFailure.UNDO_WAVE, Approval.NONE);
      bed.pass(moment);
      bed.engine().look();
      if (bed.run().state().isEnd()) {
        continue;
      }
      var unused = act(act);
      Map<String, Integer> touchedThen = new TreeMap<>(bed.touched);
      bed.pass(LONG);
      switch (act) {
        case PAUSE -> {
          assertThat(bed.run().state()).isEqualTo(RolloutState.PAUSED);
          assertThat(bed.touched).as("nothing else was begun").isEqualTo(touchedThen);
          var resumed = act(RolloutAct.RESUME);
          bed.pass(LONG);
          assertThat(bed.run().state()).isEqualTo(RolloutState.KEPT);
          assertThat(shown()).isEqualTo(all(WANTED));
        }
        case ABORT -> {
          assertThat(bed.run().state()).isEqualTo(RolloutState.ABORTED);
          assertThat(bed.touched).as("nothing else was begun").isEqualTo(touchedThen);
        }
        default -> {
          assertThat(bed.run().state()).isEqualTo(RolloutState.UNDONE);
          assertThat(shown()).isEqualTo(all(BEFORE));
        }
      }
      assertTouchedOnce();
    }
  }

  @Test
  void whatIsKeptOrAbortedCanBeUndoneLater() {
    create(OnFailure.UNDO_WAVE, Approval.NONE);
    bed.pass(LONG);
    var unused = act(RolloutAct.UNDO);
    bed.pass(LONG);
    assertThat(bed.run().state()).isEqualTo(RolloutState.UNDONE);
    assertThat(shown()).isEqualTo(all(BEFORE));
    assertTouchedOnce();
    assertThatThrownBy(() -> act(RolloutAct.UNDO))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("is undone");
  }

  /** The controller dies before and after whatever it keeps or begins, at each moment once. */
  @ParameterizedTest
  @EnumSource(
      value = Outcome.class,
      names = {"HOLDS", "HARM"})
  void aKilledControllerTouchesEachReplicaOnceForEachIntent(Outcome ofLast) {
    bed.outcomes.put(replica(6), ofLast);
    create(OnFailure.UNDO_ALL, Approval.NONE);
    bed.pass(LONG);
    RolloutState expected = bed.run().state();
    int moments = bed.moments();
    assertThat(moments).isGreaterThan(60);
    for (int dies : IntStream.rangeClosed(3, moments).toArray()) {
      bed = new EngineBed(1, 2, 3);
      bed.outcomes.put(replica(6), ofLast);
      bed.killedAt(dies);
      create(OnFailure.UNDO_ALL, Approval.NONE);
      bed.pass(LONG);
      assertThat(bed.run().state()).as("killed at moment %d", dies).isEqualTo(expected);
      assertThat(shown()).isEqualTo(all(ofLast == Outcome.HARM ? BEFORE : WANTED));
      assertTouchedOnce();
      assertThat(bed.touched.keySet())
          .filteredOn(touched -> touched.startsWith(ParallelismRequest.APPLY))
          .hasSize(6);
    }
  }
}
