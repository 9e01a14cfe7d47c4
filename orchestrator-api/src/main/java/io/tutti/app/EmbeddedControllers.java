package io.tutti.app;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Controllers within a process that goes on without them, as tests run them: each is started as
 * {@link Main} starts one. The plugins are loaded once for all of them. What is one for a process
 * (the log, its level) is that of the last one that was started.
 */
public final class EmbeddedControllers {
  private final Plugins plugins;

  /**
   * @param plugins the folder of plugin folders
   * @throws io.tutti.error.OrchestratorException INVALID_CONFIGURATION naming the folder that is
   *     broken
   */
  public EmbeddedControllers(Path plugins) {
    this.plugins = PluginFolders.load(List.of(plugins));
  }

  /**
   * Returns when it answers; to close it is to end it.
   *
   * @param environment settings, and nothing else that a process has in its environment
   * @throws io.tutti.error.OrchestratorException when it cannot start, with the remedy
   */
  public AutoCloseable start(Map<String, String> environment) {
    return Controller.start(Main.settings(List.of(), environment, Path.of("")), () -> plugins);
  }
}
