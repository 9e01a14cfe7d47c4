package io.tutti.rest;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Whether the parts of the controller work. As anybody may ask, an answer is kept for a second, and
 * no part is waited for longer than two.
 */
public final class Health {
  private static final Duration KEPT = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final List<Part> parts;
  private Optional<Kept> last = Optional.empty();

  /** Whom a part that is down concerns. */
  public enum Cure {
    /** A new process would work: whoever watches over this one is to end it. */
    RESTART,
    /** Requests are to go elsewhere, or to wait. */
    PATIENCE
  }

  /**
   * A part of the controller.
   *
   * @param trouble what is wrong, or empty; an exception is trouble, too
   */
  public record Part(String name, Cure cure, Supplier<Optional<String>> trouble) {}

  /** What is wrong, by part; of parts that work, nothing. */
  record Seen(List<Part> parts, Map<Part, String> troubles) {
    boolean isUp() {
      return troubles.isEmpty();
    }

    boolean isAlive() {
      return troubles.keySet().stream().noneMatch(part -> part.cure() == Cure.RESTART);
    }
  }

  private record Kept(Seen seen, long nanos) {}

  public Health(List<Part> parts) {
    this.parts = List.copyOf(parts);
  }

  List<Part> parts() {
    return parts;
  }

  synchronized Seen look() {
    long now = System.nanoTime();
    Optional<Kept> fresh = last.filter(kept -> now - kept.nanos() < KEPT.toNanos());
    if (fresh.isPresent()) {
      return fresh.get().seen();
    }
    Map<Part, String> troubles = new LinkedHashMap<>();
    for (Part part : parts) {
      troubleOf(part).ifPresent(trouble -> troubles.put(part, trouble));
    }
    Seen seen = new Seen(parts, troubles);
    last = Optional.of(new Kept(seen, System.nanoTime()));
    return seen;
  }

  private static Optional<String> troubleOf(Part part) {
    try {
      return CompletableFuture.supplyAsync(
              part.trouble(), task -> Thread.ofVirtual().name("health").start(task))
          .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return Optional.of("does not answer within " + PATIENCE.toSeconds() + " s");
    } catch (ExecutionException e) {
      return Optional.of("does not answer");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("was not checked completely");
    }
  }
}
