package io.tutti.rollout.engine;

import io.tutti.eventlog.EventLog;
import io.tutti.hook.HookRun;
import io.tutti.hook.Hooks;
import io.tutti.model.InstanceAddress;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutRun.Decision;
import io.tutti.rollout.RolloutRun.WaveRun;
import io.tutti.rollout.RolloutState;
import io.tutti.rollout.WaveState;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookPoint;
import io.tutti.spi.hook.HookPoint.Moment;
import io.tutti.spi.hook.HookPoint.Subject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Calls the hooks of the waves of rollouts, on threads of their own: other rollouts go on
 * meanwhile.
 *
 * <ol>
 *   <li>A wave begins when those before it have ended. If one that may abort fails, the rollout is
 *       paused, and nobody was changed; who resumes it has them called again.
 *   <li>When a wave is kept, and when it is stopped or undone, the others are called. Nothing
 *       depends on how they end.
 * </ol>
 */
final class WaveHooks implements AutoCloseable {
  private static final String KIND = "rollout.wave";

  private final Hooks hooks;

  /** Those before a wave, by the id of their event: what a controller has lost is called again. */
  private final Map<String, Future<Called>> calls = new ConcurrentHashMap<>();

  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("wave-hooks").factory());

  private record Called(List<HookRun> runs, Optional<HookRun> aborting) {}

  WaveHooks(Hooks hooks) {
    this.hooks = hooks;
  }

  /**
   * What becomes of a rollout of which a wave may begin next.
   *
   * @return {@code next}; {@code run} while hooks are called; or that it is paused
   */
  RolloutRun passing(RolloutRun run, RolloutRun next, Instant now) {
    HookPoint point = new HookPoint(Moment.BEFORE, Subject.ROLLOUT_WAVE);
    Optional<WaveRun> beginning =
        next.waves().stream()
            .filter(wave -> wave.state() == WaveState.RUNNING && has(run, wave, WaveState.PENDING))
            .findFirst();
    if (beginning.isEmpty() || hooks.at(point).isEmpty()) {
      return next;
    }
    WaveRun wave = beginning.get();
    // Each time that they are called a decision is made; each call has its own id.
    String id =
        "%s-wave-%d-%s-%d".formatted(run.id(), wave.number(), point, run.decisions().size());
    Future<Called> call =
        calls.computeIfAbsent(
            id,
            key ->
                threads.submit(
                    () -> called(event(id, point, run, wave, Optional.empty(), next.why(), now))));
    if (!call.isDone()) {
      return run;
    }
    calls.remove(id);
    return call.state() == Future.State.SUCCESS
        ? decided(run, next, wave, call.resultNow(), now)
        : run;
  }

  private static boolean has(RolloutRun run, WaveRun wave, WaveState state) {
    return run.waves().stream()
        .anyMatch(each -> each.number() == wave.number() && each.state() == state);
  }

  private static RolloutRun decided(
      RolloutRun run, RolloutRun next, WaveRun wave, Called called, Instant now) {
    RolloutRun decided =
        called
            .aborting()
            .map(aborting ->
                run.in(
                    RolloutState.PAUSED,
                    "Wave %d was not begun, as the hook %s, which may abort, did; resume calls it again."
                        .formatted(wave.number(), aborting.hook().name())))
            .orElse(next);
    for (HookRun each : called.runs()) {
      decided =
          decided.deciding(new Decision(now, wave.number(), Optional.empty(), each.sentence()));
    }
    return decided;
  }

  private Called called(HookEvent event) throws InterruptedException {
    List<HookRun> runs = new ArrayList<>();
    Optional<HookRun> aborting = hooks.call(event, runs::add);
    return new Called(runs, aborting);
  }

  /** After it was kept: calls those of each wave that has ended by that. */
  void ended(RolloutRun before, RolloutRun now, Instant at) {
    for (WaveRun wave : now.waves()) {
      if (!has(before, wave, wave.state())) {
        switch (wave.state()) {
          case KEPT -> report(Moment.AFTER, now, wave, at);
          case STOPPED, UNDONE -> report(Moment.ABORTED, now, wave, at);
          case PENDING, RUNNING, SOAKING, UNDOING, DROPPED -> {}
        }
      }
    }
  }

  private void report(Moment moment, RolloutRun run, WaveRun wave, Instant at) {
    HookPoint point = new HookPoint(moment, Subject.ROLLOUT_WAVE);
    if (hooks.at(point).isEmpty()) {
      return;
    }
    String id =
        "%s-wave-%d-%s-%s"
            .formatted(
                run.id(), wave.number(), point, wave.state().name().toLowerCase(Locale.ROOT));
    HookEvent event =
        event(id, point, run, wave, Optional.of(moment == Moment.AFTER), run.why(), at);
    threads.execute(() -> {
      try {
        var unused = hooks.call(event, each -> log(event, each));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
  }

  private static void log(HookEvent event, HookRun run) {
    if (run.hasFailed()) {
      EventLog.warn("hook.called", event.about().target(), run.sentence());
    } else {
      EventLog.note("hook.called", event.about().target(), run.sentence());
    }
  }

  private static HookEvent event(
      String id,
      HookPoint point,
      RolloutRun run,
      WaveRun wave,
      Optional<Boolean> succeeded,
      String reason,
      Instant at) {
    List<InstanceAddress> replicas =
        wave.replicas().stream().map(each -> each.target().address()).toList();
    List<String> clusters =
        wave.replicas().stream().map(each -> each.target().cluster()).distinct().toList();
    return new HookEvent(
        id,
        point,
        at,
        false,
        new HookEvent.Cause(run.id(), KIND, run.by(), succeeded, reason),
        new HookEvent.About(
            run.rollout().name(),
            Optional.empty(),
            clusters.size() == 1 ? Optional.of(clusters.getFirst()) : Optional.empty(),
            Optional.empty(),
            replicas,
            replicas));
  }

  /** Those under way are ended. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
