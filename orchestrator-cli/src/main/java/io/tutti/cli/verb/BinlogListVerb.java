package io.tutti.cli.verb;

import io.tutti.api.BinlogReadingView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.ReadingPage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tutti binlog list}. */
@Command(
    name = "list",
    header = "Lists the binlogs that the controller has read.",
    description = "Analyses and simulations, the newest first. It keeps the last 100 for a day.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti binlog list"})
final class BinlogListVerb extends ClientVerb {
  BinlogListVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return new ControllerReadings(tutti(), controller).list();
  }

  @Override
  List<Line> show(Answer answer) {
    return ReadingPage.list()
        .lines(answer.items(BinlogReadingView.class), tutti().output().extent());
  }
}
