package io.tutti.cli.verb;

import io.tutti.api.RejoinBody;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti rejoin}. */
@Command(
    name = "rejoin",
    header = "Makes an old source a replica of the new one.",
    description = {
      "For an old source that is back after a failover. All that it has must be on the new source;"
          + " else it is refused, and what it has more is named.",
      "It replicates, its fence is lifted, and it takes no writes. If a step fails, it is fenced as"
          + " before."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti rejoin db1:3306 --dry-run",
      "  tutti rejoin db1:3306",
      "  tutti rejoin db1:3306 --below db2:3306"
    })
public final class RejoinVerb extends ActingVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @Option(
      names = "--below",
      paramLabel = "HOST:PORT",
      description = "The server from which it is to replicate; without it who has its place.")
  private @Nullable InstanceAddress below;

  public RejoinVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        instance.path(":rejoin"),
        new RejoinBody(
            Optional.ofNullable(below).map(InstanceAddress::toString), Optional.of(dryRun)));
  }
}
