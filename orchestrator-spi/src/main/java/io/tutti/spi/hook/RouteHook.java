package io.tutti.spi.hook;

import io.tutti.spi.Deadline;
import io.tutti.spi.hook.HookEvent.About;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Leads clients to the server that takes writes, by what an event means for that ({@link
 * RouteChange}).
 *
 * <ol>
 *   <li>Of a sample nothing is so: it only reads what there is.
 *   <li>The route works on a thread of its own, which is interrupted when the deadline is over.
 * </ol>
 */
public record RouteHook(ClientRoute route) implements Hook {

  @Override
  public String describe() {
    return route.describe();
  }

  @Override
  public String describe(HookPoint point, About about) {
    return "%s, %s"
        .formatted(
            route.describe(),
            RouteChange.of(point, about)
                .map(change -> "which is to " + change.words())
                .orElse("which has nothing to do then"));
  }

  @Override
  public HookOutcome call(HookEvent event, Deadline deadline) {
    FutureTask<String> work =
        new FutureTask<>(
            () -> event.isSample() ? tried(event, deadline) : carriedOut(event, deadline));
    Thread thread = Thread.ofVirtual().name("hook-route").start(work);
    try {
      return new HookOutcome.Succeeded(
          work.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      return failed("It did not end in time; it is not known whether anything was changed.");
    } catch (ExecutionException e) {
      return failed(
          e.getCause() instanceof IOException known
              ? String.valueOf(known.getMessage())
              : "It could not be carried out because of a defect: %s.".formatted(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed("The controller stops; it is not known whether anything was changed.");
    } finally {
      thread.interrupt();
    }
  }

  private static HookOutcome failed(String why) {
    return new HookOutcome.Failed(why, "");
  }

  private String tried(HookEvent event, Deadline deadline) throws IOException {
    return "%s At such an event it is to %s. This is a sample: nothing was changed."
        .formatted(
            route.look(deadline),
            RouteChange.of(event.point(), event.about())
                .map(RouteChange::words)
                .orElse("do nothing"));
  }

  private String carriedOut(HookEvent event, Deadline deadline) throws IOException {
    Optional<RouteChange> change = RouteChange.of(event.point(), event.about());
    return change.isPresent()
        ? route.carryOut(change.get(), RouteChange.ours(event.about()), deadline)
        : "There is nothing to do at this event.";
  }
}
