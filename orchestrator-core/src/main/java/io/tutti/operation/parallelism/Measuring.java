package io.tutti.operation.parallelism;

import io.tutti.model.InstanceState;
import io.tutti.model.Lag;
import io.tutti.model.Observed;
import io.tutti.model.Worker;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.parallelism.TuningEnvironment.Look;
import io.tutti.spi.ApplierWait;
import io.tutti.tuning.Candidate;
import io.tutti.tuning.Trial;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Measures how long an applier takes for so much work, from its start. For one try.
 *
 * <p>A quick one has done half of it before anybody can look, so the first look is at the stopped
 * one, and the next ones follow soon: the last interval is a twentieth of the whole, or a short
 * one.
 *
 * <ol>
 *   <li>It ends when the work is done, nothing more waits, or the time is over.
 *   <li>An applier that stops, hangs, or falls behind further than it may ends all tries.
 * </ol>
 */
final class Measuring {
  private static final int LOOKS = 20;
  private static final Duration LOOK_EVERY_MIN = Duration.ofMillis(5);
  private static final Duration LOOK_EVERY_MAX = Duration.ofMillis(200);
  private static final int WAITS_SHOWN = 3;

  private final TuningEnvironment environment;
  private final TunedChannel channel;
  private final TuningTerms terms;
  private final Look first;
  private final Map<String, Integer> states = new TreeMap<>();
  private Look lastProgress;
  private Look last;

  private Measuring(
      TuningEnvironment environment, TunedChannel channel, TuningTerms terms, Look first) {
    this.environment = environment;
    this.channel = channel;
    this.terms = terms;
    this.first = first;
    this.last = first;
    this.lastProgress = first;
  }

  /**
   * What was applied in which time.
   *
   * @param isAll whether nothing more waits
   */
  record Result(
      long applied,
      boolean isOfRows,
      boolean isAll,
      Duration took,
      long retries,
      List<String> waits) {
    Trial toTrial(int number, Candidate candidate, Instant at) {
      return new Trial(number, candidate, at, applied, isOfRows, took, retries, waits);
    }
  }

  /**
   * @param stopped what the stopped applier showed, when it was started
   */
  static Result measure(
      TuningEnvironment environment,
      TunedChannel channel,
      TuningTerms terms,
      Look stopped,
      Until until,
      StepContext context) {
    Measuring measuring = new Measuring(environment, channel, terms, stopped);
    measuring.look(until, context);
    while (!measuring.isDone(until)) {
      context.failIfCancelled();
      environment.parallelism().pauses().inStep(measuring.pause());
      measuring.look(until, context);
    }
    return measuring.result(environment.lookClosely(channel, Within.of(context)).waits());
  }

  private Duration pause() {
    Duration share = took().dividedBy(LOOKS);
    if (share.compareTo(LOOK_EVERY_MIN) < 0) {
      return LOOK_EVERY_MIN;
    }
    return share.compareTo(LOOK_EVERY_MAX) > 0 ? LOOK_EVERY_MAX : share;
  }

  /**
   * When it ends.
   *
   * @param amount of work; empty for all that waits
   * @param left of the time
   * @param lag how far it was behind when the try began
   */
  record Until(Optional<Long> amount, Duration left, Optional<Duration> lag) {}

  private boolean isDone(Until until) {
    long applied = applied();
    return until.amount().filter(wanted -> applied >= wanted).isPresent()
        || last.work().isCaughtUp()
        || took().compareTo(until.left()) >= 0;
  }

  private void look(Until until, StepContext context) {
    last = environment.look(channel, Within.of(context));
    WatchedChannel now = watched(last);
    now.judgeNow().ifPresent(Measuring::fail);
    if (!watched(lastProgress).progress().equals(now.progress())) {
      lastProgress = last;
    }
    now.judgeStall(watched(lastProgress), Duration.between(lastProgress.at(), last.at()), subject())
        .ifPresent(Measuring::fail);
    requireLag(until);
    count(last.state());
    context.progress("%,d applied in %d s.".formatted(applied(), took().toSeconds()));
  }

  private WatchedChannel watched(Look look) {
    return WatchedChannel.of(look.state(), look.channel(), subject());
  }

  private String subject() {
    return channel.replica().toString();
  }

  private static void fail(WatchedChannel.Verdict verdict) {
    throw StepFailure.fatal(verdict.observed(), verdict.remedies());
  }

  /** One that was further behind from the beginning may stay so, and catches up. */
  private void requireLag(Until until) {
    Optional<Duration> now = last.channel().lag().asOptional().map(Lag::amount);
    Duration most =
        until.lag().filter(each -> each.compareTo(terms.maxLag()) > 0).orElse(terms.maxLag());
    if (now.filter(each -> each.compareTo(most) > 0).isPresent()) {
      throw StepFailure.fatal(
          "%s is %d s behind, and may be %d s."
              .formatted(channel, now.get().toSeconds(), most.toSeconds()),
          List.of("allow more with --max-lag, or try again when its source writes less"));
    }
  }

  private void count(InstanceState state) {
    channel.require(state).applier().workers().asOptional().stream()
        .flatMap(List::stream)
        .map(Worker::stateText)
        .flatMap(text -> text.asOptional().stream())
        .filter(text -> !text.isBlank())
        .forEach(text -> states.merge(text, 1, Integer::sum));
  }

  private long applied() {
    return last.work().since(first.work()).orElse(0L);
  }

  private Duration took() {
    return Duration.between(first.at(), last.at());
  }

  private Result result(List<ApplierWait> waited) {
    List<String> waits = new ArrayList<>(Waits.between(first.waits(), waited));
    waits.addAll(seen());
    return new Result(
        applied(), last.work().isOfRows(), last.work().isCaughtUp(), took(), retries(), waits);
  }

  private long retries() {
    return retries(last.state())
        .asOptional()
        .flatMap(now -> retries(first.state()).asOptional().map(then -> Math.max(0, now - then)))
        .orElse(0L);
  }

  private static Observed<Long> retries(InstanceState state) {
    return state.counters().flatMap(counters -> counters.threads().retries());
  }

  private List<String> seen() {
    int all = states.values().stream().mapToInt(Integer::intValue).sum();
    return states.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
        .limit(WAITS_SHOWN)
        .map(
            each -> "%d %%: %s".formatted(Math.round(100.0 * each.getValue() / all), each.getKey()))
        .toList();
  }
}
