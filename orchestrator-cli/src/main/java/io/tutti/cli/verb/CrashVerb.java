package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tutti crash}. */
@Command(
    name = "crash",
    header = "Shows what a crash cost, and repairs it.",
    description =
        "Each restart of a watched server is an incident: what it may have cost is found from the"
            + " settings that were in force, the binlogs, the replicas and the host.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti crash list --open",
      "  tutti crash show db2:3306",
      "  tutti crash salvage db3:3306 --dry-run",
      "  tutti crash rebuild db3:3306 --dry-run"
    })
public final class CrashVerb {
  private static final Pattern INCIDENT = Pattern.compile("\\d{8}-\\d{6}-[0-9a-f]{8}");

  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new CrashVerb())
        .addSubcommand(new CrashListVerb(tutti))
        .addSubcommand(new CrashShowVerb(tutti))
        .addSubcommand(new CrashReportVerb(tutti))
        .addSubcommand(new CrashResolveVerb(tutti))
        .addSubcommand(new CrashCloseVerb(tutti))
        .addSubcommand(new CrashSalvageVerb(tutti))
        .addSubcommand(new CrashRebuildVerb(tutti));
  }

  /** Whether what somebody names is an incident, and no instance. */
  static boolean isIncident(String name) {
    return INCIDENT.matcher(name).matches();
  }
}
