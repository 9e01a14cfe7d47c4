package io.tutti.app;

import io.tutti.security.Caller;
import io.tutti.spi.FlavorProvider;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springdoc.core.utils.SpringDocUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A controller in this process, and a client that sends what it is told to. */
final class RunningController implements AutoCloseable {
  static final String TOKEN = "for-tests-only-7306";
  private static final String SPRINGDOC = "springdoc.api-docs.enabled";

  private final Controller controller;
  private final HttpClient http = HttpClient.newHttpClient();

  private RunningController(Controller controller) {
    this.controller = controller;
  }

  /** With springdoc, which is on the class path of tests, switched off. */
  static RunningController start(Path home, FlavorProvider flavor, String... flags) {
    System.setProperty(SPRINGDOC, "false");
    return startAsIs(home, Plugins.of(flavor), flags);
  }

  static RunningController start(Path home, Plugins plugins, String... flags) {
    System.setProperty(SPRINGDOC, "false");
    return startAsIs(home, plugins, flags);
  }

  static RunningController startWithSpringdoc(Path home, FlavorProvider flavor) {
    System.setProperty(SPRINGDOC, "true");
    // Two views of the same simple name would be taken for one.
    System.setProperty("springdoc.use-fqn", "true");
    SpringDocUtils.getConfig().addRequestWrapperToIgnore(Caller.class);
    return startAsIs(home, Plugins.of(flavor));
  }

  private static RunningController startAsIs(Path home, Plugins plugins, String... flags) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--tutti.home=" + home,
                "--tutti.http.port=0",
                "--tutti.token=" + TOKEN,
                "--tutti.discovery.poll-interval=100ms"));
    all.addAll(List.of(flags));
    return new RunningController(
        Controller.start(Main.settings(all, Map.of(), home), () -> plugins));
  }

  /** An answer: its status, its type, and its JSON. */
  record Answer(int status, String type, JsonNode json) {}

  Answer get(String path) {
    return send("GET", path, "", "Bearer " + TOKEN);
  }

  Answer delete(String path) {
    return send("DELETE", path, "", "Bearer " + TOKEN);
  }

  Answer post(String path, String body) {
    return send("POST", path, body, "Bearer " + TOKEN);
  }

  Answer send(String method, String path, String body, String authorization) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(controller.url() + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    try {
      HttpResponse<String> answer =
          http.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
      return new Answer(
          answer.statusCode(),
          answer.headers().firstValue("Content-Type").orElse(""),
          JsonMapper.shared().readTree(answer.body()));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  Controller controller() {
    return controller;
  }

  @Override
  public void close() {
    http.close();
    controller.close();
  }
}
