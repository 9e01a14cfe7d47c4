package io.tutti.app;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/**
 * Sees one plugin's jars, the JDK, and of the controller only what a plugin may see. So plugins can
 * bring two versions of one driver, and none can come to lean on the controller's libraries.
 */
final class PluginClassLoader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  /** What is shared, as package prefixes: the plugin's own copies of these would be other types. */
  static final List<String> SHARED =
      List.of(
          "io.tutti.model.",
          "io.tutti.gtid.",
          "io.tutti.error.",
          "io.tutti.spi.",
          "org.slf4j.",
          "org.jspecify.");

  private final Path folder;
  private final ClassLoader controller;

  PluginClassLoader(Path folder, List<URL> jars, ClassLoader controller) {
    super(
        "plugin-" + folder.getFileName(),
        jars.toArray(URL[]::new),
        ClassLoader.getPlatformClassLoader());
    this.folder = folder;
    this.controller = controller;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    return SHARED.stream().anyMatch(name::startsWith)
        ? controller.loadClass(name)
        : super.loadClass(name, resolve);
  }

  @Override
  public String toString() {
    return "plugin folder " + folder;
  }
}
