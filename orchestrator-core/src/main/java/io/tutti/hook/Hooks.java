package io.tutti.hook;

import io.tutti.spi.Deadline;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookOutcome;
import io.tutti.spi.hook.HookPoint;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The hooks of this controller.
 *
 * <ol>
 *   <li>Those of one event are called one after the other, in the order of their names.
 *   <li>Each has its deadline. One that does not keep to it is left behind shortly after: nobody
 *       waits for a plugin that hangs.
 *   <li>A failed one that may abort is the last one that is called.
 * </ol>
 */
public final class Hooks {
  public static final Hooks NONE = new Hooks(List.of());

  /** For a plugin to end its program itself, and say so. */
  private static final Duration GRACE = Duration.ofSeconds(3);

  private final List<ConfiguredHook> all;

  public Hooks(List<ConfiguredHook> all) {
    this.all = all.stream().sorted(Comparator.comparing(ConfiguredHook::name)).toList();
  }

  public List<ConfiguredHook> all() {
    return all;
  }

  public Optional<ConfiguredHook> find(String name) {
    return all.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** Those that are called then. */
  public List<ConfiguredHook> at(HookPoint point) {
    return all.stream().filter(each -> each.events().contains(point)).toList();
  }

  /**
   * Calls those of that event.
   *
   * @param onEnd hears of each as soon as it has ended
   * @return the one that aborts
   * @throws InterruptedException when the controller stops; the hook under way was ended
   */
  public Optional<HookRun> call(HookEvent event, Consumer<HookRun> onEnd)
      throws InterruptedException {
    for (ConfiguredHook hook : at(event.point())) {
      HookRun run = call(hook, event);
      onEnd.accept(run);
      if (run.aborts()) {
        return Optional.of(run);
      }
    }
    return Optional.empty();
  }

  /** Calls one, whether it is for that event or not. */
  public HookRun call(ConfiguredHook hook, HookEvent event) throws InterruptedException {
    long began = System.nanoTime();
    FutureTask<HookOutcome> call =
        new FutureTask<>(() -> hook.hook().call(event, Deadline.after(hook.deadline())));
    Thread thread = Thread.ofVirtual().name("hook-" + hook.name()).start(call);
    try {
      HookOutcome outcome = call.get(hook.deadline().plus(GRACE).toNanos(), TimeUnit.NANOSECONDS);
      return new HookRun(hook, event.point(), outcome, since(began));
    } catch (TimeoutException e) {
      return failed(hook, event, "It did not end within %s.".formatted(hook.deadline()), began);
    } catch (ExecutionException | CancellationException e) {
      return failed(
          hook, event, "It could not be called because of a defect: %s.".formatted(e), began);
    } finally {
      thread.interrupt();
    }
  }

  private static HookRun failed(ConfiguredHook hook, HookEvent event, String why, long began) {
    return new HookRun(hook, event.point(), new HookOutcome.Failed(why, ""), since(began));
  }

  private static Duration since(long beganNanos) {
    return Duration.ofNanos(System.nanoTime() - beganNanos);
  }
}
