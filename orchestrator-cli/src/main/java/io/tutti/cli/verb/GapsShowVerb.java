package io.tutti.cli.verb;

import io.tutti.api.GapsView;
import io.tutti.cli.render.GapsPage;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tutti gaps show}. */
@Command(
    name = "show",
    header = "Shows which transactions are missing in gaps.",
    description =
        "It says for each channel whether it is free of gaps. Where the replica's "
            + "tables do not show it, the relay log or the source's binlog is read.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti gaps show db2:3306", "  tutti gaps show db2:3306 --json"})
public final class GapsShowVerb extends ClientVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  public GapsShowVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get(instance.path("/gaps"));
  }

  @Override
  List<Line> show(Answer answer) {
    return GapsPage.of(answer.as(GapsView.class));
  }
}
