package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tutti hold}. */
@Command(
    name = "hold",
    header = "Shows and ends the holds after automatic failovers.",
    description =
        "A cluster in hold is not failed over by itself again, so that a failure that comes back"
            + " does not move its source back and forth. A hold ends by itself; \"tutti failover\""
            + " works meanwhile.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti hold list", "  tutti hold release orders --reason \"the disk is replaced\""})
public final class HoldVerb {
  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new HoldVerb())
        .addSubcommand(new HoldListVerb(tutti))
        .addSubcommand(new HoldReleaseVerb(tutti));
  }
}
