package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tutti crash}. */
@Command(
    name = "crash",
    synopsisSubcommandLabel = "list|show|report|resolve|close|salvage|rebuild|fence|unfence",
    description = "What the end of a server's process cost, and what is done about it.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti crash list --open",
      "  tutti crash show db2:3306",
      "  tutti crash fence db2:3306 --dry-run",
      "  tutti crash salvage db3:3306 --dry-run",
      "  tutti crash rebuild db3:3306 --dry-run"
    })
public final class CrashVerb implements Callable<Integer> {
  private static final Pattern INCIDENT = Pattern.compile("\\d{8}-\\d{6}-[0-9a-f]{8}");

  @Spec private @Nullable CommandSpec spec;

  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new CrashVerb())
        .addSubcommand(new CrashListVerb(tutti))
        .addSubcommand(new CrashShowVerb(tutti))
        .addSubcommand(new CrashReportVerb(tutti))
        .addSubcommand(new CrashResolveVerb(tutti))
        .addSubcommand(new CrashCloseVerb(tutti))
        .addSubcommand(new CrashSalvageVerb(tutti))
        .addSubcommand(new CrashRebuildVerb(tutti))
        .addSubcommand(new CrashFenceVerb(tutti))
        .addSubcommand(new CrashUnfenceVerb(tutti));
  }

  /** Whether what somebody names is an incident, and no instance. */
  static boolean isIncident(String name) {
    return INCIDENT.matcher(name).matches();
  }

  @Override
  public Integer call() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(),
        "Say list, show, report, resolve, close, salvage, rebuild, fence or unfence.");
  }
}
