package io.tutti.cli.verb;

import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tutti hold release}. */
@Command(
    name = "release",
    header = "Ends the hold of a cluster.",
    description = "From then on it is failed over by itself again, if its policy is AUTO.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti hold release orders --reason \"the disk is replaced\"")
public final class HoldReleaseVerb extends ClientVerb {
  @Parameters(
      index = "0",
      paramLabel = "CLUSTER",
      description = "Its name, an alias, or the address of one of its servers.")
  private @Nullable String cluster;

  public HoldReleaseVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.delete(
        ControllerClient.path("/clusters/{}/failover-hold", Objects.requireNonNull(cluster)));
  }

  @Override
  List<Line> show(Answer answer) {
    return List.of(Line.of("The hold of %s is ended.".formatted(Objects.requireNonNull(cluster))));
  }
}
