package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tutti errant}. */
@Command(
    name = "errant",
    header = "Shows what a replica has and its source never had.",
    description =
        "Such a transaction was written on the replica itself, or came from a server that is not"
            + " above it any more. Its rows are on no other server.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti errant show db2:3306", "  tutti errant inject db2:3306 --dry-run"})
public final class ErrantVerb {
  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new ErrantVerb())
        .addSubcommand(new ErrantShowVerb(tutti))
        .addSubcommand(new ErrantInjectVerb(tutti));
  }
}
