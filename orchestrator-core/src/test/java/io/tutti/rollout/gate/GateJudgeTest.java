package io.tutti.rollout.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.rollout.Gate;
import io.tutti.rollout.gate.GateAnswer.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What each gate says, and in which words, of readings that leave nothing to chance. */
class GateJudgeTest {
  private static final Instant BEGIN = Instant.parse("2026-11-23T22:00:00Z");
  private static final InstanceAddress SUBJECT = InstanceAddress.parse("db2:3306");
  private static final InstanceAddress CONTROL = InstanceAddress.parse("db3:3306");
  private static final int SECONDS = 30;

  /** One reading a second; each a healthy one, 100 transactions after the one before. */
  private static Sample healthy(int second) {
    return new Sample(
        BEGIN.plusSeconds(second),
        Observed.known(Duration.ofHours(1).plusSeconds(second)),
        Observed.known(Optional.empty()),
        Observed.known(0.0),
        Observed.known(100L * second),
        Observed.known(0L),
        Observed.absent("it has no replicas"),
        Observed.absent("it has no replicas"),
        Observed.known(Optional.empty()),
        Observed.unknown("no statement shows it"));
  }

  private static Samples samples(InstanceAddress server, UnaryOperator<Sample> after) {
    return new Samples(
        server,
        IntStream.range(0, SECONDS).mapToObj(GateJudgeTest::healthy).toList(),
        IntStream.range(SECONDS, 2 * SECONDS).mapToObj(i -> after.apply(healthy(i))).toList());
  }

  private static GateAnswer answer(
      Gate gate, UnaryOperator<Sample> subject, UnaryOperator<Sample> control) {
    Comparison compared =
        new Comparison(
            samples(SUBJECT, subject), Optional.of(samples(CONTROL, control)), Optional.empty());
    return GateJudge.judge(EnumSet.of(gate), 0.001, compared).answers().getFirst();
  }

  private static Sample failed(Sample of, String error) {
    return new Sample(
        of.at(),
        of.uptime(),
        Observed.known(Optional.of(error)),
        of.lagSeconds(),
        of.applied(),
        of.retries(),
        of.waitingCommits(),
        of.finishedCommits(),
        of.gap(),
        of.queueBytes());
  }

  private static Sample with(
      Sample of,
      Duration uptime,
      Observed<Double> lag,
      long applied,
      Observed<Optional<String>> gap) {
    return new Sample(
        of.at(),
        Observed.known(uptime),
        of.applierError(),
        lag,
        Observed.known(applied),
        of.retries(),
        of.waitingCommits(),
        of.finishedCommits(),
        gap,
        of.queueBytes());
  }

  private static long second(Sample sample) {
    return Duration.between(BEGIN, sample.at()).toSeconds();
  }

  private static Duration uptime(Sample sample) {
    return sample.uptime().asOptional().orElseThrow();
  }

  private static Sample lagging(Sample sample) {
    double lag = 0.5 * (second(sample) - SECONDS);
    return with(
        sample,
        uptime(sample),
        Observed.known(lag),
        100L * SECONDS + 50 * (second(sample) - SECONDS),
        sample.gap());
  }

  @Test
  void anUnchangedServerHoldsAtEachGateThatIsShown() {
    Comparison compared =
        new Comparison(
            samples(SUBJECT, same -> same),
            Optional.of(samples(CONTROL, same -> same)),
            Optional.empty());
    Judgement judgement = GateJudge.judge(EnumSet.allOf(Gate.class), 0.001, compared);
    assertThat(judgement.outcome()).isEqualTo(Outcome.HOLDS);
    assertThat(judgement.answers())
        .filteredOn(answer -> answer.outcome() == Outcome.NOT_SHOWN)
        .extracting(GateAnswer::gate)
        .containsExactly(Gate.COMMIT_LATENCY, Gate.MEMORY);
    assertThat(judgement.answers()).hasSize(Gate.values().length);
  }

  @Test
  void anApplierThatFailsIsHarmUnlessTheControlFailsToo() {
    UnaryOperator<Sample> fails = sample -> failed(sample, "error 1205: Lock wait timeout");
    GateAnswer alone = answer(Gate.APPLIER_ERRORS, fails, same -> same);
    assertThat(alone.outcome()).isEqualTo(Outcome.HARM);
    assertThat(alone.sentence())
        .isEqualTo("db2:3306: its applier stopped: error 1205: Lock wait timeout.");

    GateAnswer both = answer(Gate.APPLIER_ERRORS, fails, fails);
    assertThat(both.outcome()).isEqualTo(Outcome.UNCLEAR);
    assertThat(both.sentence()).contains("db3:3306, which was not changed, has the same trouble");
  }

  @Test
  void aRestartIsSeenByTheBeginningOfTheProcess() {
    GateAnswer restarted =
        answer(
            Gate.RESTARTS,
            sample ->
                with(
                    sample,
                    Duration.ofSeconds(second(sample) - SECONDS),
                    sample.lagSeconds(),
                    100,
                    sample.gap()),
            same -> same);
    assertThat(restarted.outcome()).isEqualTo(Outcome.HARM);
    assertThat(restarted.sentence()).contains("its process began at 2026-11-23T22:00:30Z");
  }

  @Test
  void aGapThatStaysIsHarmAndOneThatMovesIsNot() {
    UnaryOperator<Sample> stays =
        sample ->
            with(
                sample,
                uptime(sample),
                sample.lagSeconds(),
                100 * second(sample),
                Observed.known(Optional.of("3e11fa47:42")));
    UnaryOperator<Sample> moves =
        sample ->
            with(
                sample,
                uptime(sample),
                sample.lagSeconds(),
                100 * second(sample),
                Observed.known(Optional.of("3e11fa47:" + second(sample))));
    assertThat(answer(Gate.GAPS, stays, same -> same).sentence())
        .isEqualTo("db2:3306: its applier left 3e11fa47:42 out.");
    assertThat(answer(Gate.GAPS, moves, same -> same).outcome()).isEqualTo(Outcome.HOLDS);
  }

  @Test
  void aGapOfWhichNothingIsKnownIsUnclear() {
    GateAnswer unknown =
        answer(
            Gate.GAPS,
            sample ->
                with(
                    sample,
                    uptime(sample),
                    sample.lagSeconds(),
                    100 * second(sample),
                    Observed.unknown("the workers could not be read")),
            same -> same);
    assertThat(unknown.outcome()).isEqualTo(Outcome.UNCLEAR);
  }

  @Test
  void aLagThatGrowsIsHarmWithItsNumbers() {
    GateAnswer lag = answer(Gate.LAG, GateJudgeTest::lagging, same -> same);
    assertThat(lag.outcome()).isEqualTo(Outcome.HARM);
    assertThat(lag.sentence())
        .startsWith(
            "db2:3306: its lag grows by 0.500 s more in each second, compared with before and with"
                + " db3:3306 beside it: at least 0.")
        .contains("29 readings before, 29 after");
    assertThat(answer(Gate.THROUGHPUT, GateJudgeTest::lagging, same -> same).sentence())
        .contains("it applies a part of 0.5")
        .contains("less of the same supply");
  }

  @Test
  void aLagThatGrowsOnTheControlTooDoesNotComeFromTheChange() {
    GateAnswer lag = answer(Gate.LAG, GateJudgeTest::lagging, GateJudgeTest::lagging);
    assertThat(lag.outcome()).isEqualTo(Outcome.HOLDS);
  }

  @Test
  void withoutTransactionsNothingIsJudged() {
    GateAnswer lag =
        answer(
            Gate.LAG,
            sample ->
                with(sample, uptime(sample), Observed.known(0.0), 100L * SECONDS, sample.gap()),
            same -> same);
    assertThat(lag.outcome()).isEqualTo(Outcome.NOT_ENOUGH_TRAFFIC);
    assertThat(lag.sentence())
        .isEqualTo(
            "db2:3306: 2900 transactions (by position: rows) before and 0 after were counted; 100"
                + " each are needed.");
  }

  @Test
  void aJudgementIsAsBadAsItsWorstGate() {
    Judgement judgement =
        new Judgement(
            List.of(
                new GateAnswer(Gate.LAG, Outcome.HARM, "lags"),
                new GateAnswer(Gate.MEMORY, Outcome.NOT_SHOWN, "not shown"),
                new GateAnswer(Gate.GAPS, Outcome.UNCLEAR, "unclear")));
    assertThat(judgement.outcome()).isEqualTo(Outcome.HARM);
    assertThat(judgement.reasons()).containsExactly("lags");
    assertThat(
            new Judgement(List.of(new GateAnswer(Gate.MEMORY, Outcome.NOT_SHOWN, "not shown")))
                .outcome())
        .isEqualTo(Outcome.HOLDS);
  }

  /** As MariaDB's sources show it, with semi-synchronous replication built in and switched off. */
  private static Sample acknowledging(Sample of, long waiting, long finished) {
    return new Sample(
        of.at(),
        of.uptime(),
        of.applierError(),
        of.lagSeconds(),
        of.applied(),
        of.retries(),
        Observed.known(waiting),
        Observed.known(finished),
        of.gap(),
        of.queueBytes());
  }

  private static GateAnswer latency(UnaryOperator<Sample> source) {
    Samples read = samples(CONTROL, source);
    Samples all =
        new Samples(read.server(), read.before().stream().map(source).toList(), read.after());
    Comparison compared =
        new Comparison(samples(SUBJECT, same -> same), Optional.empty(), Optional.of(all));
    return GateJudge.judge(EnumSet.of(Gate.COMMIT_LATENCY), 0.001, compared).answers().getFirst();
  }

  @Test
  void aSourceWhoseCommitsNeverWaitDoesNotKeepAWaveFromBeingJudged() {
    GateAnswer switchedOff = latency(sample -> acknowledging(sample, 0, 0));

    assertThat(switchedOff.outcome()).isEqualTo(Outcome.NOT_SHOWN);
    assertThat(switchedOff.sentence())
        .isEqualTo(SUBJECT + ": no commit on its source waits for replicas.");
    assertThat(latency(sample -> acknowledging(sample, 3, 0)).outcome())
        .as("all commits hang")
        .isEqualTo(Outcome.NOT_ENOUGH_TRAFFIC);
  }

  /** Three clients that commit as fast as they are acknowledged. */
  @Test
  void clientsThatSendFewerCommitsAsTheyWaitDoNotHideHowLongTheyWait() {
    GateAnswer longer =
        latency(sample ->
            second(sample) < SECONDS
                ? acknowledging(sample, 0, 60 * second(sample))
                : acknowledging(
                    sample,
                    second(sample) % 8 == 0 ? 0 : 1,
                    60L * SECONDS + 12 * (second(sample) - SECONDS)));

    assertThat(longer.outcome()).isEqualTo(Outcome.HARM);
    assertThat(longer.sentence())
        .contains("commits on its source wait 0.072 s longer for replicas");
  }

  @Test
  void commitsThatHangSinceTheChangeAreHarm() {
    GateAnswer hanging =
        latency(sample ->
            acknowledging(
                sample,
                second(sample) < SECONDS ? second(sample) % 2 : 3 - second(sample) % 2,
                60 * Math.min(second(sample), SECONDS)));

    assertThat(hanging.outcome()).isEqualTo(Outcome.HARM);
  }
}
