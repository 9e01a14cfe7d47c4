package io.tutti.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A fake: answers requests as it was asked to, and remembers them. It is no controller. */
final class FakeController implements AutoCloseable {
  private record Canned(int status, String body) {}

  private final HttpServer server;
  private final Map<String, Canned> answers = new HashMap<>();
  private final List<String> requests = new ArrayList<>();

  FakeController() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.start();
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String line = exchange.getRequestMethod() + " " + exchange.getRequestURI();
    String token = exchange.getRequestHeaders().getFirst("Authorization");
    requests.add(line + (body.isEmpty() ? "" : " " + body) + " [" + token + "]");
    Canned answer = answers.getOrDefault(line, new Canned(404, "nothing here"));
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** Answers that request, {@code GET /api/v1/clusters}, so from now on. */
  synchronized FakeController answering(String request, int status, String body) {
    answers.put(request, new Canned(status, body));
    return this;
  }

  synchronized List<String> requests() {
    return List.copyOf(requests);
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
