package io.tutti.cli.verb;

import io.tutti.api.ErrantView;
import io.tutti.cli.render.ErrantPage;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tutti errant show}. */
@Command(
    name = "show",
    header = "Shows each errant transaction of a replica.",
    description =
        "The replica and its source are read, one after the other. What a transaction does is read"
            + " from the replica's own binlogs, as far as they are kept.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti errant show db2:3306", "  tutti errant show db2:3306 --json"})
public final class ErrantShowVerb extends ClientVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  public ErrantShowVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get(instance.path("/errant"));
  }

  @Override
  List<Line> show(Answer answer) {
    return ErrantPage.of(answer.as(ErrantView.class));
  }
}
