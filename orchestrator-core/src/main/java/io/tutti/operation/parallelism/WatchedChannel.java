package io.tutti.operation.parallelism;

import io.tutti.gaps.GapAnalysis;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Lag;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a watch saw of one channel at one moment, and how two such moments are judged. Pure.
 *
 * @param progress changes whenever a transaction was applied
 * @param lag behind its source
 * @param retries transactions of the whole server that were tried again since its start
 * @param missingWorkers how many of the workers that are set do not run
 * @param trouble why it does not apply; empty when it does
 */
record WatchedChannel(
    String progress,
    Observed<Duration> lag,
    Observed<Long> retries,
    Observed<Long> missingWorkers,
    Optional<Verdict> trouble) {

  /** In a shorter time a single long transaction looks like an applier that hangs. */
  static final Duration STALL_MIN = Duration.ofSeconds(5);

  /**
   * Some retries are the price of applying optimistically. More than these while falling behind
   * mean that the workers hinder each other.
   */
  static final long RETRIES_MAX = 10;

  /**
   * @param subject how people read it
   */
  static WatchedChannel of(InstanceState state, Channel channel, String subject) {
    return new WatchedChannel(
        channel.applier().executed() + " " + state.gtid().executed(),
        channel.lag().map(Lag::amount),
        state.counters().flatMap(counters -> counters.threads().retries()),
        missingWorkers(state, channel),
        trouble(channel, subject));
  }

  static WatchedChannel gone(String subject) {
    return new WatchedChannel(
        "",
        Observed.absent("no such channel"),
        Observed.absent("no such channel"),
        Observed.absent("no such channel"),
        Optional.of(
            new Verdict(
                subject + " replicates no longer.",
                List.of("ask whoever has removed the channel"))));
  }

  private static Observed<Long> missingWorkers(InstanceState state, Channel channel) {
    Observed<Long> running =
        channel
            .applier()
            .workers()
            .map(workers -> workers.stream().filter(WatchedChannel::runs).count());
    return state
        .parallel()
        .workers()
        .flatMap(set -> running.map(count -> Math.max(0, set - count)));
  }

  private static boolean runs(Worker worker) {
    return worker.state() != ThreadState.STOPPED;
  }

  private static Optional<Verdict> trouble(Channel channel, String subject) {
    if (channel.applier().state() != ThreadState.STOPPED) {
      return Optional.empty();
    }
    Optional<LastError> error = GapAnalysis.firstError(channel.applier());
    return Optional.of(
        error
            .map(reported ->
                new Verdict(
                    "The applier of %s stopped: %s".formatted(subject, reported),
                    List.of("see the server's error log")))
            .orElse(
                new Verdict(
                    "The applier of %s is stopped, and shows no error: somebody else has stopped it."
                        .formatted(subject),
                    List.of(
                        "ask whoever has stopped it; start it when it may apply again, and request"
                            + " the change again"))));
  }

  /** What is wrong. */
  record Verdict(String observed, List<String> remedies) {}

  /** Whether it applies now. */
  Optional<Verdict> judgeNow() {
    return trouble;
  }

  /**
   * Whether it hangs: it has applied nothing for a while in which its lag grew by more than half of
   * that while.
   *
   * @param then what was seen when it applied something last
   * @param since how long ago that is
   */
  Optional<Verdict> judgeStall(WatchedChannel then, Duration since, String subject) {
    if (since.compareTo(STALL_MIN) < 0
        || !progress.equals(then.progress)
        || !fellBehind(then, since)) {
      return Optional.empty();
    }
    return Optional.of(
        new Verdict(
            "The applier of %s has applied nothing for %d s, and its lag grew from %s to %s."
                .formatted(subject, since.toSeconds(), lagText(then), lagText(this)),
            List.of(
                "look for a transaction that waits for a lock: SHOW FULL PROCESSLIST",
                "try again without a settling time if a long transaction is being applied")));
  }

  /**
   * Whether all workers run and do not hinder each other. One reading alone may miss a worker that
   * is at work: MariaDB calls a thread whose lock it does not get at once {@code Busy}.
   *
   * @param first what was seen at the beginning of the watch
   * @param watched how long it took
   */
  Optional<Verdict> judgeWorkers(WatchedChannel first, Duration watched, String subject) {
    Optional<Long> missing =
        missingWorkers
            .asOptional()
            .flatMap(now -> first.missingWorkers.asOptional().map(then -> Math.min(now, then)))
            .filter(count -> count > 0);
    if (missing.isPresent()) {
      return Optional.of(
          new Verdict(
              "Of the workers that are set for %s, %d do not run."
                  .formatted(subject, missing.get()),
              List.of("see the server's error log: it may have no threads left")));
    }
    long again = retriesSince(first);
    return again <= RETRIES_MAX || watched.compareTo(STALL_MIN) < 0 || !fellBehind(first, watched)
        ? Optional.empty()
        : Optional.of(
            new Verdict(
                "The workers of %s hinder each other: %d transactions were tried again in %d s, and its lag grew from %s to %s."
                    .formatted(subject, again, watched.toSeconds(), lagText(first), lagText(this)),
                List.of("ask for fewer workers, or for a mode that is less optimistic")));
  }

  private boolean fellBehind(WatchedChannel first, Duration watched) {
    Optional<Duration> then = first.lag.asOptional();
    Optional<Duration> now = lag.asOptional();
    return then.isPresent()
        && now.isPresent()
        && now.get().minus(then.get()).compareTo(watched.dividedBy(2)) > 0;
  }

  private long retriesSince(WatchedChannel first) {
    return first
        .retries
        .asOptional()
        .flatMap(before -> retries.asOptional().map(after -> after - before))
        .orElse(0L);
  }

  /** One line for people. */
  String since(WatchedChannel first, String subject) {
    long again = retriesSince(first);
    return "%s: lag %s, before %s%s%s"
        .formatted(
            subject,
            lagText(this),
            lagText(first),
            again > 0 ? ", %d transactions were tried again".formatted(again) : "",
            missingWorkers.isKnown() ? "" : ", whether all workers run is not known");
  }

  private static String lagText(WatchedChannel seen) {
    return seen.lag
        .asOptional()
        .map(lag -> "%d.%03d s".formatted(lag.toSeconds(), lag.toMillisPart()))
        .orElse("unknown");
  }
}
