package io.tutti.cli.verb;

import io.tutti.api.RolloutCheckView;
import io.tutti.api.RolloutView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.RolloutPage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti rollout create}. */
@Command(
    name = "create",
    header = "Begins a rollout when its time has come.",
    description =
        "The controller carries it out, whether this command runs or not. A file that has mistakes"
            + " begins nothing.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti rollout create -f eight.yaml --dry-run",
      "  tutti rollout create -f eight.yaml --reason \"lag at night\""
    })
public final class RolloutCreateVerb implements Callable<Integer> {
  @Mixin private final RolloutFileOption file = new RolloutFileOption();

  @Option(
      names = "--dry-run",
      description =
          "Only show each server with the statements that it would get, and when. Nothing is"
              + " changed.")
  private boolean dryRun;

  private final TuttiCommand tutti;

  public RolloutCreateVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() {
    ControllerClient controller = tutti.controller();
    Answer checked = controller.post("/rollouts", file.body(true));
    RolloutCheckView check = checked.as(RolloutCheckView.class);
    if (dryRun || !check.mistakes().isEmpty()) {
      tutti
          .output()
          .print(
              checked.text(),
              () ->
                  check
                      .plan()
                      .map(RolloutPage::plan)
                      .orElseGet(() -> RolloutPage.mistakes(check.mistakes())));
      return check.mistakes().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }
    Answer created = controller.post("/rollouts", file.body(false));
    tutti.output().print(created.text(), () -> said(created.as(RolloutView.class)));
    return ExitCode.DONE;
  }

  private static List<Line> said(RolloutView rollout) {
    return List.of(
        RolloutPage.state(rollout),
        Line.of("Follow it with: tutti rollout follow " + rollout.id()));
  }
}
