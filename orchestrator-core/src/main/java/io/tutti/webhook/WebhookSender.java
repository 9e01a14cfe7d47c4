package io.tutti.webhook;

import io.tutti.eventlog.EventLog;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends messages to one address.
 *
 * <ol>
 *   <li>Each attempt has the same id and the same body, and a signature of its own, by its time.
 *   <li>A status from 200 to 299 means that it was received. Status 408, 429 and those from 500 on,
 *       no answer in time, and a broken connection: it is sent again, later and later, as often as
 *       the webhook says. Any other status is final.
 *   <li>Redirects are not followed and no proxy is used: nobody but the address that was configured
 *       gets it. Nothing of the answer but its status is used.
 * </ol>
 */
public final class WebhookSender implements AutoCloseable {
  private static final int OK_MIN = 200;
  private static final int OK_MAX = 299;
  private static final int REDIRECT_MIN = 300;
  private static final int REDIRECT_MAX = 399;
  private static final int REQUEST_TIMEOUT = 408;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR_MIN = 500;

  private final Webhook webhook;
  private final InstantSource clock;
  private final CountDownLatch closed = new CountDownLatch(1);
  private Optional<HttpClient> client = Optional.empty();

  /** How one attempt ended. */
  private sealed interface Attempt {
    record Received() implements Attempt {}

    record Failed(String why, boolean isFinal) implements Attempt {}
  }

  public WebhookSender(Webhook webhook, InstantSource clock) {
    this.webhook = webhook;
    this.clock = clock;
  }

  public Webhook webhook() {
    return webhook;
  }

  /** Sends it until it is delivered or given up. Waits: call it on a thread of its own. */
  public Outcome deliver(Message message) throws InterruptedException {
    for (int attempt = 1; ; attempt++) {
      switch (attempt(message)) {
        case Attempt.Received received -> {
          return new Outcome.Delivered(attempt);
        }
        case Attempt.Failed(String why, boolean isFinal) -> {
          if (isFinal || attempt >= webhook.attemptsMax()) {
            return new Outcome.GivenUp(attempt, why);
          }
          Duration pause = webhook.pauseAfter(attempt);
          EventLog.detail(
              "webhook.failed",
              webhook.toString(),
              "message %s, attempt %d: %s Again in %s."
                  .formatted(message.id(), attempt, why, EventLog.inWords(pause)));
          if (closed.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
            return new Outcome.GivenUp(attempt, "The controller stops.");
          }
        }
      }
    }
  }

  private Attempt attempt(Message message) throws InterruptedException {
    CompletableFuture<HttpResponse<Void>> answer =
        client().sendAsync(request(message), HttpResponse.BodyHandlers.discarding());
    try {
      return judged(answer.get(webhook.answerMax().toNanos(), TimeUnit.NANOSECONDS).statusCode());
    } catch (TimeoutException e) {
      return new Attempt.Failed(late(), false);
    } catch (ExecutionException e) {
      return new Attempt.Failed(broken(Objects.requireNonNullElse(e.getCause(), e)), false);
    } finally {
      answer.cancel(true);
    }
  }

  private static Attempt judged(int status) {
    if (status >= OK_MIN && status <= OK_MAX) {
      return new Attempt.Received();
    }
    if (status >= REDIRECT_MIN && status <= REDIRECT_MAX) {
      return new Attempt.Failed(
          "It answered %d: it redirects, which is not followed.".formatted(status), true);
    }
    boolean mayPass =
        status == REQUEST_TIMEOUT || status == TOO_MANY_REQUESTS || status >= SERVER_ERROR_MIN;
    return new Attempt.Failed("It answered %d.".formatted(status), !mayPass);
  }

  private String late() {
    return "It did not answer within " + EventLog.inWords(webhook.answerMax()) + ".";
  }

  /** The words of an exception may hold the address. */
  private String broken(Throwable cause) {
    if (cause instanceof HttpTimeoutException) {
      return late();
    }
    return cause instanceof IOException
        ? "It could not be reached (" + cause.getClass().getSimpleName() + ")."
        : "It could not be sent (" + cause.getClass().getSimpleName() + ").";
  }

  private HttpRequest request(Message message) {
    long seconds = clock.instant().getEpochSecond();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(webhook.address())
            .timeout(webhook.answerMax())
            .header("Content-Type", "application/json")
            .header("User-Agent", "tutti")
            .header("webhook-id", message.id())
            .header("webhook-timestamp", Long.toString(seconds))
            .POST(HttpRequest.BodyPublishers.ofByteArray(message.bytes()));
    webhook
        .key()
        .ifPresent(key ->
            request.header("webhook-signature", key.sign(message.id(), seconds, message.bytes())));
    return request.build();
  }

  /** Made when it is needed first, as its classes would take time of each start. */
  private synchronized HttpClient client() {
    HttpClient made =
        client.orElseGet(() ->
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(webhook.answerMax())
                .executor(task -> Thread.ofVirtual().name("webhook").start(task))
                .build());
    client = Optional.of(made);
    return made;
  }

  /** Ends a pause between two attempts; what is under way is ended by an interrupt. */
  @Override
  public synchronized void close() {
    closed.countDown();
    client.ifPresent(HttpClient::shutdownNow);
  }
}
