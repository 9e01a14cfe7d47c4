package io.tutti.cli.verb;

import io.tutti.api.ReplicationBody;
import io.tutti.cli.session.TuttiCommand;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti co-primary}. */
@Command(
    name = "co-primary",
    header = "Lets a source replicate from its replica, too.",
    description = {
      "Then the one can take the place of the other at once: tutti switchover, tutti failover.",
      "The replica takes no writes, and must have nothing that its source lacks."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tutti co-primary db2:3306 --dry-run", "  tutti co-primary db2:3306"})
public final class CoPrimaryVerb extends ActingVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @Option(
      names = "--account-unproved",
      description =
          "Take it on that the account of replicas is not shown to be let in there. Without it,"
              + " that is refused.")
  private boolean accountUnproved;

  public CoPrimaryVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        instance.path(":co-primary"),
        new ReplicationBody(
            Optional.empty(), Optional.empty(), Optional.of(accountUnproved), Optional.of(dryRun)));
  }
}
