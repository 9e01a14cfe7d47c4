package io.tutti.cli.verb;

import io.tutti.api.RolloutCheckView;
import io.tutti.cli.render.RolloutPage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tutti rollout validate}. */
@Command(
    name = "validate",
    header = "Says what is wrong with a rollout file.",
    description =
        "All of it at once, each with its line. The file is judged by the servers that are known;"
            + " nothing is changed. It exits with 1 when something is wrong.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti rollout validate -f eight.yaml")
public final class RolloutValidateVerb implements Callable<Integer> {
  @Mixin private final RolloutFileOption file = new RolloutFileOption();

  private final TuttiCommand tutti;

  public RolloutValidateVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() {
    ControllerClient.Answer answer = tutti.controller().post("/rollouts", file.body(true));
    RolloutCheckView check = answer.as(RolloutCheckView.class);
    tutti
        .output()
        .print(
            answer.text(),
            () ->
                check
                    .plan()
                    .map(plan -> List.of(RolloutPage.right(plan)))
                    .orElseGet(() -> RolloutPage.mistakes(check.mistakes())));
    return check.mistakes().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }
}
