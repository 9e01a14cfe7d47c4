package io.tutti.cli.verb;

import io.tutti.api.ReplicationBody;
import io.tutti.cli.session.TuttiCommand;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti detach}. */
@Command(
    name = "detach",
    header = "Stops the replication of a replica.",
    description = {
      "It is stopped cleanly: its source, its place and its relay logs stay. tutti attach lets it"
          + " continue exactly there.",
      "A restart of the server starts it, unless its option file says otherwise."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tutti detach db4:3306 --dry-run", "  tutti detach db4:3306"})
public final class DetachVerb extends ActingVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @Option(
      names = "--channel",
      paramLabel = "NAME",
      description = "The channel that is meant; needed where there are several.")
  private @Nullable String channel;

  public DetachVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        instance.path(":detach"),
        new ReplicationBody(
            Optional.empty(), Optional.ofNullable(channel), Optional.empty(), Optional.of(dryRun)));
  }
}
