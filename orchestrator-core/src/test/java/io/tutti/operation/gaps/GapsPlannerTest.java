package io.tutti.operation.gaps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.FakeStatements;
import io.tutti.fixtures.States;
import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gaps.Missing;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.model.WorkerCheckpoint;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.RelayLogInfoReset;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GapsPlannerTest {
  private static final String SOURCE = "3e11fa47-71ca-11e1-9e33-c80aa9429562:";
  private static final String OF_WORKER =
      "Worker 2 failed executing transaction '' at master log binlog.000001, end_log_pos 900";
  private static final ChannelGaps FREE = new ChannelGaps.Free("made up");
  private static final ChannelGaps NAMED =
      new ChannelGaps.Open(new Missing.Named(gtids("7:9")), "made up");
  private static final ChannelGaps COUNTED =
      new ChannelGaps.Open(new Missing.Counted(at(880), List.of(0, 6)), "made up");

  private ThreadState receiver = ThreadState.RUNNING;
  private ThreadState applier = ThreadState.STOPPED;
  private Positioning positioning = Positioning.LOG_POSITION;
  private Observed<GtidSet> retrieved = Observed.absent(States.WHY);
  private Optional<LastError> error = Optional.empty();
  private GapsRequest.Word word = GapsRequest.Word.NONE;
  private Observed<Long> starts = Observed.known(1L);
  private Observed<Long> stops = Observed.known(0L);
  private boolean releaseMayRefuse;
  private boolean notesEach = true;

  private static GtidSet gtids(String numbers) {
    return MySqlGtidSet.parse(SOURCE + numbers);
  }

  private static BinlogPosition at(long position) {
    return new BinlogPosition("binlog.000001", position);
  }

  /** One worker has gone from 880 to 1800. */
  private Channel channel() {
    WorkerCheckpoint checkpoint =
        new WorkerCheckpoint(
            Observed.absent(States.WHY),
            Observed.known(at(1800)),
            Observed.absent(States.WHY),
            Observed.known(at(880)),
            7,
            64,
            "BE" + "0".repeat(126));
    return Channels.from("db1:3306")
        .positioning(positioning)
        .receiver(receiver)
        .applier(applier)
        .applierError(error)
        .retrieved(retrieved)
        .executed(Observed.known(at(880)))
        .workerWith(checkpoint)
        .build();
  }

  private List<PlannedStep> planned(ChannelGaps gaps) {
    Channel channel = channel();
    return new GapsPlanner(
            States.of("db2:3306")
                .threadCounts(starts, stops, Observed.absent(States.WHY))
                .channel(channel)
                .build(),
            new Words(releaseMayRefuse, notesEach),
            Optional.empty(),
            word,
            Duration.ofMinutes(1))
        .steps(channel, gaps);
  }

  private String way(ChannelGaps gaps) {
    List<PlannedStep> steps = planned(gaps);
    assertThat(steps).hasSize(1);
    return steps.getFirst().kind();
  }

  private String refusal(ChannelGaps gaps) {
    OrchestratorException[] refused = new OrchestratorException[1];
    assertThatThrownBy(() -> planned(gaps))
        .isInstanceOfSatisfying(OrchestratorException.class, e -> refused[0] = e);
    return refused[0].code() + " " + refused[0].observed() + refused[0].remedies();
  }

  @Test
  void withoutAGapNothingIsDone() {
    applier = ThreadState.RUNNING;
    assertThat(planned(FREE)).isEmpty();
    applier = ThreadState.STOPPED;
    positioning = Positioning.AUTO_POSITION;
    assertThat(planned(FREE)).isEmpty();
  }

  @Test
  void aPositionBehindItsDataIsClosedLikeAGap() {
    assertThat(way(FREE)).isEqualTo("gaps.until");
  }

  @Test
  void aRunningApplierIsWaitedForAndNothingIsSaid() {
    applier = ThreadState.RUNNING;
    assertThat(way(COUNTED)).isEqualTo("gaps.wait");
    assertThat(planned(COUNTED).getFirst().statements()).isEmpty();
    assertThat(planned(COUNTED).getFirst().description()).contains("binlog.000001:1800");
  }

  @Test
  void aStoppedOneByPositionIsStartedUntilItsGapsAreClosed() {
    assertThat(way(COUNTED)).isEqualTo("gaps.until");
    assertThat(planned(COUNTED).getFirst().statements()).containsExactly("UNTIL");
  }

  /** A server that notes DDL late would apply it again. */
  @Test
  void whatMayHaveBeenAppliedIsNotAppliedAgain() {
    ChannelGaps located =
        new ChannelGaps.Open(
            new Missing.Located(
                List.of(
                    new LoggedTransaction(at(880), at(1000), Optional.empty()),
                    new LoggedTransaction(at(1000), at(1100), Optional.empty(), false))),
            "made up");
    assertThat(way(located)).as("the server notes each").isEqualTo("gaps.until");
    notesEach = false;
    assertThat(refusal(located))
        .contains("binlog.000001:1000-1100 is not known")
        .contains("SHOW BINLOG EVENTS IN 'binlog.000001' FROM 1000")
        .contains("row repaired");
    assertThat(refusal(COUNTED))
        .as("of what kind they are nobody knows")
        .contains("neither its relay log", "row repaired");
    word = GapsRequest.Word.ROW_REPAIRED;
    assertThat(way(located)).isEqualTo("gaps.until");
  }

  @Test
  void byGtidWhatFailedIsNotStartedBeforeItIsRepairedEither() {
    positioning = Positioning.AUTO_POSITION;
    error = Optional.of(new LastError(1062, OF_WORKER, Optional.empty()));
    assertThat(refusal(NAMED)).contains("1062").contains("row repaired");
    word = GapsRequest.Word.ROW_REPAIRED;
    assertThat(way(NAMED)).isEqualTo("gaps.fetch");
  }

  @Test
  void whatWasReceivedIsAppliedByTheApplierAlone() {
    positioning = Positioning.AUTO_POSITION;
    retrieved = Observed.known(gtids("1-20"));
    assertThat(way(NAMED)).isEqualTo("gaps.fetch");
    assertThat(planned(NAMED).getFirst().statements())
        .containsExactly("START APPLIER", "STOP APPLIER");
  }

  @Test
  void whatWasNotReceivedNeedsTheReceiver() {
    positioning = Positioning.AUTO_POSITION;
    receiver = ThreadState.STOPPED;
    retrieved = Observed.known(gtids("1-8"));
    assertThat(planned(NAMED).getFirst().statements())
        .containsExactly("START RECEIVER", "START APPLIER", "STOP RECEIVER", "STOP APPLIER");
  }

  @Test
  void afterAWorkersErrorByPositionNothingIsStartedBeforeItsRowIsRepaired() {
    error = Optional.of(new LastError(1062, OF_WORKER, Optional.empty()));
    assertThat(refusal(COUNTED))
        .startsWith("GAPS_NOT_CLOSABLE")
        .contains("1062", "(number 1, 7)", "row repaired", "Nothing was changed");
    word = GapsRequest.Word.ROW_REPAIRED;
    assertThat(way(COUNTED)).isEqualTo("gaps.until");
  }

  @Test
  void oneThatMayHaveBeenStoppedHalfWayIsNotStartedAgain() {
    starts = Observed.known(1L);
    stops = Observed.known(1L);
    assertThat(refusal(COUNTED))
        .startsWith("GAPS_NOT_CLOSABLE")
        .contains(
            "(number 1, 7)", "relay_log_recovery=0", "applier not stopped", "Nothing was changed");
    assertThat(refusal(FREE)).as("its position is behind its data").contains("applier not stopped");
    word = GapsRequest.Word.APPLIER_NOT_STOPPED;
    assertThat(way(COUNTED)).isEqualTo("gaps.until");
  }

  @Test
  void whetherItWasStoppedHalfWayIsKnownOnlyWhereTheServerCounts() {
    starts = Observed.unknown(States.WHY);
    stops = Observed.unknown(States.WHY);
    assertThat(refusal(COUNTED)).contains("applier not stopped");
    starts = Observed.known(0L);
    stops = Observed.known(3L);
    assertThat(way(COUNTED)).as("none was started").isEqualTo("gaps.until");
    starts = Observed.known(2L);
    assertThat(refusal(COUNTED)).as("some were").contains("applier not stopped");
  }

  @Test
  void whatAServerHasBegunByGtidItCountsByGtid() {
    starts = Observed.known(1L);
    stops = Observed.known(1L);
    positioning = Positioning.AUTO_POSITION;
    retrieved = Observed.known(gtids("1-20"));
    assertThat(way(NAMED)).isEqualTo("gaps.fetch");
  }

  @Test
  void anApplierThatFailedOverAGapHasLostItsPositionRepairedOrNot() {
    error = Optional.of(new LastError(1062, "Could not execute Write_rows", Optional.empty()));
    assertThat(refusal(COUNTED))
        .contains("no longer knows which transactions it has not applied", "relay_log_recovery=0");
    word = GapsRequest.Word.ROW_REPAIRED;
    assertThat(refusal(COUNTED))
        .contains("no longer knows which transactions it has not applied", "relay_log_recovery=0");
  }

  @ParameterizedTest
  @EnumSource(
      value = LastError.Cause.class,
      names = {"KILL", "LOCK", "WORKER"})
  void oneThatWasInterruptedIsStartedAgain(LastError.Cause cause) {
    error = Optional.of(new LastError(1, "interrupted", Optional.empty(), cause));
    assertThat(way(COUNTED)).isEqualTo("gaps.until");
  }

  @Test
  void whereTheReleaseMayRefuseTheRefusalIsResetInTheSameStep() {
    releaseMayRefuse = true;
    receiver = ThreadState.STOPPED;
    error =
        Optional.of(
            new LastError(1, "failed to initialize", Optional.empty(), LastError.Cause.REFUSAL));
    starts = Observed.known(2L);
    stops = Observed.known(1L);
    assertThat(way(COUNTED)).as("it never began").isEqualTo("gaps.reset-relay-log-info");
    assertThat(planned(COUNTED).getFirst().statements())
        .containsSubsequence("UNTIL", "KEEP", "RESET", "PUT_BACK", "START RECEIVER", "UNTIL")
        .endsWith("STOP APPLIER", "STOP RECEIVER", "DISCARD");
    receiver = ThreadState.RUNNING;
    starts = Observed.known(2L);
    stops = Observed.known(0L);
    assertThat(way(COUNTED)).as("it was not barred when it started").isEqualTo("gaps.until");
  }

  @Test
  void aGapThatNobodyCanNameIsNotFetched() {
    positioning = Positioning.AUTO_POSITION;
    assertThat(refusal(new ChannelGaps.Unknown("the source does not answer")))
        .contains("the source does not answer", "show gaps");
  }

  @Test
  void domainsNeedAKnobForTheirWorkers() {
    positioning = Positioning.REPLICA_POS;
    assertThat(refusal(NAMED)).startsWith("GAPS_NOT_CLOSABLE");
  }

  /** Says what is done instead of a release's statement. */
  private static final class Words extends FakeStatements {
    private final boolean mayRefuse;
    private final boolean notesEach;

    Words(boolean mayRefuse, boolean notesEach) {
      this.mayRefuse = mayRefuse;
      this.notesEach = notesEach;
    }

    @Override
    public boolean notesEveryTransaction() {
      return notesEach;
    }

    @Override
    public Optional<String> startUntilGapsAreClosed(String channel) {
      return Optional.of("UNTIL");
    }

    @Override
    public List<String> relayLogInfo(RelayLogInfoReset.Act act) {
      return mayRefuse ? List.of(act.name()) : List.of();
    }
  }
}
