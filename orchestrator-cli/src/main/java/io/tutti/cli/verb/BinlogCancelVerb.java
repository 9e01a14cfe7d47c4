package io.tutti.cli.verb;

import io.tutti.api.BinlogReadingView;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tutti binlog cancel}. */
@Command(
    name = "cancel",
    header = "Stops the controller reading binlogs.",
    description = "Nothing is left on the server.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti binlog cancel 20261125-173012-7f3a01c2"})
final class BinlogCancelVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "ID", description = "As tutti binlog list shows it.")
  private String id = "";

  BinlogCancelVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return new ControllerReadings(tutti(), controller).cancel(id);
  }

  @Override
  List<Line> show(Answer answer) {
    return List.of(
        Line.of(
            "Reading the binlogs of %s was asked to stop."
                .formatted(answer.as(BinlogReadingView.class).instance())));
  }
}
