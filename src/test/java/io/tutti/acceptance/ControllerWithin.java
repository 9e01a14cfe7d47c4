package io.tutti.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A controller in the process of the tests: a fifth of the CPU of one in its own, as its classes
 * are loaded and compiled once for all tests of the process. It is the distribution's, with its own
 * class path and plugins, and sees nothing of the tests'. Its log is a file in its data folder.
 */
final class ControllerWithin implements ControllerLife {
  private static final Duration END_TIME_MAX = Duration.ofSeconds(10);

  private final Path home;
  private Optional<AutoCloseable> running = Optional.empty();

  ControllerWithin(Path home) {
    this.home = home;
  }

  @Override
  public void start(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.putIfAbsent("TUTTI_LOG_FILE", home.resolve("log").toString());
    running = Optional.of(Distribution.ONE.start(all));
  }

  @Override
  public boolean isAlive() {
    return running.isPresent();
  }

  @Override
  public void end() {
    AutoCloseable controller = running.orElseThrow();
    running = Optional.empty();
    Thread ending =
        Thread.ofPlatform()
            .name("controller-end")
            .daemon()
            .start(() -> {
              try {
                controller.close();
              } catch (Exception e) {
                throw new IllegalStateException("a controller does not end", e);
              }
            });
    try {
      if (!ending.join(END_TIME_MAX)) {
        ending.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public ControllerProcess process() {
    throw new AssertionError(
        "this controller runs in the process of the tests: @OwnProcess gives it one that can be"
            + " killed and frozen");
  }

  /** The classes of the distribution. */
  private static final class Distribution {
    static final Distribution ONE = load();

    private final ClassLoader classes;
    private final Object controllers;

    private Distribution(ClassLoader classes, Object controllers) {
      this.classes = classes;
      this.controllers = controllers;
    }

    static Distribution load() {
      // As the start script says it.
      System.setProperty("spring.aot.enabled", "true");
      Path folder = DISTRIBUTION;
      ClassLoader classes =
          new URLClassLoader(
              "controller",
              jars(folder.resolve("controller")),
              ClassLoader.getPlatformClassLoader());
      return within(
          classes,
          () ->
              new Distribution(
                  classes,
                  classes
                      .loadClass("io.tutti.app.EmbeddedControllers")
                      .getConstructor(Path.class)
                      .newInstance(folder.resolve("plugins"))));
    }

    private static URL[] jars(Path folder) {
      try (Stream<Path> files = Files.list(folder)) {
        return files
            .filter(each -> each.toString().endsWith(".jar"))
            .sorted()
            .map(Distribution::url)
            .toArray(URL[]::new);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static URL url(Path jar) {
      try {
        return jar.toUri().toURL();
      } catch (MalformedURLException e) {
        throw new IllegalStateException("a path is always a URL", e);
      }
    }

    AutoCloseable start(Map<String, String> settings) {
      return within(
          classes,
          () ->
              (AutoCloseable)
                  controllers
                      .getClass()
                      .getMethod("start", Map.class)
                      .invoke(controllers, settings));
    }

    @FunctionalInterface
    private interface Call<T> {
      T run() throws ReflectiveOperationException;
    }

    /** What looks for classes by the thread's loader finds the distribution's. */
    private static <T> T within(ClassLoader classes, Call<T> call) {
      Thread thread = Thread.currentThread();
      ClassLoader before = thread.getContextClassLoader();
      thread.setContextClassLoader(classes);
      try {
        return call.run();
      } catch (InvocationTargetException e) {
        throw new AssertionError("the controller ended at once", e.getCause());
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      } finally {
        thread.setContextClassLoader(before);
      }
    }
  }
}
