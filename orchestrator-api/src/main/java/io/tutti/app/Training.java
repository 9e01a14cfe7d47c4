package io.tutti.app;

import io.tutti.security.AccessToken;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * One life of a controller for the JVM to learn from: start, the usual requests, stop. Run by
 * {@code train-controller} in an empty data folder.
 */
final class Training {
  private static final List<String> PATHS =
      List.of("health", "clusters", "instances", "findings", "audit", "flavors", "clusters/none");

  /** Only for the minute in which it listens. */
  private static final String TOKEN = AccessToken.random().reveal();

  private static final int ROUNDS = 20;

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
