package io.tutti.cli.verb;

import io.tutti.api.ParallelismAdviceView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.ParallelismAdvicePage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tutti parallelism advise}. */
@Command(
    name = "advise",
    header = "Says what Tutti would set here, and why.",
    description =
        "For each setting it prints the present and the advised value, the reason, the"
            + " disadvantage, and what has to stop for it. It uses only what was read, and says"
            + " what is not known. Nothing is changed.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti parallelism advise db2:3306")
public final class ParallelismAdviseVerb extends ClientVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  public ParallelismAdviseVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return ask(controller, instance.address());
  }

  static Answer ask(ControllerClient controller, String instance) {
    return controller.get(ControllerClient.path("/instances/{}/parallelism/advice", instance));
  }

  @Override
  List<Line> show(Answer answer) {
    return ParallelismAdvicePage.of(answer.as(ParallelismAdviceView.class));
  }
}
