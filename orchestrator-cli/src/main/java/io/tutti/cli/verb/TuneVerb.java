package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tutti tune}. */
@Command(
    name = "tune",
    header = "Finds the settings with which a replica applies fastest.",
    description =
        "By what its source wrote (advise), or by measuring it: its applier is held back for a"
            + " while, and then catches up.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti tune advise db2:3306",
      "  tutti tune run db2:3306",
      "  tutti tune bench db2:3306 --grid replica_parallel_workers=0,2,4,8,16",
      "  tutti tune show 20261125-101500-7f3a01c2"
    })
public final class TuneVerb {
  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new TuneVerb())
        .addSubcommand(new TuneAdviseVerb(tutti))
        .addSubcommand(new TuneRunVerb(tutti))
        .addSubcommand(new TuneBenchVerb(tutti))
        .addSubcommand(new TuneShowVerb(tutti));
  }
}
