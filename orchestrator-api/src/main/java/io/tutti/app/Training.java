package io.tutti.app;

import io.tutti.capability.Capabilities;
import io.tutti.operation.ActingLocks;
import io.tutti.operation.OperationHooks;
import io.tutti.operation.OperationRunner;
import io.tutti.security.AccessToken;
import io.tutti.store.jdbc.JdbcStore;
import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * One life of a controller for the JVM to learn from: start, the usual requests, what is done to
 * servers, stop. Run by {@code train-controller} in an empty data folder. There are no servers, so
 * simulated ones restart and are lifted, and what is not needed for that is loaded by name: else it
 * would be read from jars, and linked, just when somebody waits for it.
 */
final class Training {
  private static final List<String> PATHS =
      List.of(
          "health",
          "clusters",
          "instances",
          "findings",
          "incidents",
          "operations",
          "decisions",
          "audit",
          "flavors",
          "clusters/none");

  /** Only for the minute in which it listens. */
  private static final String TOKEN = AccessToken.random().reveal();

  private static final int ROUNDS = 20;

  /** Names the jar of simulated servers; not set where it was not built. */
  private static final String SIMULATION = "tutti.distribution.simulation";

  private static final String REHEARSAL = "io.tutti.simulation.Rehearsal";

  private static final String CLASS = ".class";

  /** Ours, and the reader of binlogs. */
  private static final List<String> ACTING = List.of("io/tutti/", "com/github/shyiko/");

  private Training() {}

  /**
   * @param arguments the data folder to use
   */
  public static void main(String[] arguments) throws IOException {
    ControllerSettings settings =
        Main.settings(
            List.of(
                "--tutti.home=" + arguments[0],
                "--tutti.http.port=0",
                "--tutti.token=" + TOKEN,
                "--tutti.discovery.poll-interval=100ms"),
            Map.of(),
            Path.of(arguments[0]));
    try (Controller controller = Controller.start(settings, () -> Main.plugins(settings))) {
      for (int round = 0; round < ROUNDS; round++) {
        for (String path : PATHS) {
          request(controller, "GET", path, "");
        }
      }
      request(controller, "POST", "discoveries", "{\"host\":\"127.0.0.1\",\"port\":1}");
    }
    String simulation = System.getProperty(SIMULATION, "");
    if (!simulation.isEmpty()) {
      rehearse(Path.of(simulation), settings);
    }
    loadWhatActs();
  }

  /** Simulated servers are shut down, start fenced and are lifted, with a store of their own. */
  private static void rehearse(Path jar, ControllerSettings settings) throws IOException {
    String url = "jdbc:h2:file:" + settings.home().resolve("rehearsal").toAbsolutePath();
    try (URLClassLoader simulation =
            new URLClassLoader(new URL[] {jar.toUri().toURL()}, Training.class.getClassLoader());
        JdbcStore store = JdbcStore.open(url, "", "")) {
      rehearsal(simulation)
          .accept(able ->
              Operating.runner(store, able, ActingLocks.NONE, settings, OperationHooks.NONE));
    }
  }

  @SuppressWarnings("unchecked") // what a class of its own loader is for cannot be checked
  private static Consumer<Function<Capabilities, OperationRunner>> rehearsal(ClassLoader loader) {
    try {
      return (Consumer<Function<Capabilities, OperationRunner>>)
          loader.loadClass(REHEARSAL).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the simulation holds no " + REHEARSAL, e);
    }
  }

  /** None of them is initialized. */
  private static void loadWhatActs() throws IOException {
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      try (JarFile jar = new JarFile(entry)) {
        for (JarEntry file : Collections.list(jar.entries())) {
          String name = file.getName();
          if (ACTING.stream().anyMatch(name::startsWith) && name.endsWith(CLASS)) {
            load(name.substring(0, name.length() - CLASS.length()).replace('/', '.'));
          }
        }
      }
    }
  }

  private static void load(String name) {
    try {
      var unused = Class.forName(name, false, Training.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(name + " is in a jar, and cannot be loaded", e);
    }
  }

  private static void request(Controller controller, String method, String path, String body)
      throws IOException {
    URI uri = URI.create(controller.url() + "/api/v1/" + path);
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    connection.setRequestMethod(method);
    connection.setRequestProperty("Authorization", "Bearer " + TOKEN);
    if (!body.isEmpty()) {
      connection.setDoOutput(true);
      connection.setRequestProperty("Content-Type", "application/json");
      connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
    }
    try (var answer =
        connection.getResponseCode() < HttpURLConnection.HTTP_BAD_REQUEST
            ? connection.getInputStream()
            : connection.getErrorStream()) {
      var unused = answer.readAllBytes();
    }
  }
}
