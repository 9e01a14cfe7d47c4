package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tutti sandbox}. */
@Command(
    name = "sandbox",
    header = "Starts real servers on this machine, to try things on.",
    description =
        "Real MySQL and MariaDB servers that replicate as you say; no controller is "
            + "needed. They run until they are taken down. Their programs are fetched once, "
            + "to ~/.cache/tutti.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti sandbox up --flavor mysql-8.0 --topology \"1>2,1>3,3>4\"",
      "  tutti sandbox up --name rings --flavor mariadb-10.11 --topology \"1>2,2>1\"",
      "  tutti sandbox status",
      "  tutti sandbox down"
    })
public final class SandboxVerb {
  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new SandboxVerb())
        .addSubcommand(new SandboxUpVerb(tutti))
        .addSubcommand(new SandboxStatusVerb(tutti))
        .addSubcommand(new SandboxSqlVerb(tutti))
        .addSubcommand(new SandboxKillVerb(tutti))
        .addSubcommand(new SandboxStartVerb(tutti))
        .addSubcommand(new SandboxDownVerb(tutti));
  }
}
