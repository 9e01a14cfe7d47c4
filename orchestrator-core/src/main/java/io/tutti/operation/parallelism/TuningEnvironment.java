package io.tutti.operation.parallelism;

import io.tutti.capability.Ports;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.ApplierWait;
import io.tutti.topology.WorldView;
import io.tutti.tuning.Tuning;
import io.tutti.tuning.Tunings;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What the steps that measure work with. */
record TuningEnvironment(
    ParallelismEnvironment parallelism,
    ParallelismPlanning planning,
    Tunings tunings,
    Supplier<WorldView> world) {

  static TuningEnvironment of(Ports ports) {
    ParallelismEnvironment parallelism = ParallelismEnvironment.of(ports);
    return new TuningEnvironment(
        parallelism,
        ParallelismPlanning.toMeasure(parallelism, ports.topology()),
        ports.stored().tunings(),
        ports.world());
  }

  Instant now() {
    return parallelism.clock().instant();
  }

  /** What was found so far; begun now where it is not. */
  Tuning find(StepContext context, InstanceAddress target, Tuning.Mode mode) {
    return tunings
        .find(context.operation().toString())
        .orElseGet(() ->
            Tuning.begin(context.operation().toString(), target, mode, now(), new TreeMap<>()));
  }

  /** What it would take to give the channel of a replica those settings, as it is now. */
  ReplicaPlan plan(
      TunedChannel channel,
      SortedMap<String, String> settings,
      boolean persist,
      StepContext context) {
    return planning.read(
        ParallelismRequest.apply(List.of(channel.replica()), settings, persist)
            .onChannel(channel.name()),
        channel.replica(),
        context.deadline());
  }

  /**
   * Reads the replica.
   *
   * @throws StepFailure when the channel is not there any more, or has another source
   */
  Look look(TunedChannel tuned, StepContext context) {
    try (Session session = parallelism.servers().open(tuned.replica(), context.deadline())) {
      InstanceState state = session.readWithChannels(context.deadline());
      return new Look(state, tuned.require(state), List.of(), now());
    }
  }

  /** The same, with what its applier waited for so far, where the server adds that up. */
  Look lookClosely(TunedChannel tuned, StepContext context) {
    try (Session session = parallelism.servers().open(tuned.replica(), context.deadline())) {
      InstanceState state = session.readWithChannels(context.deadline());
      Instant at = now();
      List<ApplierWait> waits =
          session
              .control()
              .applierWaits()
              .flatMap(each -> each.read(tuned.name(), context.deadline()).asOptional())
              .orElse(List.of());
      return new Look(state, tuned.require(state), waits, at);
    }
  }

  /**
   * What a reading showed.
   *
   * @param waits what its applier waited for so far; none where that was not asked, or is not shown
   */
  record Look(InstanceState state, Channel channel, List<ApplierWait> waits, Instant at) {
    /** What it showed is so until then, as nothing was running. */
    Look at(Instant later) {
      return new Look(state, channel, waits, later);
    }

    AppliedWork work() {
      return AppliedWork.of(state, channel);
    }
  }
}
