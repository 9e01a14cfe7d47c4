package io.tutti.cli.verb;

import io.tutti.api.OperationView;
import io.tutti.api.ResolveBody;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti crash resolve}. */
@Command(
    name = "resolve",
    header = "Replaces a crashed source by one of its replicas.",
    description = {
      "It fences the crashed source, waits until the replica that has the most has applied all that"
          + " it received, lets the other replicas replicate from it, and lets clients write there."
          + " Replicas of a crashed intermediate source replicate from its own source afterwards.",
      "The crashed server stays fenced, and the incident open. It is refused where "
          + "something would be lost."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti crash resolve 20261121-093012-7f3a01c2 --dry-run",
      "  tutti crash resolve 20261121-093012-7f3a01c2 --promote db3:3306"
    })
public final class CrashResolveVerb extends ActingVerb {
  @Parameters(index = "0", paramLabel = "ID", description = "The incident.")
  private @Nullable String id;

  @Option(
      names = "--promote",
      paramLabel = "HOST:PORT",
      description =
          "The replica to promote. Replicas that cannot replicate from it are left out. Without"
              + " this option the best one is promoted.")
  private @Nullable InstanceAddress promote;

  public CrashResolveVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        ControllerClient.path("/incidents/{}:resolve", Objects.requireNonNull(id)),
        new ResolveBody(
            Optional.of(dryRun), Optional.ofNullable(promote).map(InstanceAddress::toString)));
  }

  /** Who was left out, and why. */
  @Override
  List<Line> epilogue(ControllerClient controller, OperationView operation) {
    return FenceVerb.leftOpen(controller, operation.target());
  }
}
