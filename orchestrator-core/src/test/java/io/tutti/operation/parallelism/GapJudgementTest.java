package io.tutti.operation.parallelism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.ParallelSettings;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import io.tutti.spi.Capability;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GapJudgementTest {
  private static final String SOURCE = "3e11fa47-71ca-11e1-9e33-c80aa9429562:";
  private static final Set<Capability> UUIDS = Set.of(Capability.UUID_GTID);
  private static final Set<Capability> DOMAINS = Set.of(Capability.DOMAIN_GTID);

  private Observed<Long> workers = Observed.known(4L);
  private Observed<Boolean> ordered = Observed.known(false);
  private Observed<List<Worker>> shownWorkers = Observed.unknown("not read");
  private ThreadState applier = ThreadState.STOPPED;
  private Optional<LastError> error = Optional.empty();
  private Observed<GtidSet> executed = Observed.absent(States.WHY);
  private Observed<GtidSet> retrieved = Observed.absent(States.WHY);

  private GapJudgement judged(Set<Capability> capabilities) {
    InstanceState state = state();
    return GapJudgement.of(state, state.knownChannels().getFirst(), capabilities);
  }

  private GapJudgement judgedAfterStop(Set<Capability> capabilities) {
    InstanceState state = state();
    return GapJudgement.afterStop(state, state.knownChannels().getFirst(), capabilities);
  }

  private InstanceState state() {
    return States.of("db7:3306")
        .gtid("ON", executed)
        .parallel(new ParallelSettings(workers, Observed.known("LOGICAL_CLOCK"), ordered))
        .channel(
            Channels.from("db1:3306")
                .applier(applier)
                .error(error)
                .retrieved(retrieved)
                .workers(shownWorkers)
                .build())
        .build();
  }

  private static Observed<GtidSet> gtids(String numbers) {
    return Observed.known(MySqlGtidSet.parse(SOURCE + numbers));
  }

  @Test
  void aStoppedApplierWithWorkersAndNoProofIsTakenForAGap() {
    assertThat(judged(UUIDS)).isInstanceOf(GapJudgement.Open.class);
  }

  @Test
  void aServerOfWhichNothingIsKnownIsTakenForAGap() {
    workers = Observed.unknown("not read");
    ordered = Observed.unknown("not read");
    assertThat(judged(UUIDS)).isInstanceOf(GapJudgement.Open.class);
  }

  @Test
  void aSerialApplierLeavesNone() {
    workers = Observed.known(0L);
    shownWorkers = Observed.known(List.of());
    assertThat(judged(UUIDS)).isInstanceOf(GapJudgement.Free.class);
  }

  @Test
  void zeroWorkersDoNotProveAnythingWhileTracesOfWorkersAreUnknown() {
    workers = Observed.known(0L);
    assertThat(judged(UUIDS)).isInstanceOf(GapJudgement.Open.class);
  }

  @Test
  void aRunningApplierIsClosedByAStopUnlessDomainsRunPastEachOther() {
    applier = ThreadState.RUNNING;
    assertThat(judged(UUIDS)).isInstanceOf(GapJudgement.ClosedByStop.class);
    assertThat(judged(DOMAINS)).isInstanceOf(GapJudgement.Open.class);
  }

  @Test
  void theOrderOfCommitsLeavesNone() {
    ordered = Observed.known(true);
    applier = ThreadState.RUNNING;
    assertThat(judged(UUIDS)).isInstanceOf(GapJudgement.Free.class);
    applier = ThreadState.STOPPED;
    assertThat(judged(UUIDS)).isInstanceOf(GapJudgement.Free.class);
  }

  @Test
  void theOrderOfCommitsProvesNothingAfterAnError() {
    ordered = Observed.known(true);
    error = Optional.of(new LastError(1062, "Duplicate entry", Optional.empty()));
    assertThat(judged(UUIDS)).isInstanceOf(GapJudgement.Open.class);
  }

  @Test
  void havingAppliedAllThatWasReceivedProvesThatThereIsNone() {
    executed = gtids("1-20");
    retrieved = gtids("5-20");
    assertThat(judged(UUIDS)).isInstanceOf(GapJudgement.Free.class);
  }

  @Test
  void aHoleInWhatWasReceivedIsAGapWhateverTheSettingsSay() {
    ordered = Observed.known(true);
    executed = gtids("1-8:10-14");
    retrieved = gtids("5-20");
    assertThat(judged(UUIDS)).isInstanceOf(GapJudgement.Open.class);
    assertThat(judgedAfterStop(UUIDS)).isInstanceOf(GapJudgement.Open.class);
  }

  /** It may come from another origin, and the relay log that held it may be gone. */
  @Test
  void aHoleThatWasNeverReceivedHereIsAGapWhenTheSourceHasIt() {
    ordered = Observed.known(true);
    executed = gtids("1-3:5-14");
    retrieved = gtids("10-20");
    assertThat(judged(UUIDS)).isInstanceOf(GapJudgement.Open.class);
    assertThat(judged("1-20")).isInstanceOf(GapJudgement.Open.class);
    assertThat(judged("1-3:5-20")).isInstanceOf(GapJudgement.Free.class);
  }

  private GapJudgement judged(String executedBySource) {
    InstanceState state = state();
    Channel channel = state.knownChannels().getFirst();
    return GapJudgement.of(
        state, channel, UUIDS, GapAnalysis.judge(state, channel, gtids(executedBySource)));
  }

  @Test
  void aStopWithoutAnErrorLeavesNoneAndOneWithAnErrorMay() {
    assertThat(judgedAfterStop(UUIDS)).isInstanceOf(GapJudgement.Free.class);
    error =
        Optional.of(new LastError(1, "workers stopped", Optional.empty(), LastError.Cause.WORKER));
    assertThat(judgedAfterStop(UUIDS)).isInstanceOf(GapJudgement.Open.class);
  }

  @Test
  void whatHasNotStoppedYetIsNotJudgedAsStopped() {
    applier = ThreadState.RUNNING;
    assertThat(judgedAfterStop(UUIDS)).isInstanceOf(GapJudgement.Open.class);
  }
}
