package io.tutti.rollout.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.rollout.AnyRollout;
import io.tutti.rollout.Cron;
import io.tutti.rollout.ReplicaState;
import io.tutti.rollout.Rollout;
import io.tutti.rollout.RolloutAct;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutState;
import io.tutti.rollout.Schedule;
import io.tutti.rollout.WaveState;
import io.tutti.rollout.Window;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rollouts that begin by a clock on a wall, by a clock of ours: nothing sleeps. */
class RolloutClockTest {
  private static final int LONG = 120;

  private EngineBed bed = new EngineBed(1, 1);

  private static Rollout rollout(String cron, String zone, List<Window> windows) {
    return new AnyRollout()
        .workers(EngineBed.WANTED)
        .schedule(
            new Schedule(
                new Schedule.Start.Repeated(Cron.parse(cron)), ZoneId.of(zone), windows, List.of()))
        .build();
  }

  private void create(String now, Rollout rollout) {
    bed.now = Instant.parse(now);
    var unused = bed.engine().create(rollout, "", "ann");
  }

  private RolloutRun newest() {
    return bed.engine().list().getFirst();
  }

  /** That one more begins at that moment, and not a second before, and is kept. */
  private void assertBegins(String moment) {
    Instant at = Instant.parse(moment);
    int before = bed.engine().list().size();
    bed.now = at.minusSeconds(1);
    bed.engine().look();
    assertThat(newest().state()).as("before %s", moment).isEqualTo(RolloutState.SCHEDULED);
    bed.now = at;
    bed.pass(LONG);
    assertThat(bed.engine().list()).as("%s: the next one waits", moment).hasSize(before + 1);
    RolloutRun ended = bed.engine().list().get(1);
    assertThat(ended.state()).isEqualTo(RolloutState.KEPT);
    assertThat(ended.waves().getFirst().beganAt()).contains(at);
  }

  @ParameterizedTest
  @CsvSource({
    // 02:30 is left out on 29 March, and shown twice on 25 October.
    "Europe/Berlin, 30 2 * * *, 2026-03-28T12:00:00Z, 2026-03-29T01:00:00Z, 2026-03-30T00:30:00Z",
    "Europe/Berlin, 30 2 * * *, 2026-10-24T12:00:00Z, 2026-10-25T00:30:00Z, 2026-10-26T01:30:00Z",
    "America/New_York, 0 2 * * *, 2026-11-01T04:00:00Z, 2026-11-01T07:00:00Z, 2026-11-02T07:00:00Z",
    "Asia/Kolkata, 0 22 * * *, 2026-11-25T12:00:00Z, 2026-11-25T16:30:00Z, 2026-11-26T16:30:00Z"
  })
  void eachNightHasOneRunAlsoWhereClocksChange(
      String zone, String cron, String now, String first, String second) {
    create(now, rollout(cron, zone, List.of()));

    assertBegins(first);
    assertBegins(second);
  }

  @Test
  void nightsThatNoControllerSawAreMadeUpForOnce() {
    create("2026-11-25T12:00:00Z", rollout("0 3 * * *", "UTC", List.of()));

    bed.now = Instant.parse("2026-11-29T10:00:00Z");
    bed.restart();
    bed.pass(LONG);

    assertThat(bed.engine().list()).hasSize(2);
    assertThat(bed.engine().list().get(1).waves().getFirst().beganAt())
        .contains(Instant.parse("2026-11-29T10:00:00Z"));
    assertThat(newest().state()).isEqualTo(RolloutState.SCHEDULED);
    assertThat(newest().wakeAt()).contains(Instant.parse("2026-11-30T03:00:00Z"));
  }

  @Test
  void whatWasAbortedAndUndoneDoesNotComeAgain() {
    create("2026-11-25T12:00:00Z", rollout("0 3 * * *", "UTC", List.of()));
    bed.now = Instant.parse("2026-11-26T03:00:00Z");
    bed.pass(1);
    String id = bed.run().id();

    var aborted = bed.engine().act(id, RolloutAct.ABORT, "ann");
    bed.pass(LONG);
    var undone = bed.engine().act(id, RolloutAct.UNDO, "ann");
    bed.pass(LONG);

    assertThat(bed.engine().find(id).orElseThrow().state()).isEqualTo(RolloutState.UNDONE);
    assertThat(bed.engine().list()).hasSize(1);
  }

  @Test
  void whenItsWindowClosesInTheMiddleOfAWaveThatIsJudgedAndTheOthersWait() {
    bed = new EngineBed(1, 1, 1);
    List<Window> night =
        List.of(new Window(EnumSet.allOf(DayOfWeek.class), LocalTime.of(3, 0), LocalTime.of(3, 1)));
    create("2026-11-25T12:00:00Z", rollout("0 3 * * *", "Europe/Berlin", night));
    bed.now = Instant.parse("2026-11-26T02:00:00Z");
    // The second wave is begun within its minute, and soaks when that is over.
    int seconds = 0;
    while (bed.run().waves().get(1).state() != WaveState.RUNNING) {
      bed.pass(1);
      seconds++;
      assertThat(seconds).isLessThan(60);
    }
    while (!bed.run().waves().get(1).has(ReplicaState.CHANGING)) {
      bed.pass(1);
    }
    bed.now = Instant.parse("2026-11-26T02:01:00Z");
    bed.pass(LONG);

    RolloutRun run = bed.run();
    assertThat(run.state()).as(run.why()).isEqualTo(RolloutState.WAITING);
    assertThat(run.waves())
        .extracting(RolloutRun.WaveRun::state)
        .containsExactly(WaveState.KEPT, WaveState.KEPT, WaveState.PENDING);
    assertThat(run.wakeAt()).isEqualTo(Optional.of(Instant.parse("2026-11-27T02:00:00Z")));

    bed.now = Instant.parse("2026-11-27T02:00:00Z");
    bed.pass(LONG);
    assertThat(bed.engine().find(run.id()).orElseThrow().state()).isEqualTo(RolloutState.KEPT);
  }
}
