package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A grid by the command line: cut off, continued, and shown as a page for a browser. */
@Matrix
class TuningCommandsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(120);

  @TempDir private Path folder;

  private static String[] bench(TuningBed bed, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "tune",
                "bench",
                bed.address(bed.replica()).toString(),
                "--hold-back",
                "3s",
                "--transactions",
                "500",
                "--grid",
                bed.workersKnob() + "=0,2,4",
                "--yes"));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private static JsonNode newest(TuningBed bed) {
    return bed.controller().get("/tunings").body().at("/items/0");
  }

  private static String awaitMeasured(TuningBed bed, int trials) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> newest(bed).at("/trials").size() >= trials);
    return newest(bed).at("/id").asString();
  }

  private static long stops(TuningBed bed) {
    return Long.parseLong(
        bed.replica()
            .query("SHOW GLOBAL STATUS LIKE 'Com_slave_stop'")
            .getFirst()
            .firstText("Value"));
  }

  /** What is equal was measured once: the same moment, and the same figures. */
  private static void assertSameTrial(JsonNode trial, JsonNode other) {
    assertThat(trial).isEqualTo(other);
  }

  @Test
  void aGridThatWasCancelledIsContinued() throws Exception {
    try (TuningBed bed = TuningBed.start(ServerRelease.MYSQL_5_7_22)) {
      String before = bed.workers();
      CompletableFuture<CommandResult> first =
          CompletableFuture.supplyAsync(() -> bed.controller().tutti(bench(bed)));
      String cut = awaitMeasured(bed, 1);
      CommandResult cancelled = bed.controller().tutti("operations", "cancel", cut);
      assertThat(cancelled.exitCode()).as("%s", cancelled).isZero();
      CommandResult ended = first.get();
      assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
      assertThat(ended.output()).contains("UNDONE", cut);
      assertThat(bed.workers()).isEqualTo(before);
      JsonNode then = bed.measured(cut).at("/trials");
      assertThat(then.size()).isBetween(1, 2);

      CommandResult resumed = bed.controller().tutti(bench(bed, "--continue", cut));

      assertThat(resumed.exitCode()).as("%s", resumed).isZero();
      assertThat(resumed.output()).contains("Measured before: no workers: ", "SUCCEEDED");
      JsonNode all = newest(bed).at("/trials");
      assertThat(newest(bed).at("/id").asString()).isNotEqualTo(cut);
      assertThat(all).hasSize(3);
      for (int i = 0; i < then.size(); i++) {
        assertSameTrial(all.get(i), then.get(i));
      }
      assertThat(bed.workers()).isEqualTo(before);

      long stops = stops(bed);
      CommandResult again =
          bed.controller().tutti(bench(bed, "--continue", newest(bed).at("/id").asString()));
      assertThat(again.exitCode()).as("%s", again).isZero();
      assertThat(newest(bed).at("/trials")).isEqualTo(all);
      assertThat(stops(bed)).as("nothing was left to be measured").isEqualTo(stops);
      refusals(bed, cut);
      bed.assertAppliesTheSame();
    }
  }

  private static void refusals(TuningBed bed, String cut) {
    CommandResult unknown = bed.controller().tutti(bench(bed, "--continue", "nothing"));
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.errors())
        .contains(
            "UNKNOWN_OPERATION", "No operation nothing has measured", "tutti operations list");
    CommandResult other =
        bed.controller()
            .tutti(
                "tune",
                "bench",
                bed.address(bed.source()).toString(),
                "--grid",
                bed.workersKnob() + "=0",
                "--continue",
                cut,
                "--yes");
    assertThat(other.errors()).contains("No operation " + cut + " has measured");
  }

  /** One whose controller was killed is continued by the next one, without being asked. */
  @OwnProcess
  @Test
  void aGridWhoseControllerWasKilledIsContinued() throws Exception {
    try (TuningBed bed = TuningBed.start(ServerRelease.MYSQL_8_0_15)) {
      String before = bed.workers();
      CommandResult begun = bed.controller().tutti(bench(bed, "--no-follow"));
      assertThat(begun.exitCode()).as("%s", begun).isZero();
      String id = awaitMeasured(bed, 1);
      JsonNode first = bed.measured(id).at("/trials/0");
      bed.controller().killHardAndStartAgain();

      JsonNode ended = bed.atRest(id);

      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
      assertThat(bed.measured(id).at("/trials")).hasSize(3);
      assertSameTrial(bed.measured(id).at("/trials/0"), first);
      assertThat(bed.workers()).isEqualTo(before);
      CommandResult resumed = bed.controller().tutti(bench(bed, "--continue", id));
      assertThat(resumed.exitCode()).as("%s", resumed).isZero();
      assertThat(newest(bed).at("/trials")).isEqualTo(bed.measured(id).at("/trials"));
      bed.assertAppliesTheSame();
    }
  }

  /** It holds all that was measured, and a browser needs nothing else to show it. */
  @Test
  void whatWasMeasuredIsAPageThatFetchesNothing() throws IOException {
    try (TuningBed bed = TuningBed.start(ServerRelease.MYSQL_8_0_15)) {
      CommandResult run = bed.controller().tutti(bench(bed));
      assertThat(run.exitCode()).as("%s", run).isZero();
      JsonNode tuning = newest(bed);
      Path file = folder.resolve("tuning.html");

      CommandResult shown =
          bed.controller()
              .tutti("tune", "show", tuning.at("/id").asString(), "--html", file.toString());

      assertThat(shown.exitCode()).as("%s", shown).isZero();
      String page = Files.readString(file);
      assertThat(page)
          .startsWith("<!doctype html>")
          .contains("<table", "<svg", tuning.at("/id").asString(), "What workers did")
          .doesNotContain("://", "<script", "src=", "href=", "@import", "url(");
      for (JsonNode trial : tuning.at("/trials")) {
        String perSecond = String.format(Locale.ROOT, "%,.0f", trial.at("/perSecond").asDouble());
        String speedup = String.format(Locale.ROOT, "%.2f", trial.at("/speedup").asDouble());
        assertThat(page)
            .contains(trial.at("/candidate/name").asString())
            .contains(">" + perSecond + "<", ">" + speedup + "<");
        assertThat(shown.output()).contains(perSecond, speedup);
      }
      CommandResult nowhere =
          bed.controller()
              .tutti(
                  "tune",
                  "show",
                  tuning.at("/id").asString(),
                  "--html",
                  folder.resolve("none").resolve("tuning.html").toString());
      assertThat(nowhere.exitCode()).isEqualTo(1);
      assertThat(nowhere.errors()).contains("cannot be written");
      bed.assertAppliesTheSame();
    }
  }
}
