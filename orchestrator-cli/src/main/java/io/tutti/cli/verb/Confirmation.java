package io.tutti.cli.verb;

import io.tutti.cli.render.Line;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.Screen;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/**
 * The question before what ends sessions, refuses logins or writes, skips a transaction, replaces
 * or deletes data, or forgets a server. A script says {@code --yes}; without it, and with nobody at
 * a terminal, it is refused.
 */
final class Confirmation {
  @Option(
      names = "--yes",
      description =
          "Do not ask. Without a terminal, commands that would ask are refused unless this is"
              + " given.")
  private boolean yes;

  boolean isGiven() {
    return yes;
  }

  /**
   * @param effects what is asked about
   * @throws CommandFailure when it is not wanted, or nobody can be asked
   */
  void require(TuttiCommand tutti, List<Line> effects) {
    if (yes) {
      return;
    }
    Screen screen = tutti.screen();
    if (tutti.output().isDocument() || !tutti.answers().isAnybodyThere()) {
      throw CommandFailure.local(
          ExitCode.USAGE,
          "CONFIRMATION_NEEDED",
          "This is only done with --yes, as nobody can be asked here. Nothing was changed. "
              + effects.stream()
                  .map(Line::plain)
                  .map(String::strip)
                  .collect(Collectors.joining(" ")),
          List.of("look at it with --dry-run, and add --yes"));
    }
    screen.print(effects);
    screen.out().print("Continue? [y/N] ");
    screen.out().flush();
    if (!tutti.answers().isYes()) {
      throw CommandFailure.local(
          ExitCode.FAILED,
          "NOT_CONFIRMED",
          "Nothing was changed, as you did not say yes.",
          List.of());
    }
  }
}
