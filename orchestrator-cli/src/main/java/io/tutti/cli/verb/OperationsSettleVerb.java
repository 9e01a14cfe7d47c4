package io.tutti.cli.verb;

import io.tutti.api.OperationView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.OperationPage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tutti operations settle}. */
@Command(
    name = "settle",
    header = "Records that you repaired what a stuck operation left.",
    description =
        "The operation ends as FAILED, and its servers are free again. Nothing is done "
            + "to any server.",
    footerHeading = "%nExamples:%n",
    footer =
        "  tutti operations settle 20261121-093012-7f3a01c2 --why \"started the receiver of db3\"")
public final class OperationsSettleVerb extends OneOperationVerb {
  @Option(
      names = "--why",
      required = true,
      paramLabel = "REASON",
      description = "What was done about it; kept with it and in the audit.")
  private @Nullable String why;

  public OperationsSettleVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.post(
        path(":settle") + ControllerClient.path("?reason={}", Objects.requireNonNull(why)));
  }

  @Override
  List<Line> show(Answer answer) {
    return OperationPage.ending(answer.as(OperationView.class));
  }
}
