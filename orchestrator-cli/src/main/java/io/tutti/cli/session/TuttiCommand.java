package io.tutti.cli.session;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code tutti} without a verb, and the options that every verb takes. */
@Command(
    name = "tutti",
    description = "Conducts MySQL and MariaDB replication.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = TuttiVersion.class,
    usageHelpAutoWidth = true,
    sortOptions = false,
    exitCodeOnInvalidInput = ExitCode.USAGE,
    exitCodeOnExecutionException = ExitCode.FAILED,
    synopsisSubcommandLabel = "VERB",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:refused or failed",
      "2:the command line is wrong",
      "3:the controller or the target could not be reached"
    })
public final class TuttiCommand implements Callable<Integer> {
  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      description = "Print the controller's JSON as it is; errors as problem documents.")
  private boolean json;

  @Option(
      names = "--url",
      scope = ScopeType.INHERIT,
      paramLabel = "URL",
      description = "The controller. Else TUTTI_URL, else the one of TUTTI_HOME (~/.tutti).")
  private @Nullable String url;

  @Option(
      names = "--token",
      scope = ScopeType.INHERIT,
      paramLabel = "TOKEN",
      description = "The controller's token. Else TUTTI_TOKEN, else the one of TUTTI_HOME.")
  private @Nullable String token;

  @Option(
      names = "--reason",
      scope = ScopeType.INHERIT,
      paramLabel = "TEXT",
      description = "Why, for the audit.")
  private @Nullable String reason;

  @Option(
      names = "--no-color",
      scope = ScopeType.INHERIT,
      description = "No colours; so does the variable NO_COLOR.")
  private boolean noColour;

  @Spec private @Nullable CommandSpec spec;

  private final Screen screen;
  private final Map<String, String> environment;

  public TuttiCommand(Screen screen, Map<String, String> environment) {
    this.screen = screen;
    this.environment = environment;
  }

  /** Without a verb there is nothing to do. */
  @Override
  public Integer call() {
    CommandSpec known = java.util.Objects.requireNonNull(spec);
    throw new ParameterException(known.commandLine(), "A verb is missing.");
  }

  public boolean json() {
    return json;
  }

  public Screen screen() {
    return noColour ? screen.withoutColour() : screen;
  }

  public Map<String, String> environment() {
    return environment;
  }

  /**
   * The controller that flags, environment or TUTTI_HOME name.
   *
   * @throws CommandFailure when none does
   */
  public ControllerClient controller() {
    return new ControllerClient(
        ControllerLocation.find(Optional.ofNullable(url), Optional.ofNullable(token), environment),
        Optional.ofNullable(reason).filter(text -> !text.isBlank()));
  }
}
