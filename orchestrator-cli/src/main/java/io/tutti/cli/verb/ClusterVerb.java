package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tutti cluster}. */
@Command(
    name = "cluster",
    header = "Gives clusters names of your own.",
    description = "The list of clusters is: tutti clusters. A picture of them is: tutti topology.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti cluster alias db1:3306 orders", "  tutti topology orders"})
public final class ClusterVerb {
  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new ClusterVerb()).addSubcommand(new ClusterAliasVerb(tutti));
  }
}
