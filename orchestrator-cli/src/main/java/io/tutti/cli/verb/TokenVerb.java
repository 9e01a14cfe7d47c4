package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tutti token}. */
@Command(
    name = "token",
    synopsisSubcommandLabel = "create|list|revoke",
    description = "Who may use the controller, and how far. Needs a token of an admin.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti token create alice --role operator --expires 90d",
      "  tutti token list",
      "  tutti token revoke alice --reason \"left the team\""
    })
public final class TokenVerb implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new TokenVerb())
        .addSubcommand(
            new CommandLine(new TokenCreateVerb(tutti)).setCaseInsensitiveEnumValuesAllowed(true))
        .addSubcommand(new TokenListVerb(tutti))
        .addSubcommand(new TokenRevokeVerb(tutti));
  }

  @Override
  public Integer call() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "Say create, list or revoke.");
  }
}
