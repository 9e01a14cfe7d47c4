package io.tutti.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.crash.ProcessEnd.How;
import io.tutti.model.Durability;
import io.tutti.model.Observed;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrashJudgementTest {
  private static Observed<ProcessEnd> end(String how) {
    return how.equals("UNKNOWN")
        ? Observed.unknown("its binlogs were purged")
        : Observed.known(new ProcessEnd(How.valueOf(how), "binlog.000007"));
  }

  private static Observed<Long> number(long value) {
    return value < 0 ? Observed.unknown("it was not read") : Observed.known(value);
  }

  private static Observed<RecordedDurability> settings(long syncBinlog, long flushLog) {
    Observed<Long> none = Observed.unknown("not asked");
    return Observed.known(
        new RecordedDurability(
            new Durability(
                number(syncBinlog),
                number(flushLog),
                Observed.unknown("not asked"),
                none,
                Observed.unknown("not asked"),
                Observed.unknown("not asked")),
            Instant.EPOCH,
            Instant.EPOCH));
  }

  /** The decision table, with the settings in force before; -1 is what nobody knows. */
  @ParameterizedTest
  @CsvSource({
    "STOPPED, 0, 0, NONE",
    "STOPPED, -1, -1, NONE",
    "CUT_OFF, 1, 1, NONE_BY_SETTINGS",
    "UNKNOWN, 1, 1, NONE_BY_SETTINGS",
    "CUT_OFF, 1, 0, COMMITS",
    "CUT_OFF, 0, 0, COMMITS",
    "CUT_OFF, -1, 0, COMMITS",
    "CUT_OFF, 0, 1, COMMITS_WITH_THE_HOST",
    "CUT_OFF, 100, 1, COMMITS_WITH_THE_HOST",
    "CUT_OFF, 1, 2, COMMITS_WITH_THE_HOST",
    "CUT_OFF, 1, -1, COMMITS_WITH_THE_HOST",
    "CUT_OFF, -1, 1, COMMITS_WITH_THE_HOST",
    "UNKNOWN, 1, 0, COMMITS_WITH_THE_HOST",
    "UNKNOWN, 0, 1, COMMITS_WITH_THE_HOST"
  })
  void whatIsNotKnownIsTakenForTheWorse(
      String how, long syncBinlog, long flushLog, CrashJudgement.Cost cost) {
    CrashJudgement judged = CrashJudgement.of(end(how), settings(syncBinlog, flushLog));

    assertThat(judged.cost()).as(judged.why()).isEqualTo(cost);
    assertThat(judged.cost().isSuspect()).isEqualTo(cost.name().startsWith("COMMITS"));
  }

  @Test
  void withoutRecordedSettingsItIsSuspectUnlessItWasShutDown() {
    Observed<RecordedDurability> none = Observed.unknown("nobody watched");

    assertThat(CrashJudgement.of(end("STOPPED"), none).cost().isSuspect()).isFalse();
    assertThat(CrashJudgement.of(end("CUT_OFF"), none).cost().isSuspect()).isTrue();
    assertThat(CrashJudgement.of(end("UNKNOWN"), none).why())
        .contains("its binlogs were purged", "nobody watched");
  }
}
