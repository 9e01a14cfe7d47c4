package io.tutti.cli.verb;

import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tutti completion}. */
@Command(
    name = "completion",
    header = "Prints the completion script for bash and zsh.",
    description = "It completes commands and options.",
    footerHeading = "%nExamples:%n",
    footer = {"  source <(tutti completion)", "  tutti completion > /etc/bash_completion.d/tutti"})
public final class CompletionVerb implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  private final TuttiCommand tutti;

  public CompletionVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() {
    CommandSpec root = Objects.requireNonNull(spec).root();
    tutti.screen().print(AutoComplete.bash("tutti", root.commandLine()));
    return ExitCode.DONE;
  }
}
