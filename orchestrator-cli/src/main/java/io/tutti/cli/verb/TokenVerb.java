package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tutti token}. */
@Command(
    name = "token",
    header = "Manages who may use the controller.",
    description = "Each token has a name and a role. These commands need the token of an admin.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti token create alice --role operator --expires 90d",
      "  tutti token list",
      "  tutti token revoke alice --reason \"left the team\""
    })
public final class TokenVerb {
  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new TokenVerb())
        .addSubcommand(
            new CommandLine(new TokenCreateVerb(tutti)).setCaseInsensitiveEnumValuesAllowed(true))
        .addSubcommand(new TokenListVerb(tutti))
        .addSubcommand(new TokenRevokeVerb(tutti));
  }
}
