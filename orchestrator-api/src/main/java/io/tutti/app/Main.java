package io.tutti.app;

import io.tutti.error.OrchestratorException;
import io.tutti.eventlog.EventLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Starts the controller and keeps it running until the process is asked to end. */
public final class Main {
  /** Names the folder of the plugins that come with the distribution; set by the launcher. */
  private static final String DISTRIBUTION_PLUGINS = "tutti.distribution.plugins";

  private Main() {}

  /**
   * @param arguments settings as flags, {@code --tutti.http.port=7306}
   */
  public static void main(String[] arguments) throws InterruptedException {
    try {
      ControllerSettings settings = settings(List.of(arguments), System.getenv(), Path.of(""));
      Controller controller = Controller.start(settings, () -> plugins(settings));
      CountDownLatch stopped = new CountDownLatch(1);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    controller.close();
                    stopped.countDown();
                  },
                  "stop"));
      announce(controller);
      stopped.await();
    } catch (OrchestratorException e) {
      System.err.println("tutti: " + e.getMessage());
      System.exit(1);
    }
  }

  /** Reads the settings and sets up logging by them. */
  static ControllerSettings settings(
      List<String> arguments, Map<String, String> environment, Path workingDirectory) {
    // Ours is set up by LogFormat, before Spring is there.
    System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
    ControllerSettings settings = SettingsReader.read(arguments, environment, workingDirectory);
    LogFormat.apply(settings.logLevel(), settings.logFile());
    EventLog.note(
        "controller.settings",
        settings.home().toString(),
        GivenSettings.of(SettingsReader.sources(arguments, environment, workingDirectory)));
    return settings;
  }

  static Plugins plugins(ControllerSettings settings) {
    List<Path> folders = new ArrayList<>();
    Optional.ofNullable(System.getProperty(DISTRIBUTION_PLUGINS))
        .map(Path::of)
        .ifPresent(folders::add);
    List<Path> dropIns = settings.plugins().folders();
    folders.addAll(dropIns.isEmpty() ? List.of(HomeFolder.at(settings.home()).plugins()) : dropIns);
    return PluginFolders.load(folders);
  }

  private static void announce(Controller controller) {
    System.out.println("Tutti listens on " + controller.url() + token(controller, isTerminal()));
  }

  /** Said to a person, and not to a log that is kept. */
  static String token(Controller controller, boolean terminal) {
    return controller
        .newToken()
        .map(token ->
            terminal
                ? " with the new token " + token + " (kept in its data folder)"
                : " with a new token, which is in the file \"token\" of its data folder")
        .orElse("");
  }

  private static boolean isTerminal() {
    return System.console() != null && System.console().isTerminal();
  }
}
