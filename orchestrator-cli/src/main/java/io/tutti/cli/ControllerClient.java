package io.tutti.cli;

import io.tutti.cli.view.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Asks a controller's REST API. */
public final class ControllerClient {
  private static final Duration CONNECT_TIME_MAX = Duration.ofSeconds(5);

  /** A discovery answers when every server it met was read or given up. */
  private static final Duration ANSWER_TIME_MAX = Duration.ofSeconds(120);

  private final ControllerLocation location;
  private final HttpClient http;

  public ControllerClient(ControllerLocation location) {
    this.location = location;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIME_MAX)
            .build();
  }

  /** What the controller answered: the text as it came, and what it says. */
  public record Answer(String text, Json json) {}

  public ControllerLocation location() {
    return location;
  }

  /** A path of the API made from a pattern such as {@code /clusters/{}/topology}. */
  public static String path(String pattern, String value) {
    String escaped =
        URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20").replace("%3A", ":");
    return pattern.replace("{}", escaped);
  }

  /**
   * @throws CommandFailure when it cannot be reached or refuses
   */
  public Answer get(String path) {
    return send(request(path).GET().build());
  }

  /**
   * @throws CommandFailure when it cannot be reached or refuses
   */
  public Answer delete(String path) {
    return send(request(path).DELETE().build());
  }

  /**
   * @throws CommandFailure when it cannot be reached or refuses
   */
  public Answer post(String path, Map<String, ?> body) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(Json.write(body)))
            .build());
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(location.url() + "/api/v1" + path))
            .timeout(ANSWER_TIME_MAX)
            .header("Accept", "application/json, application/problem+json");
    location.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
    return request;
  }

  private Answer send(HttpRequest request) {
    HttpResponse<String> response;
    try {
      response = http.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw unreachable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.local(
          ExitCode.FAILED, "INTERRUPTED", "The command was interrupted.", List.of());
    }
    if (response.statusCode() >= 300) {
      throw CommandFailure.answered(response.statusCode(), response.body());
    }
    String text = response.body();
    if (text.isBlank()) {
      return new Answer("{}", Json.parse("{}").orElseThrow());
    }
    return new Answer(
        text,
        Json.parse(text)
            .orElseThrow(() ->
                CommandFailure.local(
                    ExitCode.FAILED,
                    "NOT_A_CONTROLLER",
                    "%s answers, but not as a controller of Tutti does.".formatted(location),
                    List.of("check --url and TUTTI_URL"))));
  }

  private CommandFailure unreachable(IOException cause) {
    String reason =
        switch (cause) {
          case HttpTimeoutException timeout -> "it did not answer in time";
          case ConnectException refused -> "nothing listens there";
          default -> cause.getMessage() == null ? cause.toString() : cause.getMessage();
        };
    return CommandFailure.local(
        ExitCode.UNREACHABLE,
        "CONTROLLER_UNREACHABLE",
        "The controller at %s could not be reached: %s.".formatted(location, reason),
        List.of("start one with: tutti server", "name another with: --url http://HOST:PORT"));
  }
}
