package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tutti operations}. */
@Command(
    name = "operations",
    header = "Shows what is and was done to servers, step by step.",
    description =
        "An operation is one change of servers: planned, verified, and undone if it " + "fails.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti operations list",
      "  tutti operations show 20261121-093012-7f3a01c2",
      "  tutti operations follow 20261121-093012-7f3a01c2",
      "  tutti operations cancel 20261121-093012-7f3a01c2",
      "  tutti operations retry 20261121-093012-7f3a01c2",
      "  tutti operations settle 20261121-093012-7f3a01c2 --why \"started the receiver of db3\""
    })
public final class OperationsVerb {
  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new OperationsVerb())
        .addSubcommand(new OperationsListVerb(tutti))
        .addSubcommand(new OperationsShowVerb(tutti))
        .addSubcommand(new OperationsFollowVerb(tutti))
        .addSubcommand(new OperationsCancelVerb(tutti))
        .addSubcommand(new OperationsRetryVerb(tutti))
        .addSubcommand(new OperationsSettleVerb(tutti));
  }
}
