package io.tutti.rest;

import io.tutti.model.Applier;
import io.tutti.model.Channel;
import io.tutti.model.Lag;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.Receiver;
import io.tutti.model.Worker;
import io.tutti.model.WorkerCheckpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One stream from one source, as clients see it.
 *
 * @param name empty for the default channel
 * @param source where the receiver connects to, as configured
 * @param positioning LOG_POSITION, AUTO_POSITION, REPLICA_POS or CURRENT_POS
 * @param lag behind its own source
 * @param chainLag behind the server at the top of the chain; absent where its source is that
 * @param starved why writes from above do not arrive here, and what is lacking
 * @param filters what it leaves out on purpose
 */
record ChannelView(
    String name,
    String source,
    Fact<String> sourceUuid,
    Fact<Long> sourceServerId,
    String positioning,
    ReceiverView receiver,
    ApplierView applier,
    Fact<LagView> lag,
    Fact<LagView> chainLag,
    Optional<String> starved,
    List<String> filters) {

  /** What is known of a channel beside what its own server told of it. */
  record Chain(Observed<Lag> lag, Optional<String> starved, List<String> filters) {}

  /** How far an applier is behind, by what, and what that figure misses. */
  record LagView(long millis, String source, String misses) {}

  /** The last error of a thread. */
  record ErrorView(int number, String message, Optional<Instant> at) {
    static ErrorView of(LastError error) {
      return new ErrorView(error.number(), error.message(), error.at());
    }
  }

  /** The thread that copies the source's binlog. */
  record ReceiverView(
      String state,
      String stateText,
      Fact<String> read,
      Fact<String> retrieved,
      Optional<ErrorView> lastError,
      Fact<Double> heartbeatSeconds,
      Fact<Double> connectRetrySeconds,
      Fact<Boolean> tls) {

    static ReceiverView of(Receiver receiver) {
      return new ReceiverView(
          receiver.state().name(),
          receiver.stateText(),
          Fact.text(receiver.read()),
          Fact.text(receiver.retrieved()),
          receiver.lastError().map(ErrorView::of),
          Fact.of(receiver.heartbeatPeriod(), ChannelView::seconds),
          Fact.of(receiver.connectRetry(), ChannelView::seconds),
          Fact.of(receiver.tls()));
    }
  }

  /**
   * The thread that applies, or coordinates those that do.
   *
   * @param workers empty when it applies by itself, or when they could not be read
   * @param workersMissing why there are no workers in this list
   */
  record ApplierView(
      String state,
      Fact<String> stateText,
      Fact<String> executed,
      Fact<String> relayLog,
      Fact<Long> relayLogBytes,
      Optional<ErrorView> lastError,
      Fact<Double> delaySeconds,
      List<WorkerView> workers,
      Optional<Fact<String>> workersMissing) {

    static ApplierView of(Applier applier) {
      List<Worker> workers = applier.workers().asOptional().orElse(List.of());
      return new ApplierView(
          applier.state().name(),
          Fact.of(applier.stateText()),
          Fact.text(applier.executed()),
          Fact.text(applier.relayLog()),
          Fact.of(applier.relayLogBytes()),
          applier.lastError().map(ErrorView::of),
          Fact.of(applier.delay(), ChannelView::seconds),
          workers.stream().map(WorkerView::of).toList(),
          Fact.missing(applier.workers()));
    }
  }

  /** One worker of a parallel applier. */
  record WorkerView(
      long id,
      String state,
      Fact<String> stateText,
      Fact<String> lastApplied,
      Fact<String> applying,
      Optional<ErrorView> lastError,
      Fact<CheckpointView> checkpoint) {

    static WorkerView of(Worker worker) {
      return new WorkerView(
          worker.id(),
          worker.state().name(),
          Fact.of(worker.stateText()),
          Fact.of(worker.lastApplied()),
          Fact.of(worker.applying()),
          worker.lastError().map(ErrorView::of),
          Fact.of(worker.checkpoint(), CheckpointView::of));
    }
  }

  /** A row of the worker table. */
  record CheckpointView(
      Fact<String> relayLog,
      Fact<String> source,
      Fact<String> checkpointRelayLog,
      Fact<String> checkpointSource,
      long sequence,
      long groupBytes,
      String groupBitmapHex) {

    static CheckpointView of(WorkerCheckpoint checkpoint) {
      return new CheckpointView(
          Fact.text(checkpoint.relayLog()),
          Fact.text(checkpoint.source()),
          Fact.text(checkpoint.checkpointRelayLog()),
          Fact.text(checkpoint.checkpointSource()),
          checkpoint.sequence(),
          checkpoint.groupSize(),
          checkpoint.groupBitmapHex());
    }
  }

  static ChannelView of(Channel channel, Chain chain) {
    return new ChannelView(
        channel.name(),
        channel.source().toString(),
        Fact.of(channel.sourceUuid()),
        Fact.of(channel.sourceServerId()),
        channel.positioning().name(),
        ReceiverView.of(channel.receiver()),
        ApplierView.of(channel.applier()),
        Fact.of(channel.lag(), ChannelView::lagView),
        Fact.of(chain.lag(), ChannelView::lagView),
        chain.starved(),
        chain.filters());
  }

  private static LagView lagView(Lag lag) {
    return new LagView(lag.amount().toMillis(), lag.source().name(), lag.source().misses());
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1_000.0;
  }
}
