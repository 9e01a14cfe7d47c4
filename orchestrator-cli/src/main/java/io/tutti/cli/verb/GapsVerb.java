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

/** {@code tutti gaps}. */
@Command(
    name = "gaps",
    synopsisSubcommandLabel = "show|close",
    description = {
      "Transactions that a parallel applier left out while later ones were applied.",
      "Nothing is skipped, backed up or changed across one."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tutti gaps show db2:3306", "  tutti gaps close db2:3306 --deadline 600"})
public final class GapsVerb implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new GapsVerb())
        .addSubcommand(new GapsShowVerb(tutti))
        .addSubcommand(new GapsCloseVerb(tutti));
  }

  @Override
  public Integer call() {
    throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "Say show or close.");
  }
}
