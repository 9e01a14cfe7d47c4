package io.tutti.cli.verb;

import io.tutti.api.AuditView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Table;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tutti audit}. */
@Command(
    name = "audit",
    header = "Lists what was done or refused, by whom and why.",
    description = "The newest comes first.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti audit", "  tutti audit --target db2:3306 --limit 20"})
public final class AuditVerb extends ClientVerb {
  @Option(
      names = "--target",
      paramLabel = "HOST:PORT",
      description = "Only what was about this instance.")
  private @Nullable String target;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many records; default ${DEFAULT-VALUE}.")
  private int limit;

  public AuditVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    String about =
        Optional.ofNullable(target)
            .map(name -> ControllerClient.path("&target={}", name))
            .orElse("");
    return controller.get("/audit?limit=" + limit + about);
  }

  @Override
  List<Line> show(Answer answer) {
    List<AuditView> records = answer.items(AuditView.class);
    if (records.isEmpty()) {
      return List.of(Line.of("Nothing was done or refused yet."));
    }
    Table table = new Table().titles("AT", "ACTOR", "ACTION", "TARGET", "OUTCOME", "REASON");
    for (AuditView each : records) {
      String outcome = each.outcome();
      table.row(
          Line.of(seconds(each.at().toString()), Tone.DIM),
          Line.of(each.actor()),
          Line.of(each.action()),
          Line.of(each.target()),
          Line.of(outcome, outcome.equals("DONE") ? Tone.GOOD : Tone.BAD),
          Line.of(each.reason()));
    }
    return table.lines();
  }

  /** A time without the fraction of its seconds. */
  static String seconds(String time) {
    int dot = time.indexOf('.');
    return dot < 0 ? time : time.substring(0, dot) + "Z";
  }
}
