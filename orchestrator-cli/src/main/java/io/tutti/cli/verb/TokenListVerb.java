package io.tutti.cli.verb;

import io.tutti.api.TokenView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Listing;
import io.tutti.cli.render.Times;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine.Command;

/** {@code tutti token list}. */
@Command(
    name = "list",
    header = "Lists the tokens.",
    description = "For each: its role, its state, who created it, and when it expires.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti token list")
public final class TokenListVerb extends ListVerb<TokenView> {

  public TokenListVerb(TuttiCommand tutti) {
    super(tutti, TokenView.class);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get("/tokens");
  }

  @Override
  Listing<TokenView> listing() {
    return Listing.<TokenView>orElse(
            "No token was created yet. Create one with: tutti token create NAME --role ROLE")
        .text("NAME", TokenView::name)
        .text("ROLE", each -> each.role().name())
        .column("STATE", each -> Line.of(each.state().name(), tone(each.state())))
        .column("CREATED", each -> Line.of(Times.second(each.createdAt()), Tone.DIM))
        .text("BY", TokenView::createdBy)
        .text("EXPIRES", each -> each.expiresAt().map(Times::second).orElse("never"));
  }

  private static Tone tone(TokenView.State state) {
    return state == TokenView.State.ACTIVE ? Tone.GOOD : Tone.DIM;
  }
}
