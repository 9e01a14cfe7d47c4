package io.tutti.cli.verb;

import io.tutti.api.SalvageBody;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

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
  @Parameters(index = "0", paramLabel = "HOST:PORT", description = "The instance, or an alias.")
  private @Nullable InstanceAddress address;

  public CrashSalvageVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        ControllerClient.path("/instances/{}:salvage", Objects.requireNonNull(address).toString()),
        new SalvageBody(Optional.of(dryRun)));
  }
}
