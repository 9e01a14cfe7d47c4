package io.tutti.cli.verb;

import io.tutti.cli.session.TuttiCommand;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti operations follow}. */
@Command(
    name = "follow",
    header = "Follows an operation until it ends.",
    description =
        "It prints what happens from the beginning on, and exits with 0 when the "
            + "operation succeeded, otherwise with 1.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti operations follow 20261121-093012-7f3a01c2"})
public final class OperationsFollowVerb implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "ID", description = "The operation.")
  private @Nullable String id;

  @Option(
      names = "--from",
      paramLabel = "N",
      defaultValue = "1",
      description = "The first event to print; default ${DEFAULT-VALUE}.")
  private long from;

  private final TuttiCommand tutti;

  public OperationsFollowVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() {
    return ActingVerb.follow(tutti, tutti.controller(), Objects.requireNonNull(id), from);
  }
}
