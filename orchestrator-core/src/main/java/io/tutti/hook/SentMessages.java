package io.tutti.hook;

import io.tutti.spi.Deadline;
import io.tutti.spi.hook.HookOptions;
import io.tutti.spi.hook.HookOutcome;
import io.tutti.spi.hook.Messages;
import io.tutti.webhook.Message;
import io.tutti.webhook.Outcome;
import io.tutti.webhook.SigningKey;
import io.tutti.webhook.Webhook;
import io.tutti.webhook.WebhookSender;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Messages of hooks, sent as those of findings are ({@link WebhookSender}). */
public final class SentMessages implements Messages {
  /** So that a second attempt is made within a usual deadline. */
  private static final Duration ANSWER_MAX = Duration.ofSeconds(10);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(5);

  /** The deadline ends it sooner. */
  private static final int ATTEMPTS_MAX = 1_000;

  private final InstantSource clock;

  public SentMessages(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public Channel to(HookOptions options) {
    String url =
        options.url().orElseThrow(() -> new IllegalArgumentException("it has no url to send to"));
    return new Sent(
        new WebhookSender(
            new Webhook(
                Webhook.parse(url),
                options.secret().map(SigningKey::new),
                ANSWER_MAX,
                ATTEMPTS_MAX,
                FIRST_PAUSE,
                PAUSE_MAX),
            clock));
  }

  private record Sent(WebhookSender sender) implements Channel {
    @Override
    public HookOutcome deliver(String id, String json, Deadline deadline) {
      FutureTask<Outcome> delivery = new FutureTask<>(() -> sender.deliver(new Message(id, json)));
      Thread thread = Thread.ofVirtual().name("hook-message").start(delivery);
      try {
        return switch (delivery.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
          case Outcome.Delivered(int attempts) ->
              new HookOutcome.Succeeded(
                  "delivered with attempt %d, as message %s".formatted(attempts, id));
          case Outcome.GivenUp(int attempts, String why) ->
              new HookOutcome.Failed("%s Sent %d times.".formatted(why, attempts), "");
        };
      } catch (TimeoutException e) {
        return new HookOutcome.Failed(
            "No answer said within its deadline that it was received.", "");
      } catch (ExecutionException e) {
        return new HookOutcome.Failed("It could not be sent (%s).".formatted(e.getCause()), "");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return new HookOutcome.Failed("The controller stops.", "");
      } finally {
        thread.interrupt();
      }
    }

    @Override
    public String describe() {
      return "POST " + sender.webhook();
    }
  }
}
