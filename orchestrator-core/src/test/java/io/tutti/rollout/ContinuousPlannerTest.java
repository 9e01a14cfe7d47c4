package io.tutti.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.topology.DesiredSetting;
import io.tutti.topology.Records;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who gets the settings of a continuous rollout next. */
class ContinuousPlannerTest {

  private static Rollout rollout(String workers) {
    return new AnyRollout().workers(workers).continuous().build();
  }

  /** One whose waves are kept. */
  private static RolloutRun continuous(String id, String workers, RolloutFleet fleet) {
    Rollout rollout = rollout(workers);
    RolloutPlan plan = RolloutPlanner.plan(rollout, fleet.world()).plan();
    RolloutRun run = RolloutRun.begun(id, rollout, "", "dba", States.NOW, plan);
    for (RolloutRun.WaveRun wave : run.waves()) {
      run = run.with(wave.in(WaveState.KEPT).each(replica -> replica.in(ReplicaState.KEPT, "")));
    }
    return run.in(RolloutState.CONTINUOUS, "All waves are kept.");
  }

  private static RolloutFleet two() {
    return RolloutFleet.of("a:1", "b:1<a:1");
  }

  private static RolloutFleet three() {
    return RolloutFleet.of("a:1", "b:1<a:1", "c:1<a:1");
  }

  private static Optional<String> next(RolloutRun run, RolloutFleet fleet) {
    return ContinuousPlanner.next(run, fleet.world()).map(target -> target.address().toString());
  }

  private static RolloutFleet keeping(RolloutFleet fleet, String address, String value) {
    DesiredSetting kept =
        new DesiredSetting(
            "workers",
            "",
            "workers",
            value,
            Optional.empty(),
            States.NOW,
            Observed.unknown("not of interest"));
    return fleet.keeping(records ->
        new Records(
            Map.of(InstanceAddress.parse(address), List.of(kept)),
            records.backups(),
            records.incidents(),
            records.fences(),
            records.startups(),
            records.rebuilds(),
            records.downtimes(),
            records.remembered()));
  }

  @Test
  void whoIsNewIsNextAndWhoHadItsTurnIsNot() {
    RolloutRun run = continuous("r1", "8", two());
    assertThat(next(run, two())).isEmpty();
    assertThat(next(run, three())).contains("c:1");
  }

  @Test
  void whoIsActedOnIsWaitedFor() {
    assertThat(next(continuous("r1", "8", two()), three().actedOn("c:1", "op1"))).isEmpty();
  }

  @Test
  void whatSomebodyAskedToKeepThereStays() {
    RolloutRun run = continuous("r1", "8", two());
    assertThat(next(run, keeping(three(), "c:1", "12"))).isEmpty();
    assertThat(next(run, keeping(three(), "c:1", "8"))).contains("c:1");
  }

  @Test
  void aServerForWhichAnotherOneWantsAnotherValueIsLeftAlone() {
    RolloutRun run = continuous("r1", "8", two());
    assertThat(next(run, three().beside(continuous("r2", "4", two())))).isEmpty();
    assertThat(next(run, three().beside(continuous("r2", "8", two())))).contains("c:1");
    RolloutRun ended = continuous("r2", "4", two()).in(RolloutState.ABORTED, "Aborted.");
    assertThat(next(run, three().beside(ended))).contains("c:1");
  }

  @Test
  void whoWasLeftOutHasAnotherTurnAfterAWhile() {
    RolloutRun run = continuous("r1", "8", three());
    RolloutRun.WaveRun wave = run.waves().getFirst();
    RolloutRun.WaveRun leftOut =
        wave.begun(States.NOW.minusSeconds(60))
            .in(WaveState.KEPT)
            .each(replica -> replica.in(ReplicaState.LEFT_OUT, "It was busy."));
    assertThat(next(run.with(leftOut), three())).isEmpty();
    RolloutRun.WaveRun longAgo =
        wave.begun(States.NOW.minus(ContinuousPlanner.AGAIN_AFTER))
            .in(WaveState.KEPT)
            .each(replica -> replica.in(ReplicaState.LEFT_OUT, "It was busy."));
    assertThat(next(run.with(longAgo), three())).contains("b:1");
  }

  @Test
  void twoThatWouldGiveAServerDifferentValuesAreRefused() {
    RolloutFleet fleet = three().beside(continuous("r1", "8", two()));
    assertThat(RolloutPlanner.plan(rollout("8"), fleet.world()).mistakes()).isEmpty();
    assertThat(RolloutPlanner.plan(rollout("4"), fleet.world()).mistakes())
        .extracting(Mistake::key, Mistake::sentence)
        .containsExactly(
            tuple(
                "continuous",
                "On b:1 the continuous rollout r1 (eight) sets workers=8, and this one"
                    + " workers=4."));
  }
}
