package io.tutti.rollout.engine;

import static io.tutti.rollout.engine.EngineBed.BEFORE;
import static io.tutti.rollout.engine.EngineBed.WANTED;
import static io.tutti.rollout.engine.EngineBed.replica;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.rollout.AnyRollout;
import io.tutti.rollout.Approval;
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
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A continuous rollout of two replicas, to which others come later, second by second. */
class ContinuousRolloutTest {
  private static final int LONG = 100;

  private EngineBed bed = new EngineBed(1, 1);

  private void create(Approval approval, List<Window> windows) {
    Rollout rollout =
        new AnyRollout()
            .workers(WANTED)
            .schedule(new Schedule(new Schedule.Start.Now(), ZoneOffset.UTC, windows, List.of()))
            .approval(approval)
            .continuous()
            .build();
    var unused = bed.engine().create(rollout, "name: x", "ann");
  }

  private void continuous() {
    create(Approval.NONE, List.of());
    bed.pass(LONG);
    assertThat(bed.run().state()).isEqualTo(RolloutState.CONTINUOUS);
    assertThat(bed.run().holds()).as("others may touch them").isEmpty();
  }

  private RolloutRun act(RolloutAct act) {
    return bed.engine().act(bed.run().id(), act, "ann");
  }

  private String shown(int number) {
    return bed.shown.getOrDefault(replica(number), "");
  }

  @Test
  void thoseThatComeLaterGetItOneAtATimeAndAreJudged() {
    continuous();
    bed.join(3);
    bed.join(4);
    for (int i = 0; i < LONG; i++) {
      bed.pass(1);
      assertThat(bed.run().waves().stream().filter(wave -> RolloutTurn.OPEN.contains(wave.state())))
          .hasSizeLessThanOrEqualTo(1);
    }
    assertThat(bed.run().state()).isEqualTo(RolloutState.CONTINUOUS);
    assertThat(bed.shown.values()).containsOnly(WANTED);
    assertThat(bed.touched.values()).containsOnly(1);
    assertThat(bed.run().waves()).hasSize(4).allMatch(wave -> wave.state() == WaveState.KEPT);
    assertThat(bed.run().decisions())
        .extracting(RolloutRun.Decision::sentence)
        .contains(
            "db3:3306 matches now, and was not changed before: it is wave 3.",
            "HOLDS: db3:3306: lag HOLDS.",
            "Wave 4 is kept: no gate found harm.");
  }

  @Test
  void oneThatSuffersIsUndoneAndAPersonDecidesWhetherOthersFollow() {
    continuous();
    bed.outcomes.put(replica(3), Outcome.HARM);
    bed.join(3);
    bed.join(4);
    bed.pass(LONG);
    assertThat(bed.run().state()).isEqualTo(RolloutState.PAUSED);
    assertThat(shown(3)).isEqualTo(BEFORE);
    assertThat(shown(4)).isEqualTo(BEFORE);
    assertThat(shown(1)).isEqualTo(WANTED);
    var resumed = act(RolloutAct.RESUME);
    bed.pass(LONG);
    assertThat(bed.run().state()).isEqualTo(RolloutState.CONTINUOUS);
    assertThat(shown(3)).as("it is not tried again").isEqualTo(BEFORE);
    assertThat(shown(4)).isEqualTo(WANTED);
  }

  @Test
  void eachIsApprovedWhereEachWaveIs() {
    create(Approval.EACH, List.of());
    for (int wave = 1; wave <= 2; wave++) {
      bed.pass(LONG);
      var unused = act(RolloutAct.APPROVE);
    }
    bed.pass(LONG);
    bed.join(3);
    bed.pass(LONG);
    assertThat(bed.run().why()).isEqualTo("It asks for approval of wave 3.");
    assertThat(shown(3)).isEqualTo(BEFORE);
    var unused = act(RolloutAct.APPROVE);
    bed.pass(LONG);
    assertThat(shown(3)).isEqualTo(WANTED);
  }

  @Test
  void nobodyIsChangedOutsideOfAWindow() {
    create(
        Approval.NONE,
        List.of(
            new Window(EnumSet.allOf(DayOfWeek.class), LocalTime.of(22, 0), LocalTime.of(22, 5))));
    bed.pass(400);
    assertThat(bed.run().state()).isEqualTo(RolloutState.CONTINUOUS);
    bed.join(3);
    bed.pass(23 * 3600);
    assertThat(shown(3)).isEqualTo(BEFORE);
    bed.pass(3600);
    assertThat(shown(3)).isEqualTo(WANTED);
  }

  @Test
  void abortEndsItAndUndoTakesBackThoseThatCameLaterToo() {
    continuous();
    bed.join(3);
    bed.pass(LONG);
    var aborted = act(RolloutAct.ABORT);
    bed.join(4);
    bed.pass(LONG);
    assertThat(bed.run().state()).isEqualTo(RolloutState.ABORTED);
    assertThat(shown(3)).isEqualTo(WANTED);
    assertThat(shown(4)).isEqualTo(BEFORE);
    var undone = act(RolloutAct.UNDO);
    bed.pass(LONG);
    assertThat(bed.run().state()).isEqualTo(RolloutState.UNDONE);
    assertThat(bed.shown.values()).containsOnly(BEFORE);
  }

  @Test
  void whoIsLeftOutOfItsWaveIsSaidSo() {
    continuous();
    bed.excluded.put(replica(3), "It is fenced.");
    bed.join(3);
    bed.pass(LONG);
    assertThat(bed.run().state()).isEqualTo(RolloutState.CONTINUOUS);
    assertThat(bed.run().waves().getLast().replicas().getFirst().state())
        .isEqualTo(ReplicaState.LEFT_OUT);
    assertThat(shown(3)).isEqualTo(BEFORE);
  }

  /** The controller dies before and after whatever it keeps or begins, at each moment once. */
  @Test
  void aKilledControllerTouchesThoseThatComeLaterOnce() {
    continuous();
    bed.join(3);
    bed.pass(LONG);
    int moments = bed.moments();
    assertThat(moments).isGreaterThan(30);
    for (int dies : IntStream.rangeClosed(3, moments).toArray()) {
      bed = new EngineBed(1, 1);
      bed.killedAt(dies);
      create(Approval.NONE, List.of());
      bed.pass(LONG);
      bed.join(3);
      bed.pass(LONG);
      assertThat(bed.run().state())
          .as("killed at moment %d", dies)
          .isEqualTo(RolloutState.CONTINUOUS);
      assertThat(bed.shown.values()).containsOnly(WANTED);
      assertThat(bed.touched.values()).containsOnly(1);
    }
  }
}
