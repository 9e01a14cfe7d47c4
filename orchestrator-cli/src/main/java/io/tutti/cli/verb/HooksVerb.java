package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tutti hooks}. */
@Command(
    name = "hooks",
    header = "Shows and tries what is called when operations begin and end.",
    description = "Hooks are configured in the controller's settings, below tutti.hooks.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti hooks list", "  tutti hooks test vip --event after-fence"})
public final class HooksVerb {
  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new HooksVerb())
        .addSubcommand(new HooksListVerb(tutti))
        .addSubcommand(new HooksTestVerb(tutti));
  }
}
