package io.tutti.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.crash.ProcessEnd.How;
import io.tutti.fixtures.Incidents;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Durability;
import io.tutti.model.Observed;
import io.tutti.model.ProcessObservation;
import io.tutti.model.ProcessStart;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LostEndTest {
  private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final Observed<Long> ONE = Observed.known(1L);
  private static final Observed<GtidSet> NOT_REPORTED = Observed.unknown("not told");

  /** Read last at 1, 1, when its binlog ended there, and it had executed that. */
  private static Incident.Ended ended(
      Observed<BinlogPosition> writing, Observed<GtidSet> executed) {
    ProcessStart start =
        new ProcessStart(Incidents.BEGAN, Incidents.BEGAN)
            .seenAs(
                Optional.of(new ProcessObservation(States.NOW, "s1", Observed.known(5L), writing)));
    return new Incident.Ended(
        Observed.known(start),
        States.NOW,
        Observed.known(States.NOW),
        Observed.unknown("not asked"),
        new Durability(
            ONE,
            ONE,
            Observed.unknown("not asked"),
            Observed.unknown("not asked"),
            Observed.unknown("not asked"),
            Observed.unknown("not asked")),
        Observed.known(UUID),
        executed,
        Observed.unknown("not asked"));
  }

  private static Observed<BinlogPosition> at(long position) {
    return Observed.known(new BinlogPosition("binlog.000002", position));
  }

  private static Observed<ProcessEnd> cutOff(String log, long bytes) {
    return Observed.known(new ProcessEnd(How.CUT_OFF, log, bytes));
  }

  private static Observed<GtidSet> names(int last) {
    return Observed.known(GtidSet.parse(UUID + ":1-" + last));
  }

  @ParameterizedTest
  @CsvSource({
    "binlog.000002, 4711, false",
    "binlog.000002, 5000, false",
    "binlog.000002, 4710, true",
    "binlog.000003, 200, false",
    "binlog.000001, 9000, true"
  })
  void aBinlogThatIsShorterThanItWasLostItsEnd(String log, long bytes, boolean isShorter) {
    Optional<LostEnd> lost =
        LostEnd.of(ended(at(4711), NOT_REPORTED), cutOff(log, bytes), NOT_REPORTED);

    assertThat(lost.flatMap(LostEnd::shorter).isPresent()).isEqualTo(isShorter);
    assertThat(lost.flatMap(LostEnd::names)).isEmpty();
  }

  @Test
  void showsHowLongItWasAndIs() {
    assertThat(
            LostEnd.of(ended(at(4711), NOT_REPORTED), cutOff("binlog.000002", 4413), NOT_REPORTED))
        .hasToString(
            "Optional[binlog.000002 ended at 4711 when it was read last, and ends at 4413 now]");
    assertThat(
            LostEnd.of(ended(at(4711), NOT_REPORTED), cutOff("binlog.000001", 900), NOT_REPORTED))
        .hasToString("Optional[binlog.000002 ended at 4711 when it was read last, and is gone]");
  }

  @Test
  void namesThatItHadExecutedAndDoesNotBeginWithAreLost() {
    Observed<ProcessEnd> end = cutOff("binlog.000002", 4711);

    assertThat(LostEnd.of(ended(at(4711), names(9)), end, names(9))).isEmpty();
    assertThat(LostEnd.of(ended(at(4711), names(9)), end, names(12))).isEmpty();
    assertThat(LostEnd.of(ended(at(4711), names(9)), end, names(7)))
        .hasToString("Optional[it had executed %s:8-9, and lacks that]".formatted(UUID));
    assertThat(LostEnd.of(ended(at(4711), names(9)), end, NOT_REPORTED)).isEmpty();
    assertThat(LostEnd.of(ended(at(4711), NOT_REPORTED), end, names(7))).isEmpty();
  }

  /** They are not the binlogs of that process, or a person has begun them again. */
  @Test
  void whereItWasNotCutOffTheyShowNothing() {
    Incident.Ended ended = ended(at(4711), names(9));

    assertThat(
            LostEnd.of(
                ended, Observed.known(new ProcessEnd(How.STOPPED, "binlog.000002", 300)), names(1)))
        .isEmpty();
    assertThat(
            LostEnd.of(
                ended,
                Observed.known(new ProcessEnd(How.NOT_KNOWN, "binlog.000002", 300)),
                names(1)))
        .isEmpty();
    assertThat(LostEnd.of(ended, Observed.absent("they are gone"), names(1))).isEmpty();
  }

  @Test
  void settingsProveNothingAgainstIt() {
    Incident.Ended ended = ended(at(4711), names(9));
    CrashJudgement bySettings =
        CrashJudgement.of(
            cutOff("binlog.000002", 4413),
            Observed.known(new RecordedDurability(ended.durability(), States.NOW, States.NOW)));
    assertThat(bySettings.cost()).isEqualTo(CrashJudgement.Cost.NONE_BY_SETTINGS);

    CrashJudgement judged =
        bySettings.withLostEnd(LostEnd.of(ended, cutOff("binlog.000002", 4413), names(8)));

    assertThat(judged.cost()).isEqualTo(CrashJudgement.Cost.COMMITS);
    assertThat(judged.missing()).containsExactly(CrashJudgement.Missing.BINLOG);
    assertThat(judged.why())
        .endsWith(
            "But its binlogs lost what they had: binlog.000002 ended at 4711 when it was read last, and ends at 4413 now; it had executed %s:9, and lacks that."
                .formatted(UUID));
    assertThat(bySettings.withLostEnd(Optional.empty())).isEqualTo(bySettings);
  }
}
