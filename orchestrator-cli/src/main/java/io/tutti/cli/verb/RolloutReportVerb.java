package io.tutti.cli.verb;

import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti rollout report}. */
@Command(
    name = "report",
    header = "Shows what a rollout did to its servers, and what was decided.",
    description =
        "For each server: lag, applied and retried transactions before the change and after it,"
            + " with those of the untouched replica beside it; for each wave what was kept or"
            + " undone, and why. A rollout that has not ended has a report, too.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti rollout report 20261123-021500-7f3a01c2",
      "  tutti rollout report 20261123-021500-7f3a01c2 > report.md",
      "  tutti rollout report 20261123-021500-7f3a01c2 --html report.html"
    })
public final class RolloutReportVerb implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "ID", description = "The rollout.")
  private @Nullable String id;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write one page with charts into this file instead, for a browser.")
  private Optional<Path> html = Optional.empty();

  private final TuttiCommand tutti;

  public RolloutReportVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() {
    ControllerClient controller = tutti.controller();
    String path = ControllerClient.path("/rollouts/{}/report", Objects.requireNonNull(id));
    html.ifPresent(file -> ReportFile.write(file, controller.readText(path + "?format=html")));
    tutti
        .output()
        .print(
            controller.get(path).text(),
            () ->
                html.map(file -> List.of(Line.of("The report is in %s.".formatted(file))))
                    .orElseGet(() ->
                        controller
                            .readText(path + "?format=markdown")
                            .lines()
                            .map(Line::of)
                            .toList()));
    return ExitCode.DONE;
  }
}
