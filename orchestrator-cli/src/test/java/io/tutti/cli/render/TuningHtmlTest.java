package io.tutti.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.api.TuningView;
import io.tutti.api.TuningView.TrialView;
import io.tutti.api.TuningView.TriedSettingsView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TuningHtmlTest {
  private static final Instant AT = Instant.parse("2026-11-25T10:15:00Z");
  private static final TriedSettingsView NONE =
      new TriedSettingsView("no workers", "database", 0, Map.of("replica_parallel_workers", "0"));
  private static final TriedSettingsView EIGHT =
      new TriedSettingsView(
          "8 workers, <logical-clock>",
          "logical-clock",
          8,
          Map.of("replica_parallel_workers", "8"));

  private static TuningView tuning(Optional<TriedSettingsView> kept, TrialView... trials) {
    return new TuningView(
        "20261125-101500-7f3a01c2",
        "db2:3306",
        "RUN",
        AT,
        Optional.of(2_000L),
        Map.of("replica_parallel_workers", "0"),
        List.of(trials),
        kept);
  }

  private static TrialView trial(int number, TriedSettingsView setting, double perSecond) {
    return new TrialView(
        number,
        setting,
        AT,
        2_000,
        "transactions",
        Duration.ofMillis(1_534),
        perSecond,
        perSecond / 1_000,
        3,
        List.of("69 %: Waiting for an event from Coordinator"));
  }

  @Test
  void hasTheTableTheChartsAndWhatCameOfIt() {
    String page =
        TuningHtml.of(tuning(Optional.of(EIGHT), trial(1, NONE, 1_000), trial(2, EIGHT, 2_346)));

    assertThat(page)
        .startsWith("<!doctype html>")
        .contains("It was left with 8 workers, &lt;logical-clock&gt;: replica_parallel_workers=8.")
        .contains("before it replica_parallel_workers=0.")
        .contains("<tr class='kept'><td>2</td>")
        .contains("<td>2,346</td>", "<td>2.35</td>", "<td>2,000</td>", "<td>1.5</td>", "<td>3</td>")
        .contains("Speed-up over the first try", "<circle class='s0'", "<title>2.35</title>")
        .contains("<span style='width:42.6%'>", "<span style='width:100.0%'>")
        .contains("69 %: Waiting for an event from Coordinator")
        .doesNotContain("://", "<script", "src=", "href=", "url(", "<logical");
  }

  @Test
  void saysThatNothingWasKept() {
    assertThat(TuningHtml.of(tuning(Optional.empty(), trial(1, NONE, 1_000))))
        .contains("It was left with what it had: replica_parallel_workers=0.")
        .doesNotContain("class='kept'");
    assertThat(TuningHtml.of(tuning(Optional.empty())))
        .contains("Nothing is measured yet.")
        .doesNotContain("<table");
  }
}
