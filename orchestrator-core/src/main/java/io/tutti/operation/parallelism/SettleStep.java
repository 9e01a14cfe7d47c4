package io.tutti.operation.parallelism;

import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Watches replicas that were changed. Trouble is an applier that is stopped, and one that made no
 * progress during the whole watch while its lag grew.
 */
final class SettleStep implements Step<SettleStep.Before> {
  static final String KIND = "parallelism.settle";

  private static final Duration LOOK_INTERVAL = Duration.ofMillis(500);

  record Work(Duration settle, List<Watched> watched) {}

  record Before(Instant until) {}

  private final ParallelismEnvironment environment;
  private final Duration settle;
  private final List<Watched> watched;

  /** A channel that must apply. */
  record Watched(InstanceAddress instance, String channel) implements Comparable<Watched> {
    @Override
    public int compareTo(Watched other) {
      int byInstance = instance.compareTo(other.instance);
      return byInstance != 0 ? byInstance : channel.compareTo(other.channel);
    }

    @Override
    public String toString() {
      return instance + Channel.ofChannel(channel);
    }
  }

  /** What was seen when. */
  private record Moment(Instant at, WatchedChannel seen) {}

  SettleStep(ParallelismEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    Work work = planned.work(Work.class);
    this.settle = work.settle();
    this.watched = work.watched();
  }

  @Override
  public void precondition(StepContext context) {
    // The step before has made sure that all run.
  }

  /** A controller that is restarted meanwhile watches for the rest of the time. */
  @Override
  public Before before(StepContext context) {
    return new Before(environment.clock().instant().plus(settle));
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    Instant begin = environment.clock().instant();
    SortedMap<Watched, WatchedChannel> first = look(context);
    SortedMap<Watched, Moment> lastProgress = new TreeMap<>();
    SortedMap<Watched, WatchedChannel> last = first;
    requireNoTrouble(last, lastProgress);
    while (!isOver(before)) {
      context.failIfCancelled();
      environment.pauses().inStep(LOOK_INTERVAL);
      last = look(context);
      requireNoTrouble(last, lastProgress);
      context.progress(summary(first, last));
    }
    Duration took = Duration.between(begin, environment.clock().instant());
    last.forEach((each, now) ->
        failOn(now.judgeWorkers(first.getOrDefault(each, now), took, each.toString())));
    return StepOutcome.done("All apply. " + summary(first, last));
  }

  private boolean isOver(Before before) {
    return !environment.clock().instant().isBefore(before.until());
  }

  private SortedMap<Watched, WatchedChannel> look(StepContext context) {
    SortedMap<Watched, WatchedChannel> observations = new TreeMap<>();
    TreeSet<InstanceAddress> instances = new TreeSet<>();
    watched.forEach(each -> instances.add(each.instance()));
    for (InstanceAddress instance : instances) {
      try (Session session = environment.servers().open(instance, context.deadline())) {
        InstanceState state = session.read(context.deadline());
        watched.stream()
            .filter(each -> each.instance().equals(instance))
            .forEach(each -> observations.put(each, seen(state, each)));
      }
    }
    return observations;
  }

  private static WatchedChannel seen(InstanceState state, Watched each) {
    if (state.channels() instanceof Observed.Unknown<List<Channel>>(String why)) {
      throw StepFailure.passing(
          "What %s replicates cannot be read: %s".formatted(each.instance(), why));
    }
    return state
        .channel(each.channel())
        .map(channel -> WatchedChannel.of(state, channel, each.toString()))
        .orElseGet(() -> WatchedChannel.gone(each.toString()));
  }

  private void requireNoTrouble(
      SortedMap<Watched, WatchedChannel> seen, SortedMap<Watched, Moment> lastProgress) {
    Instant at = environment.clock().instant();
    seen.forEach((each, now) -> {
      failOn(now.judgeNow());
      Moment then = lastProgress.computeIfAbsent(each, first -> new Moment(at, now));
      if (!then.seen().progress().equals(now.progress())) {
        lastProgress.put(each, new Moment(at, now));
      }
      failOn(now.judgeStall(then.seen(), Duration.between(then.at(), at), each.toString()));
    });
  }

  private static void failOn(Optional<WatchedChannel.Verdict> trouble) {
    trouble.ifPresent(verdict -> {
      throw StepFailure.fatal(verdict.observed(), verdict.remedies());
    });
  }

  private static String summary(
      SortedMap<Watched, WatchedChannel> first, SortedMap<Watched, WatchedChannel> last) {
    List<String> parts = new ArrayList<>();
    last.forEach(
        (each, now) -> parts.add(now.since(first.getOrDefault(each, now), each.toString())));
    return String.join("; ", parts) + ".";
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    if (!isOver(before)) {
      return Verdict.lacks("The replicas were not watched long enough.");
    }
    return look(context).values().stream()
        .flatMap(observation -> observation.trouble().stream())
        .findFirst()
        .map(trouble -> Verdict.lacks(trouble.observed()))
        .orElseGet(Verdict::holds);
  }

  @Override
  public void undo(StepContext context, Before before) {
    // To watch changes nothing.
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    return Verdict.holds();
  }
}
