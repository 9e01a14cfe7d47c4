package io.tutti.cli.verb;

import io.tutti.api.ForgottenView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tutti forget}. */
@Command(
    name = "forget",
    header = "Stops watching a server.",
    description =
        "What is known of it is dropped; the server itself is not touched. Where others "
            + "still replicate with it, it will be found again.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti forget db9:3306"})
public final class ForgetVerb extends ClientVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @Mixin private Confirmation confirmation = new Confirmation();

  public ForgetVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    confirmation.require(
        tutti(),
        List.of(
            Line.of(
                "%s is no longer watched, and what was known of it is dropped."
                    .formatted(name()))));
    return controller.delete(instance.path(""));
  }

  private String name() {
    return instance.address();
  }

  @Override
  List<Line> show(Answer answer) {
    List<Line> lines = new ArrayList<>();
    ForgottenView forgotten = answer.as(ForgottenView.class);
    lines.add(Line.of(forgotten.address() + " is forgotten."));
    List<String> leading = forgotten.stillLedToBy();
    if (!leading.isEmpty()) {
      lines.add(
          Line.of(
              "It will be found again, because these lead to it: " + String.join(", ", leading),
              Tone.WARN));
    }
    return lines;
  }
}
