package io.tutti.plugins.hook.consul;

import io.tutti.spi.Deadline;
import io.tutti.spi.hook.SecretFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keys and values of Consul, over its HTTP API ({@code /v1/kv/}). Redirects are not followed and no
 * proxy is used: nobody else gets the token.
 *
 * @param address of an agent or a server
 * @param token read at each request; without one the anonymous token's rules count
 */
record ConsulKeys(URI address, Optional<SecretFile> token) {
  private static final int OK = 200;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final Pattern MODIFIED = Pattern.compile("\"ModifyIndex\":\\s*(\\d+)");
  private static final Pattern FLAGS = Pattern.compile("\"Flags\":\\s*(\\d+)");

  /** Base64, which has no quotes in it. */
  private static final Pattern VALUE = Pattern.compile("\"Value\":\\s*(?:\"([^\"]*)\"|null)");

  /**
   * A key as it is.
   *
   * @param modified the index of its last change, by which a write is conditional
   * @param flags somebody else's, kept as they are
   */
  record Entry(String value, String modified, String flags) {}

  /**
   * As the servers of Consul have it, not what an agent remembers.
   *
   * @throws IOException when it cannot be read, with a sentence
   */
  Optional<Entry> read(String key, Deadline deadline) throws IOException {
    HttpResponse<String> answer =
        send(request(key + "?consistent", deadline).GET().build(), key, deadline);
    if (answer.statusCode() == NOT_FOUND) {
      return Optional.empty();
    }
    requireOk(answer, "read", key);
    String json = answer.body();
    Matcher modified = MODIFIED.matcher(json);
    Matcher flags = FLAGS.matcher(json);
    Matcher value = VALUE.matcher(json);
    if (!modified.find() || !flags.find() || !value.find()) {
      throw new IOException(
          "What answers at %s is no Consul: it sent no key, but %d characters of something else."
              .formatted(address, json.length()));
    }
    return Optional.of(new Entry(decoded(value.group(1)), modified.group(1), flags.group(1)));
  }

  private String decoded(@org.jspecify.annotations.Nullable String base64) throws IOException {
    try {
      return base64 == null
          ? ""
          : new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8).strip();
    } catch (IllegalArgumentException e) {
      throw new IOException("What answers at %s is no Consul: %s.".formatted(address, e), e);
    }
  }

  /**
   * Writes it, where nobody has since it was read.
   *
   * @return whether it was written
   * @throws IOException when that is not known or was refused, with a sentence
   */
  boolean write(String key, Entry as, String value, Deadline deadline) throws IOException {
    HttpRequest put =
        request("%s?cas=%s&flags=%s".formatted(key, as.modified(), as.flags()), deadline)
            .PUT(HttpRequest.BodyPublishers.ofString(value))
            .build();
    HttpResponse<String> answer = send(put, key, deadline);
    requireOk(answer, "write", key);
    return answer.body().strip().equals("true");
  }

  private HttpRequest.Builder request(String rest, Deadline deadline) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.resolve("/v1/kv/" + rest)).timeout(deadline.remaining());
    if (token.isPresent()) {
      request.header("X-Consul-Token", token.get().read());
    }
    return request;
  }

  private HttpResponse<String> send(HttpRequest request, String key, Deadline deadline)
      throws IOException {
    try (HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(deadline.remaining())
            .build()) {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IOException(
          "Consul at %s did not answer a %s of %s (%s)."
              .formatted(address, request.method(), key, e.getClass().getSimpleName()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Asking Consul at %s was interrupted.".formatted(address), e);
    }
  }

  private void requireOk(HttpResponse<String> answer, String what, String key) throws IOException {
    if (answer.statusCode() == FORBIDDEN) {
      throw new IOException(
          "Consul at %s refuses to %s %s: the token's policy needs key \"%s\" { policy = \"write\" }."
              .formatted(address, what, key, key));
    }
    if (answer.statusCode() != OK) {
      throw new IOException(
          "Consul at %s answered %d when it was to %s %s."
              .formatted(address, answer.statusCode(), what, key));
    }
  }
}
