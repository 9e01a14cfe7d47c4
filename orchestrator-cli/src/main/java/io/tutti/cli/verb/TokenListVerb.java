package io.tutti.cli.verb;

import io.tutti.cli.render.Line;
import io.tutti.cli.render.Table;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.cli.view.Json;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tutti token list}. */
@Command(
    name = "list",
    description = "Shows the tokens that were given away, and what became of each.",
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
  List<Line> show(Json answer) {
    List<Json> tokens = answer.at("items").items();
    if (tokens.isEmpty()) {
      return List.of(
          Line.of(
              "No token was given away yet. Make one with: tutti token create NAME --role ROLE"));
    }
    Table table = new Table().titles("NAME", "ROLE", "STATE", "CREATED", "BY", "EXPIRES");
    for (Json each : tokens) {
      String state = each.textOr("state", "");
      table.row(
          Line.of(each.textOr("name", "")),
          Line.of(each.textOr("role", "")),
          Line.of(state, state.equals("ACTIVE") ? Tone.GOOD : Tone.DIM),
          Line.of(AuditVerb.seconds(each.textOr("createdAt", "")), Tone.DIM),
          Line.of(each.textOr("createdBy", "")),
          Line.of(each.text("expiresAt").map(AuditVerb::seconds).orElse("never")));
    }
    return table.lines();
  }
}
