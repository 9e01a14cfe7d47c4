package io.tutti.cli.verb;

import io.tutti.api.BinlogReadingView;
import io.tutti.api.BinlogReadingView.Kind;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tutti binlog show}. */
@Command(
    name = "show",
    header = "Shows what came out when the controller read binlogs.",
    description = "It waits for what is not at its end, and prints what the command would have.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti binlog show 20261125-173012-7f3a01c2",
      "  tutti binlog show 20261125-173012-7f3a01c2 --json"
    })
final class BinlogShowVerb implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "ID", description = "As tutti binlog list shows it.")
  private String id = "";

  private final TuttiCommand tutti;

  BinlogShowVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() {
    ControllerReadings readings = ControllerReadings.of(tutti);
    Answer ended = readings.follow(readings.find(id));
    return ended.as(BinlogReadingView.class).kind() == Kind.ANALYSIS
        ? BinlogAnalyzeVerb.print(tutti, ended)
        : BinlogSimulateVerb.print(tutti, ended);
  }
}
