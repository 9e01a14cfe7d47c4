package io.tutti.cli.verb;

import io.tutti.api.ErrantBody;
import io.tutti.cli.session.TuttiCommand;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tutti errant inject}. */
@Command(
    name = "inject",
    header = "Lets errant transactions count on the source.",
    description = {
      "It commits an empty transaction on the topmost source under each of these GTIDs, so that"
          + " they are errant no more. The rows stay as they are: what the transactions changed"
          + " stays on the replica alone, and no server will ever fetch it. This cannot be undone.",
      "Look first whether the rows matter: tutti errant show. MariaDB has no such way."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tutti errant inject db2:3306 --dry-run", "  tutti errant inject db2:3306"})
public final class ErrantInjectVerb extends ActingVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  public ErrantInjectVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(instance.path("/errant:inject"), new ErrantBody(Optional.of(dryRun)));
  }
}
