package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tutti tag}. */
@Command(
    name = "tag",
    header = "Says what servers are for, in your own words.",
    description =
        "A tag is NAME=VALUE. Tags stay until they are removed or over, also when a server is"
            + " forgotten and found again.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti tag set db2:3306 env=prod rack=a4",
      "  tutti tag list --tag env=prod",
      "  tutti tag remove db2:3306 rack"
    })
public final class TagVerb {
  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new TagVerb())
        .addSubcommand(new TagSetVerb(tutti))
        .addSubcommand(new TagRemoveVerb(tutti))
        .addSubcommand(new TagListVerb(tutti));
  }
}
