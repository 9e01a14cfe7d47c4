package io.tutti.cli.session;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command {@code tutti} without a verb, and the options that every verb takes. */
@Command(
    name = "tutti",
    header = "Manages MySQL and MariaDB replication.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = TuttiVersion.class,
    sortOptions = false,
    exitCodeOnInvalidInput = ExitCode.USAGE,
    exitCodeOnExecutionException = ExitCode.FAILED)
public final class TuttiCommand {
  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      description = "Short for -o json. Errors are printed as problem documents.")
  private boolean json;

  @Option(
      names = {"-o", "--output"},
      scope = ScopeType.INHERIT,
      paramLabel = "FORMAT",
      defaultValue = "table",
      description =
          "How the answer is printed: table; wide, with all columns; json; yaml; or name, with one"
              + " identifier on each line.")
  private OutputFormat format = OutputFormat.TABLE;

  @Option(
      names = "--url",
      scope = ScopeType.INHERIT,
      paramLabel = "URL",
      description =
          "The controller's address. By default it is TUTTI_URL, or the one that the controller"
              + " wrote into TUTTI_HOME (~/.tutti).")
  private @Nullable String url;

  @Option(
      names = "--token",
      scope = ScopeType.INHERIT,
      paramLabel = "TOKEN",
      description =
          "The controller's token. By default it is TUTTI_TOKEN, or the one in TUTTI_HOME.")
  private @Nullable String token;

  @Option(
      names = "--reason",
      scope = ScopeType.INHERIT,
      paramLabel = "TEXT",
      description = "Why it is done. The audit keeps it.")
  private @Nullable String reason;

  @Option(
      names = "--no-color",
      scope = ScopeType.INHERIT,
      description = "Print no colours. The variable NO_COLOR does the same.")
  private boolean noColour;

  @Option(
      names = "--no-pager",
      scope = ScopeType.INHERIT,
      description =
          "Print long answers without a pager. Otherwise, on a terminal, TUTTI_PAGER, PAGER or less"
              + " shows them.")
  private boolean noPager;

  private final Screen screen;
  private final Map<String, String> environment;
  private final Answers answers;

  public TuttiCommand(Screen screen, Map<String, String> environment, Answers answers) {
    this.screen = screen;
    this.environment = environment;
    this.answers = answers;
  }

  public Answers answers() {
    return answers;
  }

  /** In which form answers are printed. */
  public Output output() {
    return new Output(screen(), json ? OutputFormat.JSON : format);
  }

  public Screen screen() {
    Screen plain = noColour ? screen.withoutColour() : screen;
    return noPager ? plain.withoutPager() : plain;
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
