package io.tutti.cli.verb;

import io.tutti.cli.TuttiCommand;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tutti sandbox}. */
@Command(
    name = "sandbox",
    synopsisSubcommandLabel = "up|status|down",
    description = {
      "Real MySQL and MariaDB servers on this machine, replicating as you say; no controller needed.",
      "They run until they are taken down. Binaries are fetched once and kept in ~/.cache/tutti."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti sandbox up --flavor mysql-8.0 --topology \"1>2,1>3,3>4\"",
      "  tutti sandbox up --name rings --flavor mariadb-10.11 --topology \"1>2,2>1\"",
      "  tutti sandbox status",
      "  tutti sandbox down"
    })
public final class SandboxVerb implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  /** The verb with its own verbs. */
  public static CommandLine with(TuttiCommand tutti) {
    return new CommandLine(new SandboxVerb())
        .addSubcommand(new SandboxUpVerb(tutti))
        .addSubcommand(new SandboxStatusVerb(tutti))
        .addSubcommand(new SandboxDownVerb(tutti));
  }

  @Override
  public Integer call() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "Say up, status or down.");
  }
}
