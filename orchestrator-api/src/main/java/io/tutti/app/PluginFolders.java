package io.tutti.app;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.hook.HookProvider;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Loads each plugin from a folder of its own: its jars, seen by a class loader of its own. */
final class PluginFolders {
  private PluginFolders() {}

  /**
   * What all sub-folders of these folders provide, each wrapped so that its code runs with its own
   * class loader as the thread's.
   *
   * @param parents folders of plugin folders; those that do not exist are passed over
   * @throws OrchestratorException INVALID_CONFIGURATION naming the folder that is broken
   */
  static Plugins load(List<Path> parents) {
    keepDriversApart();
    List<Plugins> loaded = new ArrayList<>();
    for (Path parent : parents) {
      for (Path folder : entries(parent, Files::isDirectory)) {
        loaded.add(loadOne(folder));
      }
    }
    return Plugins.all(loaded);
  }

  /**
   * The driver manager looks for drivers once, through the class loader of the thread that comes
   * first: let that not be a plugin's.
   */
  private static void keepDriversApart() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    try {
      var unused = DriverManager.drivers();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static Plugins loadOne(Path folder) {
    List<URL> jars =
        entries(folder, file -> file.toString().endsWith(".jar")).stream()
            .map(PluginFolders::url)
            .toList();
    if (jars.isEmpty()) {
      throw broken(folder, "holds no jar", null);
    }
    PluginClassLoader loader =
        new PluginClassLoader(folder, jars, PluginFolders.class.getClassLoader());
    try {
      InPluginContext context = new InPluginContext(loader);
      Plugins provided =
          new Plugins(
              ServiceLoader.load(FlavorProvider.class, loader).stream()
                  .map(found -> context.provider(found.get()))
                  .toList(),
              ServiceLoader.load(HookProvider.class, loader).stream()
                  .map(found -> context.hooks(found.get()))
                  .toList());
      if (provided.isEmpty()) {
        throw broken(
            folder,
            "names no provider in META-INF/services/%s or %s"
                .formatted(FlavorProvider.class.getName(), HookProvider.class.getName()),
            null);
      }
      return provided;
    } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
      close(loader, e);
      throw e instanceof OrchestratorException known
          ? known
          : broken(folder, "could not be loaded: " + e, e);
    }
  }

  private static void close(PluginClassLoader loader, Throwable cause) {
    try {
      loader.close();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  private static List<Path> entries(Path folder, java.util.function.Predicate<Path> wanted) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.filter(wanted).sorted().toList();
    } catch (IOException e) {
      throw broken(folder, "could not be read: " + e, e);
    }
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException("a path is always a URL", e);
    }
  }

  private static OrchestratorException broken(
      Path folder, String what, @org.jspecify.annotations.Nullable Throwable cause) {
    return new OrchestratorException(
        ErrorCode.INVALID_CONFIGURATION,
        folder.toString(),
        "The plugin folder %s %s. The controller was not started.".formatted(folder, what),
        List.of("put the plugin's files there again, or remove the folder"),
        cause);
  }
}
