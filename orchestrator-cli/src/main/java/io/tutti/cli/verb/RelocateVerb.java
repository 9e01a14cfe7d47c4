package io.tutti.cli.verb;

import io.tutti.api.RelocationBody;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti relocate}. */
@Command(
    name = "relocate",
    header = "Lets a replica replicate from another server of its cluster.",
    description =
        "Its receiver is stopped until the new source has all that the replica received; then the "
            + "source is changed, and its threads run as before. Replicas below it go along. If a "
            + "step fails, it replicates from its old source again.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti relocate db4:3306 --below db2:3306 --dry-run",
      "  tutti relocate db2:3306 --below db5:3306 --with-replicas"
    })
public final class RelocateVerb extends ActingVerb {
  @Parameters(index = "0", paramLabel = "HOST:PORT", description = "The replica, or an alias.")
  private @Nullable InstanceAddress address;

  @Option(
      names = "--below",
      required = true,
      paramLabel = "HOST:PORT",
      description = "The server from which it is to replicate.")
  private @Nullable InstanceAddress below;

  @Option(
      names = "--channel",
      paramLabel = "NAME",
      description = "The channel that is moved; needed where there are several.")
  private @Nullable String channel;

  @Option(
      names = "--with-replicas",
      description = "Lets the servers that replicate from it go along.")
  private boolean withReplicas;

  public RelocateVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        ControllerClient.path("/instances/{}:relocate", Objects.requireNonNull(address).toString()),
        new RelocationBody(
            Objects.requireNonNull(below).toString(),
            Optional.ofNullable(channel),
            Optional.of(withReplicas),
            Optional.of(dryRun)));
  }
}
