package io.tutti.cli.verb;

import io.tutti.api.ExtentBody;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tutti downtime end}. */
@Command(
    name = "end",
    header = "Ends the downtime of a server or a cluster.",
    description = "What is found of it counts again.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti downtime end db2:3306", "  tutti downtime end --cluster db1:3306"})
public final class DowntimeEndVerb extends ClientVerb {
  @Parameters(index = "0", arity = "0..1", paramLabel = "HOST:PORT", description = "The server.")
  private @Nullable InstanceAddress instance;

  @Mixin private ExtentArguments extent = new ExtentArguments();

  public DowntimeEndVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.post(
        "/downtimes:end", new ExtentBody(extent.instanceBeside(instance), extent.cluster()));
  }

  @Override
  List<Line> show(Answer answer) {
    return List.of(Line.of("The downtime is ended: what is found counts again."));
  }
}
