package io.tutti.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.crash.ProcessEnd.How;
import io.tutti.model.Durability;
import io.tutti.model.Observed;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

  /** The decision table, with the settings in force before; -1 is what is not known. */
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

  /** The same table, with what became of the host. */
  @ParameterizedTest
  @CsvSource({
    "STOPPED, WENT_DOWN, 0, 0, NONE, ''",
    "CUT_OFF, WENT_DOWN, 1, 1, NONE_BY_SETTINGS, ''",
    "UNKNOWN, WENT_DOWN, 1, 1, NONE_BY_SETTINGS, ''",
    "CUT_OFF, STAYED_UP, 0, 1, NONE_BY_HOST, ''",
    "CUT_OFF, STAYED_UP, 0, 2, NONE_BY_HOST, ''",
    "CUT_OFF, STAYED_UP, -1, 1, NONE_BY_HOST, ''",
    "CUT_OFF, SHUT_DOWN, 0, 2, NONE_BY_HOST, ''",
    "UNKNOWN, STAYED_UP, 0, 2, NONE_BY_HOST, ''",
    "CUT_OFF, STAYED_UP, 1, 0, COMMITS, ROWS",
    "CUT_OFF, STAYED_UP, 1, -1, COMMITS, ROWS",
    "UNKNOWN, STAYED_UP, 1, 0, COMMITS, ROWS",
    "CUT_OFF, WENT_DOWN, 0, 1, COMMITS, BINLOG",
    "CUT_OFF, WENT_DOWN, 1, 2, COMMITS, ROWS",
    "CUT_OFF, WENT_DOWN, 1, 0, COMMITS, ROWS",
    "CUT_OFF, WENT_DOWN, 0, 2, COMMITS, BINLOG ROWS",
    "CUT_OFF, WENT_DOWN, -1, -1, COMMITS, BINLOG ROWS",
    "UNKNOWN, WENT_DOWN, 0, 1, COMMITS, BINLOG",
    "CUT_OFF, , 0, 1, COMMITS_WITH_THE_HOST, BINLOG",
    "CUT_OFF, , 1, 2, COMMITS_WITH_THE_HOST, ROWS",
    "UNKNOWN, , 0, 0, COMMITS_WITH_THE_HOST, BINLOG ROWS"
  })
  void whatTheHostKeptIsNotLost(
      String how,
      @Nullable HostFate fate,
      long syncBinlog,
      long flushLog,
      CrashJudgement.Cost cost,
      String missing) {
    Observed<HostFate> host = fate == null ? Observed.unknown("no report") : Observed.known(fate);
    CrashJudgement judged = CrashJudgement.of(end(how), settings(syncBinlog, flushLog), host);

    assertThat(judged.cost()).as(judged.why()).isEqualTo(cost);
    assertThat(judged.missing().stream().map(Enum::name).sorted().toList())
        .isEqualTo(missing.isEmpty() ? List.of() : List.of(missing.split(" ")));
  }

  /** What ran since, which nobody watched; and the worst of all. */
  @ParameterizedTest
  @CsvSource({
    "STOPPED, 0, STOPPED, NONE",
    "CUT_OFF, 0, STOPPED, COMMITS",
    "CUT_OFF, 1, STOPPED, NONE_BY_SETTINGS",
    "STOPPED, 1, CUT_OFF, COMMITS_WITH_THE_HOST",
    "CUT_OFF, 1, CUT_OFF, COMMITS_WITH_THE_HOST",
    "CUT_OFF, 1, UNKNOWN, COMMITS_WITH_THE_HOST",
    "NOT_KNOWN, 1, UNKNOWN, COMMITS_WITH_THE_HOST"
  })
  void theWorstOfAllThatRanCounts(
      String how, long setting, String since, CrashJudgement.Cost cost) {
    ProcessEnd watched =
        new ProcessEnd(How.valueOf(how), "binlog.000006").before(end(since).map(List::of));
    CrashJudgement judged = CrashJudgement.of(Observed.known(watched), settings(setting, setting));

    assertThat(judged.cost()).as(judged.why()).isEqualTo(cost);
    assertThat(judged.why())
        .startsWith(
            switch (how) {
              case "STOPPED" -> "It was shut down in order.";
              case "CUT_OFF" -> "It ended without a shutdown";
              default -> "How it ended is not known";
            })
        .contains(
            since.equals("UNKNOWN")
                ? "Whether other processes ran"
                : "another one ran that no controller watched");
  }

  @Test
  void whatAReplicaHasProvesWhatNoSettingShows() {
    CrashJudgement judged =
        CrashJudgement.of(end("CUT_OFF"), settings(1, 1)).withLostOnSource(true);

    assertThat(judged.cost()).isEqualTo(CrashJudgement.Cost.COMMITS);
    assertThat(judged.missing()).containsExactly(CrashJudgement.Missing.BINLOG);
  }
}
