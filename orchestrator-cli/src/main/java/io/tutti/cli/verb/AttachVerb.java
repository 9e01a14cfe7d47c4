package io.tutti.cli.verb;

import io.tutti.api.ReplicationBody;
import io.tutti.cli.session.TuttiCommand;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti attach}. */
@Command(
    name = "attach",
    header = "Lets a replica that was stopped continue.",
    description =
        "It is refused where its source is fenced or no longer has what it lacks, or its applier"
            + " has failed.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti attach db4:3306 --dry-run", "  tutti attach db4:3306"})
public final class AttachVerb extends ActingVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @Option(
      names = "--channel",
      paramLabel = "NAME",
      description = "The channel that is meant; needed where there are several.")
  private @Nullable String channel;

  public AttachVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        instance.path(":attach"),
        new ReplicationBody(
            Optional.empty(), Optional.ofNullable(channel), Optional.empty(), Optional.of(dryRun)));
  }
}
