package io.tutti.api;

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
public record ChannelView(
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

  /** Whether a replication thread runs. */
  public enum ThreadState {
    RUNNING,
    CONNECTING,
    STOPPED
  }

  /** How far an applier is behind, by what, and what that figure misses. */
  public record LagView(long millis, String source, String misses) {}

  /** The last error of a thread. */
  public record ErrorView(int number, String message, Optional<Instant> at) {}

  /** The thread that copies the source's binlog. */
  public record ReceiverView(
      ThreadState state,
      String stateText,
      Fact<String> read,
      Fact<String> retrieved,
      Optional<ErrorView> lastError,
      Fact<Double> heartbeatSeconds,
      Fact<Double> connectRetrySeconds,
      Fact<Boolean> tls) {}

  /**
   * The thread that applies, or coordinates those that do.
   *
   * @param workers empty when it applies by itself, or when they could not be read
   * @param workersMissing why there are no workers in this list
   */
  public record ApplierView(
      ThreadState state,
      Fact<String> stateText,
      Fact<String> executed,
      Fact<String> relayLog,
      Fact<Long> relayLogBytes,
      Optional<ErrorView> lastError,
      Fact<Double> delaySeconds,
      List<WorkerView> workers,
      Optional<Fact<String>> workersMissing) {}

  /** One worker of a parallel applier. */
  public record WorkerView(
      long id,
      ThreadState state,
      Fact<String> stateText,
      Fact<String> lastApplied,
      Fact<String> applying,
      Optional<ErrorView> lastError,
      Fact<CheckpointView> checkpoint) {}

  /** A row of the worker table. */
  public record CheckpointView(
      Fact<String> relayLog,
      Fact<String> source,
      Fact<String> checkpointRelayLog,
      Fact<String> checkpointSource,
      long sequence,
      long groupBytes,
      String groupBitmapHex) {}
}
