package io.tutti.cli.verb;

import io.tutti.api.DecisionsView.DecisionView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Table;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tutti decisions}. */
@Command(
    name = "decisions",
    header = "Lists what the controller decides by itself, and why.",
    description =
        "It is the latest decision about each case, the newest first. To leave "
            + "something alone is a decision, too.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti decisions", "  tutti decisions --json"})
public final class DecisionsVerb extends ClientVerb {

  public DecisionsVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get("/decisions");
  }

  @Override
  List<Line> show(Answer answer) {
    List<DecisionView> decisions = answer.items(DecisionView.class);
    if (decisions.isEmpty()) {
      return List.of(Line.of("There was nothing to decide yet."));
    }
    Table table =
        new Table().titles("SINCE", "RULE", "INSTANCE", "DECISION", "OPERATION", "REASON");
    for (DecisionView each : decisions) {
      String decision = each.decision();
      table.row(
          Line.of(AuditVerb.seconds(each.at()), Tone.DIM),
          Line.of(each.rule()),
          Line.of(each.instance()),
          Line.of(decision, tone(decision)),
          Line.of(each.operation().orElse("-")),
          Line.of(each.reason()));
    }
    return table.lines();
  }

  private static Tone tone(String decision) {
    return switch (decision) {
      case "ASK_OPERATOR" -> Tone.BAD;
      case "RECOVER" -> Tone.GOOD;
      default -> Tone.PLAIN;
    };
  }
}
