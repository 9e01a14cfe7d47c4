package io.tutti.cli.verb;

import io.tutti.api.TokenView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Table;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tutti token list}. */
@Command(
    name = "list",
    header = "Lists the tokens.",
    description = "Of each: its role, its state, who made it, and until when it is good.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti token list")
public final class TokenListVerb extends ClientVerb {

  public TokenListVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get("/tokens");
  }

  @Override
  List<Line> show(Answer answer) {
    List<TokenView> tokens = answer.items(TokenView.class);
    if (tokens.isEmpty()) {
      return List.of(
          Line.of(
              "No token was given away yet. Make one with: tutti token create NAME --role ROLE"));
    }
    Table table = new Table().titles("NAME", "ROLE", "STATE", "CREATED", "BY", "EXPIRES");
    for (TokenView each : tokens) {
      TokenView.State state = each.state();
      table.row(
          Line.of(each.name()),
          Line.of(each.role().name()),
          Line.of(state.name(), state == TokenView.State.ACTIVE ? Tone.GOOD : Tone.DIM),
          Line.of(AuditVerb.seconds(each.createdAt().toString()), Tone.DIM),
          Line.of(each.createdBy()),
          Line.of(each.expiresAt().map(end -> AuditVerb.seconds(end.toString())).orElse("never")));
    }
    return table.lines();
  }
}
