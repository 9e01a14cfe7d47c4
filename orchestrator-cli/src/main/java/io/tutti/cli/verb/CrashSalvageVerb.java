package io.tutti.cli.verb;

import io.tutti.api.SalvageBody;
import io.tutti.cli.session.TuttiCommand;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tutti crash salvage}. */
@Command(
    name = "salvage",
    header = "Repairs a replica that lost a part of its binlogs.",
    description =
        "It deletes the replica's binlogs, sets its executed GTIDs to exactly what its rows hold,"
            + " and starts its replication. It is refused, with the reason, where that cannot be"
            + " proved.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti crash salvage db2:3306 --dry-run", "  tutti crash salvage db2:3306"})
public final class CrashSalvageVerb extends ActingVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  public CrashSalvageVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(instance.path(":salvage"), new SalvageBody(Optional.of(dryRun)));
  }
}
