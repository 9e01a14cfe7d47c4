package io.tutti.rest;

import io.tutti.api.ChannelView;
import io.tutti.api.ChannelView.ApplierView;
import io.tutti.api.ChannelView.CheckpointView;
import io.tutti.api.ChannelView.ErrorView;
import io.tutti.api.ChannelView.LagView;
import io.tutti.api.ChannelView.ReceiverView;
import io.tutti.api.ChannelView.ThreadState;
import io.tutti.api.ChannelView.WorkerView;
import io.tutti.model.Applier;
import io.tutti.model.Channel;
import io.tutti.model.Lag;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.Receiver;
import io.tutti.model.Worker;
import io.tutti.model.WorkerCheckpoint;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Turns what the engine knows into {@link ChannelView}s. */
final class ChannelViews {
  private ChannelViews() {}

  static ErrorView of(LastError error) {
    return new ErrorView(error.number(), error.message(), error.at());
  }

  static ReceiverView of(Receiver receiver) {
    return new ReceiverView(
        ThreadState.valueOf(receiver.state().name()),
        receiver.stateText(),
        Facts.text(receiver.read()),
        Facts.text(receiver.retrieved()),
        receiver.lastError().map(ChannelViews::of),
        Facts.of(receiver.heartbeatPeriod(), ChannelViews::seconds),
        Facts.of(receiver.connectRetry(), ChannelViews::seconds),
        Facts.of(receiver.tls()));
  }

  static ApplierView of(Applier applier) {
    List<Worker> workers = applier.workers().asOptional().orElse(List.of());
    return new ApplierView(
        ThreadState.valueOf(applier.state().name()),
        Facts.of(applier.stateText()),
        Facts.text(applier.executed()),
        Facts.text(applier.relayLog()),
        Facts.of(applier.relayLogBytes()),
        applier.lastError().map(ChannelViews::of),
        Facts.of(applier.delay(), ChannelViews::seconds),
        workers.stream().map(ChannelViews::of).toList(),
        Facts.missing(applier.workers()));
  }

  static WorkerView of(Worker worker) {
    return new WorkerView(
        worker.id(),
        ThreadState.valueOf(worker.state().name()),
        Facts.of(worker.stateText()),
        Facts.of(worker.lastApplied()),
        Facts.of(worker.applying()),
        worker.lastError().map(ChannelViews::of),
        Facts.of(worker.checkpoint(), ChannelViews::of));
  }

  static CheckpointView of(WorkerCheckpoint checkpoint) {
    return new CheckpointView(
        Facts.text(checkpoint.relayLog()),
        Facts.text(checkpoint.source()),
        Facts.text(checkpoint.checkpointRelayLog()),
        Facts.text(checkpoint.checkpointSource()),
        checkpoint.sequence(),
        checkpoint.groupSize(),
        checkpoint.groupBitmapHex());
  }

  static ChannelView of(Channel channel, Chain chain) {
    return new ChannelView(
        channel.name(),
        channel.source().toString(),
        Facts.of(channel.sourceUuid()),
        Facts.of(channel.sourceServerId()),
        channel.positioning().name(),
        ChannelViews.of(channel.receiver()),
        ChannelViews.of(channel.applier()),
        Facts.of(channel.lag(), ChannelViews::lagView),
        Facts.of(chain.lag(), ChannelViews::lagView),
        chain.starved(),
        chain.filters());
  }

  private static LagView lagView(Lag lag) {
    return new LagView(lag.amount().toMillis(), lag.source().name(), lag.source().misses());
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1_000.0;
  }

  /** What is known of a channel beside what its own server reported of it. */
  record Chain(Observed<Lag> lag, Optional<String> starved, List<String> filters) {}
}
