package io.tutti.cli.verb;

import io.tutti.api.NewTokenView;
import io.tutti.api.TokenBody;
import io.tutti.api.TokenView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Times;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti token create}. */
@Command(
    name = "create",
    header = "Creates a token and prints it once.",
    description = "The controller keeps only its hash.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti token create alice --role operator",
      "  tutti token create grafana --role viewer --expires never"
    })
public final class TokenCreateVerb extends ClientVerb {
  private static final String NEVER = "never";

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description =
          "The person or program that uses it, as the audit shows it. A name is never used twice.")
  private @Nullable String name;

  @Option(
      names = "--role",
      required = true,
      paramLabel = "ROLE",
      description =
          "A reporter only sends boot reports, a viewer sees everything, an operator acts on"
              + " servers, an admin also creates tokens and may override what protects data.")
  private TokenView.@Nullable Role role;

  @Option(
      names = "--expires",
      paramLabel = "TIME",
      defaultValue = "90d",
      description = "When it expires: 12h, 90d, never. Default ${DEFAULT-VALUE}.")
  private String expires = "90d";

  public TokenCreateVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    TokenBody body =
        new TokenBody(
            Optional.ofNullable(name),
            Optional.ofNullable(role),
            Optional.of(expires)
                .filter(span -> !span.equals(NEVER))
                .map(span -> new SpanConverter().convert(span)));
    return controller.post("/tokens", body);
  }

  @Override
  List<Line> show(Answer answer) {
    NewTokenView made = answer.as(NewTokenView.class);
    return List.of(
        Line.of(made.token(), Tone.STRONG),
        Line.of(
            "This is the token of %s (%s), %s. It is shown only now."
                .formatted(
                    made.name(),
                    made.role(),
                    made.expiresAt()
                        .map(end -> "good until " + Times.second(end))
                        .orElse("for ever")),
            Tone.DIM));
  }
}
