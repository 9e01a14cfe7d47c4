package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tutti binlog}. */
@Command(
    name = "binlog",
    header = "Analyzes binlogs and predicts what settings would give.",
    description =
        "Of files or of a running server. It needs no controller, unless a server is named and no"
            + " account.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti binlog analyze /var/lib/mysql/binlog.000042",
      "  tutti binlog simulate /var/lib/mysql/binlog.000042",
      "  tutti binlog analyze db1:3306 --last 30m"
    })
public final class BinlogVerb {
  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new BinlogVerb())
        .addSubcommand(new BinlogAnalyzeVerb(tutti))
        .addSubcommand(new BinlogSimulateVerb(tutti))
        .addSubcommand(new BinlogKeysVerb(tutti))
        .addSubcommand(new BinlogListVerb(tutti))
        .addSubcommand(new BinlogShowVerb(tutti))
        .addSubcommand(new BinlogCancelVerb(tutti));
  }
}
