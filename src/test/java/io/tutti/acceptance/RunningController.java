package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The controller of the distribution, with a data folder, and REST. It runs in the process of the
 * tests ({@link ControllerWithin}), unless {@link OwnProcess} asks for another, or there are
 * options for its JVM.
 */
public final class RunningController implements AutoCloseable {
  /** What runs for some seconds only is compiled once, quickly: half the CPU. */
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final Duration DISCOVERY_TIME_MAX = Duration.ofSeconds(60);
  private static final JsonMapper JSON = JsonMapper.shared();

  private final Path home;
  private final ControllerGuard guard;
  private final Map<String, String> environment;
  private final HttpClient http = HttpClient.newHttpClient();
  private final ControllerLife life;

  /** An answer of the REST API. */
  public record Answer(int status, JsonNode body) {
    public String text(String pointer) {
      return body.at(pointer).asString();
    }
  }

  private RunningController(Map<String, String> environment, boolean ownProcess) {
    try {
      this.home = Files.createTempDirectory("tutti-acceptance-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.guard = ControllerGuard.of(home);
    this.environment = new HashMap<>(environment);
    this.life =
        ownProcess || OwnProcess.Extension.isAsked() || environment.containsKey("TUTTI_OPTS")
            ? new ControllerProcess(home, guard)
            : new ControllerWithin(home);
    launch();
  }

  /**
   * Starts one with an empty data folder and the watcher's account, which fences nothing by itself
   * and lets nobody in; {@code environment} adds to that.
   */
  public static RunningController start(Map<String, String> environment) {
    return new RunningController(environment, false);
  }

  /** The same in a process of its own, as users run it: it can be killed and frozen. */
  public static RunningController startProcess(Map<String, String> environment) {
    return new RunningController(environment, true);
  }

  private void launch() {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "TUTTI_HOME",
                home.toString(),
                "TUTTI_HTTP_PORT",
                "0",
                "TUTTI_TARGET_USER",
                WatcherAccount.USER,
                "TUTTI_TARGET_PASSWORD",
                WatcherAccount.PASSWORD,
                "TUTTI_FENCE_AUTOMATIC",
                "OFF",
                "TUTTI_START_FENCED_UNFENCE",
                "OFF"));
    settings.putAll(environment);
    allowOwnNetwork(settings);
    life.start(settings);
  }

  /**
   * Who lets servers be copied and attached stands for all of them, as statements hold passwords; a
   * setting that is empty is none.
   */
  private static void allowOwnNetwork(Map<String, String> settings) {
    if (settings.containsKey("TUTTI_REPLICATION_USER")) {
      settings.putIfAbsent("TUTTI_DISCOVERY_TRUST", "127.0.0.0/8,::1/128");
    }
    settings.values().removeIf(String::isEmpty);
  }

  public boolean isAlive() {
    return life.isAlive();
  }

  long pid() {
    return life.process().pid();
  }

  Path home() {
    return home;
  }

  public String log() {
    try {
      return Files.readString(home.resolve("log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return json("controller.json").at("/url").asString();
  }

  String token() {
    try {
      return Files.readString(home.resolve("token")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode json(String file) {
    try {
      return JSON.readTree(Files.readString(home.resolve(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Answer get(String path) {
    return send(request(path).GET());
  }

  public Answer delete(String path) {
    return send(request(path).DELETE());
  }

  Answer discover(Object address) {
    return send(
        request("/discoveries")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"address\":\"" + address + "\"}")));
  }

  /** Discovers a server as soon as it answers; on a loaded machine one contact may be too short. */
  void awaitDiscovered(Object address) {
    await()
        .atMost(DISCOVERY_TIME_MAX)
        .untilAsserted(() -> {
          Answer found = discover(address);
          assertThat(found.status()).as("%s", found.body()).isEqualTo(200);
        });
  }

  /**
   * Discovers a replica as soon as it can be reached, and waits until its source was found, too.
   */
  public void awaitDiscovered(Object replica, Object source) {
    awaitDiscovered(replica);
    await()
        .atMost(DISCOVERY_TIME_MAX)
        .until(() -> !instance(source).at("/address").asString().isEmpty());
  }

  /**
   * Waits until this controller has read a server itself, and nothing is left to be found out about
   * its restarts: asked before, it says rightly that it does not know yet.
   */
  void awaitRestartsLookedAt(Object address) {
    Instant asked = Instant.now();
    String path = "/incidents?instance=" + encoded(address.toString());
    await()
        .atMost(DISCOVERY_TIME_MAX)
        .untilAsserted(() -> {
          JsonNode read = instance(address);
          assertThat(read.at("/contact").asString()).as("%s", read).isEqualTo("REACHED");
          assertThat(Instant.parse(read.at("/observedAt").asString())).isAfter(asked);
          JsonNode incidents = get(path).body().at("/items");
          assertThat(incidents.valueStream())
              .allMatch(each -> each.at("/settled").asBoolean() || !each.at("/open").asBoolean());
        });
  }

  public Answer post(String path, String body, String... headers) {
    HttpRequest.Builder request =
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body));
    return send(headers.length == 0 ? request : request.headers(headers));
  }

  /** The same by somebody else than the first token. */
  Answer postAs(String token, String path, String body) {
    return send(
        request(path)
            .setHeader("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  /** All events of an operation that rests, as they come over the wire. */
  String events(String operation) {
    return stream("/operations/" + operation + "/events");
  }

  /** All that comes over the wire until the answer is at its end. */
  String stream(String path) {
    try {
      return http.send(request(path).GET().build(), BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new AssertionError(
          "its process %s:%n%s".formatted(life.isAlive() ? "runs" : "has ended", log()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The cluster that an instance is in, with all its instances. */
  JsonNode topologyOf(Object address) {
    return get("/clusters/" + encoded(address.toString()) + "/topology").body();
  }

  public JsonNode instance(Object address) {
    return get("/instances/" + encoded(address.toString())).body();
  }

  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
            URI.create(url() + (url().endsWith("/api/v1") ? "" : "/api/v1") + path))
        .header("Authorization", "Bearer " + token())
        .timeout(Duration.ofSeconds(60));
  }

  private Answer send(HttpRequest.Builder request) {
    try {
      var response = http.send(request.build(), BodyHandlers.ofString());
      return new Answer(response.statusCode(), JSON.readTree(response.body()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The command line against this controller: its exit code, and what it printed. */
  record CommandResult(int exitCode, String output, String errors) {}

  CommandResult tutti(String... arguments) {
    var output = new ByteArrayOutputStream();
    var errors = new ByteArrayOutputStream();
    int exitCode = Main.run(client(System.getenv()), output, errors, arguments);
    return new CommandResult(
        exitCode, output.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
  }

  /** What a command of a user of this machine has in its environment. */
  private Map<String, String> client(Map<String, String> environment) {
    Map<String, String> own = new HashMap<>(environment);
    own.keySet().removeIf(name -> name.startsWith("TUTTI_"));
    own.put("TUTTI_HOME", home.toString());
    return own;
  }

  /** The same in a process of its own, which gives its output to programs that it runs. */
  CommandResult tuttiProcess(String... arguments) {
    try {
      Path errors = Files.createTempFile(home, "errors", "");
      Process cli = command(arguments).redirectError(errors.toFile()).start();
      String output = new String(cli.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new CommandResult(cli.waitFor(), output, Files.readString(errors));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The same, not started yet. */
  ProcessBuilder command(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(SHORT_LIVED);
    command.addAll(
        List.of(
            "-cp",
            Path.of("../../orchestrator-cli/target/tutti-cli.jar").toString(),
            "io.tutti.cli.Main"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    Map<String, String> own = client(builder.environment());
    builder.environment().clear();
    builder.environment().putAll(own);
    return builder;
  }

  /** Kills it with -9, and starts it again on the same data folder. */
  void killHardAndStartAgain() {
    killHard();
    startAgain();
  }

  /** Starts it again on the same data folder after it was killed. */
  void startAgain() {
    launch();
  }

  /** The same, with settings that add to those of before. */
  void startAgainWith(Map<String, String> more) {
    environment.putAll(more);
    startAgain();
  }

  /** Stops it with SIGSTOP: it keeps its connections, and does nothing. */
  void freeze() {
    life.process().signal("STOP");
  }

  /** Lets it go on after {@link #freeze()}. */
  void thaw() {
    life.process().signal("CONT");
  }

  void killHard() {
    life.process().killHard();
  }

  @Override
  public void close() {
    life.end();
    guard.close();
  }
}
