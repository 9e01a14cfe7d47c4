package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tutti downtime}. */
@Command(
    name = "downtime",
    header = "Manages downtimes of servers and clusters.",
    description =
        "What is found of a server in downtime is shown apart and not counted. A downtime ends by itself.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti downtime begin db2:3306 --for 2h --reason \"new disk\"",
      "  tutti downtime list",
      "  tutti downtime end db2:3306"
    })
public final class DowntimeVerb {
  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new DowntimeVerb())
        .addSubcommand(new DowntimeBeginVerb(tutti))
        .addSubcommand(new DowntimeEndVerb(tutti))
        .addSubcommand(new DowntimeListVerb(tutti));
  }
}
