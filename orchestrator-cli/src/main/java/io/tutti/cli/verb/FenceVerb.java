package io.tutti.cli.verb;

import io.tutti.api.FenceBody;
import io.tutti.api.FenceView;
import io.tutti.api.OperationView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.TuttiCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti fence}. */
@Command(
    name = "fence",
    header = "Keeps clients and replicas away from a server.",
    description =
        "It is for servers that may have lost commits, and for planned maintenance. It uses the"
            + " strongest means that the server's release has. The fence stays after restarts of"
            + " the server and of the controller, until it is lifted.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti fence db2:3306 --dry-run",
      "  tutti fence db2:3306 --why \"new disk\"",
      "  tutti fence db2:3306 --why \"lost its disk cache\" --incident 17"
    })
public final class FenceVerb extends ActingVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @Option(
      names = "--incident",
      paramLabel = "ID",
      description = "The incident that it belongs to; kept with the fence.")
  private @Nullable String incident;

  @Option(
      names = "--why",
      paramLabel = "TEXT",
      description = "Why it is fenced. It is kept with the fence.")
  private @Nullable String why;

  public FenceVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        instance.path(":fence"),
        new FenceBody(
            Optional.ofNullable(why), Optional.ofNullable(incident), Optional.of(dryRun)));
  }

  @Override
  List<Line> epilogue(ControllerClient controller, OperationView operation) {
    return leftOpen(controller, instance.address());
  }

  /** What the fence around a server leaves open. */
  static List<Line> leftOpen(ControllerClient controller, String instance) {
    FenceView fence =
        controller.get(ControllerClient.path("/instances/{}/fence", instance)).as(FenceView.class);
    List<Line> lines = new ArrayList<>();
    for (String sentence : fence.open()) {
      lines.add(Line.of("left open: ", Tone.BAD).plus(sentence));
    }
    return lines;
  }
}
