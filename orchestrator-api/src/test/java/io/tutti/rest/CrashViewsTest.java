package io.tutti.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.api.CrashView;
import io.tutti.crash.CrashJudgement;
import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.crash.ProcessEnd;
import io.tutti.crash.RecordedDurability;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.operation.crash.RestartReport;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrashViewsTest {
  private static final Observed<ProcessEnd> NO_END =
      Observed.unknown("its binlogs do not reach back to another process");
  private static final Observed<RecordedDurability> NOT_WATCHED =
      Observed.unknown("this controller did not watch it before it started");

  private static CrashView view(Observed<ProcessEnd> end, LostOnSource ofReplica) {
    return CrashViews.of(
        new RestartReport(
            InstanceAddress.parse("a:1"),
            Observed.known(Instant.EPOCH),
            end,
            NOT_WATCHED,
            CrashJudgement.of(end, NOT_WATCHED),
            List.of(new LostOnSourceByReplica(InstanceAddress.parse("b:1"), "", ofReplica))),
        List.of());
  }

  @Test
  void ofAServersFirstProcessNothingIsSaidToBeLost() {
    CrashView first = view(NO_END, new LostOnSource.None());

    assertThat(first.cost()).isEqualTo("UNKNOWN");
    assertThat(first.suspect()).isFalse();
    assertThat(first.missing()).isEmpty();
    assertThat(first.why())
        .isEqualTo(
            "Its binlogs do not reach back to another process, and this controller did not watch it"
                + " before it started.");
  }

  @Test
  void aProcessThatWasCutOffOrAReplicaThatHasMoreIsSuspect() {
    CrashView cutOff =
        view(
            Observed.known(new ProcessEnd(ProcessEnd.How.CUT_OFF, "binlog.000001")),
            new LostOnSource.None());
    CrashView ahead =
        view(NO_END, new LostOnSource.Beyond(new BinlogPosition("binlog.000001", 4711), 157));

    assertThat(cutOff.suspect()).isTrue();
    assertThat(cutOff.cost()).isEqualTo("COMMITS_WITH_THE_HOST");
    assertThat(ahead.suspect()).isTrue();
  }
}
