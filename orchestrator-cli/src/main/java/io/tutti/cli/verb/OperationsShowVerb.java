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
import picocli.CommandLine.Parameters;

/** {@code tutti operations show}. */
@Command(
    name = "show",
    header = "Shows one operation with its steps.",
    description =
        "It shows the result of each step, and the statements that it ran. -o wide has what was"
            + " there before each step, too.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti operations show 20261121-093012-7f3a01c2"})
public final class OperationsShowVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "ID", description = "The operation.")
  private @Nullable String id;

  public OperationsShowVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get(ControllerClient.path("/operations/{}", Objects.requireNonNull(id)));
  }

  @Override
  List<Line> show(Answer answer) {
    return OperationPage.of(answer.as(OperationView.class), tutti().output().isWide());
  }
}
