package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tutti gaps}. */
@Command(
    name = "gaps",
    header = "Shows and closes the gaps of a parallel applier.",
    description =
        "A gap is a transaction that a parallel applier has not applied although it applied later"
            + " ones. Nothing is skipped, backed up or changed across one.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti gaps show db2:3306", "  tutti gaps close db2:3306 --deadline 600"})
public final class GapsVerb {
  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new GapsVerb())
        .addSubcommand(new GapsShowVerb(tutti))
        .addSubcommand(new GapsCloseVerb(tutti));
  }
}
