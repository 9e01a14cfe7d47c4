package io.tutti.operation.parallelism;

import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Lag;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Parameters;
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
 * Watches replicas that were changed. Trouble is an applier that stands, and one that made no
 * progress during the whole watch while its lag grew.
 */
final class SettleStep implements Step {
  static final String KIND = "parallelism.settle";

  private static final Duration LOOK_INTERVAL = Duration.ofMillis(500);

  /** Below this a single long transaction looks like an applier that hangs. */
  private static final Duration STALL_MIN = Duration.ofSeconds(5);

  private static final String RETRIES = "Slave_retried_transactions";

  private final ParallelismEnvironment environment;
  private final Duration settle;
  private final List<Watched> watched;

  /** A channel that must apply. */
  private record Watched(InstanceAddress instance, String channel) implements Comparable<Watched> {
    @Override
    public int compareTo(Watched other) {
      int byInstance = instance.compareTo(other.instance);
      return byInstance != 0 ? byInstance : channel.compareTo(other.channel);
    }

    @Override
    public String toString() {
      return instance + GapJudgement.ofChannel(channel);
    }
  }

  /** What was seen of one. */
  private record Sight(
      String progress, Observed<Duration> lag, Observed<Long> retries, Optional<String> trouble) {}

  SettleStep(ParallelismEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.settle = Duration.ofMillis(planned.parameters().requireLong("millis"));
    List<Watched> all = new ArrayList<>();
    for (int number = 0; ; number++) {
      String prefix = "watch.%03d".formatted(number);
      Optional<String> instance = planned.parameters().find(prefix + ".instance");
      if (instance.isEmpty()) {
        break;
      }
      all.add(
          new Watched(
              InstanceAddress.parse(instance.get()),
              planned.parameters().require(prefix + ".channel")));
    }
    this.watched = List.copyOf(all);
  }

  @Override
  public void precondition(StepContext context) {
    // The step before has made sure that all run.
  }

  @Override
  public Parameters before(StepContext context) {
    return Parameters.NONE;
  }

  @Override
  public StepOutcome run(StepContext context, Parameters before) {
    Instant end = environment.clock().instant().plus(settle);
    SortedMap<Watched, Sight> first = look(context);
    SortedMap<Watched, Sight> last = first;
    requireNoTrouble(last);
    while (environment.clock().instant().isBefore(end)) {
      context.failIfCancelled();
      environment.pause(LOOK_INTERVAL);
      last = look(context);
      requireNoTrouble(last);
      context.progress(summary(first, last));
    }
    requireProgress(first, last);
    return StepOutcome.done("All apply. " + summary(first, last));
  }

  private SortedMap<Watched, Sight> look(StepContext context) {
    SortedMap<Watched, Sight> sights = new TreeMap<>();
    TreeSet<InstanceAddress> instances = new TreeSet<>();
    watched.forEach(each -> instances.add(each.instance()));
    for (InstanceAddress instance : instances) {
      try (Session session = environment.servers().open(instance, context.deadline())) {
        InstanceState state = session.read(context.deadline());
        watched.stream()
            .filter(each -> each.instance().equals(instance))
            .forEach(each -> sights.put(each, sight(state, each)));
      }
    }
    return sights;
  }

  private static Sight sight(InstanceState state, Watched each) {
    Observed<Long> retries = state.counters().flatMap(counters -> counters.count(RETRIES));
    if (state.channels() instanceof Observed.Unknown<List<Channel>>(String why)) {
      throw StepFailure.passing(
          "What %s replicates cannot be read: %s".formatted(each.instance(), why));
    }
    return state.knownChannels().stream()
        .filter(channel -> channel.name().equals(each.channel()))
        .findFirst()
        .map(channel ->
            new Sight(
                channel.applier().executed() + " " + state.gtid().executed(),
                channel.lag().map(Lag::amount),
                retries,
                trouble(channel, each)))
        .orElseGet(() ->
            new Sight(
                "",
                Observed.absent("no such channel"),
                retries,
                Optional.of(each + " replicates no longer.")));
  }

  private static Optional<String> trouble(Channel channel, Watched each) {
    if (channel.applier().state() != ThreadState.STOPPED) {
      return Optional.empty();
    }
    Optional<LastError> error = GapJudgement.firstError(channel.applier());
    return Optional.of(
        error
            .map(told -> "The applier of %s stopped: %s".formatted(each, told))
            .orElse("The applier of %s does not run; somebody stopped it.".formatted(each)));
  }

  private static void requireNoTrouble(SortedMap<Watched, Sight> sights) {
    sights
        .values()
        .forEach(sight ->
            sight
                .trouble()
                .ifPresent(observed -> {
                  throw StepFailure.fatal(observed, List.of("see the server's error log"));
                }));
  }

  private void requireProgress(SortedMap<Watched, Sight> first, SortedMap<Watched, Sight> last) {
    if (settle.compareTo(STALL_MIN) < 0) {
      return;
    }
    last.forEach((each, now) -> {
      Sight then = first.getOrDefault(each, now);
      Optional<Duration> lagThen = then.lag().asOptional();
      Optional<Duration> lagNow = now.lag().asOptional();
      boolean grew =
          lagThen.isPresent()
              && lagNow.isPresent()
              && lagNow.get().minus(lagThen.get()).compareTo(settle.dividedBy(2)) > 0;
      if (grew && now.progress().equals(then.progress())) {
        throw StepFailure.fatal(
            "The applier of %s has applied nothing for %d s, and its lag grew from %s to %s."
                .formatted(each, settle.toSeconds(), lagThen.get(), lagNow.get()),
            List.of(
                "look for a transaction that waits for a lock: SHOW FULL PROCESSLIST",
                "ask again with a longer settling time if a long transaction is being applied"));
      }
    });
  }

  private static String summary(SortedMap<Watched, Sight> first, SortedMap<Watched, Sight> last) {
    List<String> parts = new ArrayList<>();
    last.forEach((each, now) -> {
      Sight then = first.getOrDefault(each, now);
      parts.add(
          "%s: lag %s, before %s%s"
              .formatted(each, lag(now), lag(then), retried(then.retries(), now.retries())));
    });
    return String.join("; ", parts) + ".";
  }

  private static String lag(Sight sight) {
    return sight
        .lag()
        .asOptional()
        .map(lag -> "%d.%03d s".formatted(lag.toSeconds(), lag.toMillisPart()))
        .orElse("unknown");
  }

  private static String retried(Observed<Long> then, Observed<Long> now) {
    return then.asOptional()
        .flatMap(before -> now.asOptional().map(after -> after - before))
        .filter(count -> count > 0)
        .map(count -> ", %d transactions were tried again".formatted(count))
        .orElse("");
  }

  @Override
  public Verdict verify(StepContext context, Parameters before) {
    return look(context).values().stream()
        .flatMap(sight -> sight.trouble().stream())
        .findFirst()
        .map(Verdict::lacks)
        .orElseGet(Verdict::holds);
  }

  @Override
  public void undo(StepContext context, Parameters before) {
    // To watch changes nothing.
  }

  @Override
  public Verdict verifyUndone(StepContext context, Parameters before) {
    return Verdict.holds();
  }
}
