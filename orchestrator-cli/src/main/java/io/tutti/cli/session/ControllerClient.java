package io.tutti.cli.session;

import io.tutti.api.Body;
import io.tutti.api.OperationView.EventView;
import io.tutti.cli.view.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.net.ssl.HttpsURLConnection;

/** Asks a controller's REST API. */
public final class ControllerClient {
  private static final Duration CONNECT_TIME_MAX = Duration.ofSeconds(5);

  /** A discovery answers when every server it met was read or given up. */
  private static final Duration ANSWER_TIME_MAX = Duration.ofSeconds(120);

  /** So often following is begun again without an event in between: a restart takes seconds. */
  private static final int FOLLOW_FAILURES_MAX = 30;

  private static final Duration FOLLOW_PAUSE = Duration.ofSeconds(1);

  private final ControllerLocation location;
  private final Optional<String> reason;

  public ControllerClient(ControllerLocation location) {
    this(location, Optional.empty());
  }

  /**
   * @param reason why whatever is to be changed is to be changed; for the audit
   */
  public ControllerClient(ControllerLocation location, Optional<String> reason) {
    this.location = location;
    this.reason = reason;
  }

  /** What the controller answered: the text as it came, and what it says. */
  public record Answer(String text, Json json) {
    /** A list of some of the things that were answered. */
    public static Answer ofItems(List<Json> items) {
      String text =
          items.stream().map(Json::toString).collect(Collectors.joining(",", "{\"items\":[", "]}"));
      return new Answer(text, Json.parse(text).orElseThrow());
    }

    public <T extends Record> T as(Class<T> type) {
      return json.as(type);
    }

    /** The items of a list. */
    public <T extends Record> List<T> items(Class<T> type) {
      return json.at("items").items().stream().map(item -> item.as(type)).toList();
    }
  }

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
    return send("GET", path, Optional.empty());
  }

  /**
   * What is there in other forms than JSON.
   *
   * @throws CommandFailure when it cannot be reached or refuses
   */
  public String readText(String path) {
    try {
      HttpURLConnection connection = connection("GET", path);
      connection.setRequestProperty("Accept", "*/*");
      return text(connection);
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  /**
   * @throws CommandFailure when it cannot be reached or refuses
   */
  public Answer delete(String path) {
    return send("DELETE", path, Optional.empty());
  }

  /**
   * @throws CommandFailure when it cannot be reached or refuses
   */
  public Answer post(String path, Body body) {
    return send("POST", path, Optional.of(Json.write(body)));
  }

  /**
   * With nothing to say.
   *
   * @throws CommandFailure when it cannot be reached or refuses
   */
  public Answer post(String path) {
    return send("POST", path, Optional.of("{}"));
  }

  /**
   * The same under an idempotency key: asking again finds what the first asking has begun.
   *
   * @throws CommandFailure when it cannot be reached or refuses
   */
  public Answer post(String path, Body body, Optional<String> idempotencyKey) {
    return send("POST", path, Optional.of(Json.write(body)), idempotencyKey);
  }

  /**
   * Hands on what happens in an operation until it rests. When the connection breaks off, it goes
   * on where it was; a controller that stays away is an error.
   *
   * @throws CommandFailure when it cannot be reached or refuses
   */
  public void follow(String operation, long from, Consumer<EventView> listener) {
    long next = from;
    int failures = 0;
    while (true) {
      try {
        Followed followed = followOnce(operation, next, listener);
        if (followed.atRest()) {
          return;
        }
        failures = followed.next() > next ? 0 : failures + 1;
        next = followed.next();
        if (failures > FOLLOW_FAILURES_MAX) {
          return;
        }
      } catch (IOException e) {
        failures++;
        if (failures > FOLLOW_FAILURES_MAX) {
          throw unreachable(e);
        }
      }
      if (failures > 0) {
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(FOLLOW_PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private record Followed(long next, boolean atRest) {}

  private Followed followOnce(String operation, long from, Consumer<EventView> listener)
      throws IOException {
    HttpURLConnection connection =
        connection("GET", path("/operations/{}/events?from=" + from, operation));
    connection.setRequestProperty("Accept", "text/event-stream, application/problem+json");
    if (connection.getResponseCode() >= 300) {
      answer(connection);
    }
    long next = from;
    boolean atRest = false;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Optional<EventView> event =
            line.startsWith("data:")
                ? Json.parse(line.substring(5)).map(json -> json.as(EventView.class))
                : Optional.empty();
        if (event.isPresent()) {
          listener.accept(event.get());
          next = event.get().sequence() + 1;
          atRest = event.get().atRest();
        }
      }
    } catch (SocketTimeoutException e) {
      // Nothing happened for long; asked again.
      return new Followed(next, atRest);
    }
    return new Followed(next, atRest);
  }

  private Answer send(String method, String path, Optional<String> body) {
    return send(method, path, body, Optional.empty());
  }

  private Answer send(
      String method, String path, Optional<String> body, Optional<String> idempotencyKey) {
    try {
      HttpURLConnection connection = connection(method, withReason(method, path));
      idempotencyKey.ifPresent(key -> connection.setRequestProperty("Idempotency-Key", key));
      if (body.isPresent()) {
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        try (OutputStream out = connection.getOutputStream()) {
          out.write(body.get().getBytes(StandardCharsets.UTF_8));
        }
      }
      return answer(connection);
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  private String withReason(String method, String path) {
    return method.equals("GET")
        ? path
        : path
            + reason
                .map(text -> path((path.contains("?") ? "&" : "?") + "reason={}", text))
                .orElse("");
  }

  /**
   * The JDK's old client starts in a third of the new one's time, which every command would pay.
   */
  private HttpURLConnection connection(String method, String path) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(location.url() + "/api/v1" + path).toURL().openConnection();
    if (connection instanceof HttpsURLConnection secure && location.certificate().isPresent()) {
      CertificateTrust.read(location.certificate().get()).applyTo(secure);
    }
    connection.setRequestMethod(method);
    connection.setConnectTimeout((int) CONNECT_TIME_MAX.toMillis());
    connection.setReadTimeout((int) ANSWER_TIME_MAX.toMillis());
    connection.setInstanceFollowRedirects(false);
    connection.setRequestProperty("Accept", "application/json, application/problem+json");
    location
        .token()
        .ifPresent(token -> connection.setRequestProperty("Authorization", "Bearer " + token));
    return connection;
  }

  private static String text(HttpURLConnection connection) throws IOException {
    int status = connection.getResponseCode();
    String text;
    try (InputStream in =
        status >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
      text = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    if (status >= 300) {
      throw CommandFailure.answered(status, text);
    }
    return text;
  }

  private Answer answer(HttpURLConnection connection) throws IOException {
    String text = text(connection);
    String document = text.isBlank() ? "{}" : text;
    Json json =
        Json.parse(document)
            .orElseThrow(() ->
                CommandFailure.local(
                    ExitCode.FAILED,
                    "NOT_A_CONTROLLER",
                    "%s answers, but not as a controller of Tutti does.".formatted(location),
                    List.of("check --url and TUTTI_URL")));
    return new Answer(document, json);
  }

  private CommandFailure unreachable(IOException cause) {
    String reason =
        switch (cause) {
          case SocketTimeoutException timeout -> "it did not answer in time";
          case ConnectException refused -> "nothing listens there";
          case UnknownHostException unknown -> "its name does not resolve";
          default -> cause.getMessage() == null ? cause.toString() : cause.getMessage();
        };
    return CommandFailure.local(
        ExitCode.UNREACHABLE,
        "CONTROLLER_UNREACHABLE",
        "The controller at %s could not be reached: %s.".formatted(location, reason),
        List.of("start one with: tutti server", "name another with: --url http://HOST:PORT"));
  }
}
