package io.tutti.cli.verb;

import io.tutti.api.TokenView;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tutti token revoke}. */
@Command(
    name = "revoke",
    header = "Revokes a token.",
    description = "It is refused from the next request on. Operations that it started continue.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti token revoke alice --reason \"left the team\"")
public final class TokenRevokeVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "NAME", description = "The name of the token.")
  private @Nullable String name;

  public TokenRevokeVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.delete(ControllerClient.path("/tokens/{}", Objects.requireNonNull(name)));
  }

  @Override
  List<Line> show(Answer answer) {
    return List.of(Line.of("The token " + answer.as(TokenView.class).name() + " is revoked."));
  }
}
