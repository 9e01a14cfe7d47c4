package io.tutti.cli.verb;

import io.tutti.api.ReplicationBody;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti replicate}. */
@Command(
    name = "replicate",
    header = "Lets a server begin to replicate.",
    description = {
      "By GTID, with the account of replicas that the controller is configured with.",
      "It is refused where the server has what the source lacks, or lacks what the source has"
          + " purged."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti replicate db5:3306 --from db1:3306 --dry-run",
      "  tutti replicate db5:3306 --from db1:3306"
    })
public final class ReplicateVerb extends ActingVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @Option(
      names = "--from",
      required = true,
      paramLabel = "HOST:PORT",
      description = "The server from which it is to replicate.")
  private @Nullable InstanceAddress from;

  @Option(
      names = "--account-unproved",
      description =
          "Take it on that the account of replicas is not shown to be let in there. Without it,"
              + " that is refused.")
  private boolean accountUnproved;

  public ReplicateVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        instance.path(":replicate"),
        new ReplicationBody(
            Optional.of(Objects.requireNonNull(from).toString()),
            Optional.empty(),
            Optional.of(accountUnproved),
            Optional.of(dryRun)));
  }
}
