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

/** {@code tutti operations}. */
@Command(
    name = "operations",
    synopsisSubcommandLabel = "list|show|follow|cancel|retry|settle",
    description = "What is and was being done to servers, step by step.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti operations list",
      "  tutti operations show 20261121-093012-7f3a01c2",
      "  tutti operations follow 20261121-093012-7f3a01c2",
      "  tutti operations cancel 20261121-093012-7f3a01c2",
      "  tutti operations retry 20261121-093012-7f3a01c2",
      "  tutti operations settle 20261121-093012-7f3a01c2 --why \"started the receiver of db3\""
    })
public final class OperationsVerb implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new OperationsVerb())
        .addSubcommand(new OperationsListVerb(tutti))
        .addSubcommand(new OperationsShowVerb(tutti))
        .addSubcommand(new OperationsFollowVerb(tutti))
        .addSubcommand(new OperationsCancelVerb(tutti))
        .addSubcommand(new OperationsRetryVerb(tutti))
        .addSubcommand(new OperationsSettleVerb(tutti));
  }

  @Override
  public Integer call() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(),
        "Say list, show, follow, cancel, retry or settle.");
  }
}
