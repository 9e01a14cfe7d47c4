package io.tutti.cli.view;

import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One stream from one source.
 *
 * @param name empty for the default channel
 * @param source where the receiver connects to, as configured
 * @param chainLag behind the server at the top of its chain; absent where its source is that
 * @param starved why writes from above do not arrive here
 * @param filters what it leaves out on purpose
 */
public record ChannelView(
    String name,
    String source,
    String positioning,
    ReceiverView receiver,
    ApplierView applier,
    Observed<LagView> lag,
    Observed<LagView> chainLag,
    Optional<String> starved,
    List<String> filters) {

  /** The thread that copies the source's binlog. */
  public record ReceiverView(
      ThreadState state,
      String stateText,
      Observed<String> read,
      Observed<String> retrieved,
      Optional<ErrorView> lastError) {}

  /** The thread that applies, alone or as the coordinator of workers. */
  public record ApplierView(
      ThreadState state,
      Observed<String> stateText,
      Observed<String> executed,
      Observed<String> relayLog,
      Observed<Long> relayLogBytes,
      Optional<ErrorView> lastError,
      Observed<String> delaySeconds,
      Observed<List<WorkerView>> workers) {

    /** The configured delay; empty where there is none. */
    public Optional<Duration> delay() {
      return delaySeconds
          .asOptional()
          .map(text -> Duration.ofMillis((long) (Double.parseDouble(text) * 1000)))
          .filter(Duration::isPositive);
    }
  }

  /** One worker of a parallel applier. */
  public record WorkerView(
      String id,
      String state,
      Observed<String> stateText,
      Observed<String> lastApplied,
      Observed<String> applying,
      Optional<ErrorView> lastError) {}

  /** An error that a thread stopped with or goes on meeting. */
  public record ErrorView(String number, String message, Optional<String> at) {
    static Optional<ErrorView> of(Json json) {
      return json.isPresent()
          ? Optional.of(
              new ErrorView(
                  json.textOr("number", "?"), json.textOr("message", ""), json.text("at")))
          : Optional.empty();
    }
  }

  /**
   * How far behind the applier is.
   *
   * @param source how that is known, the name of a {@code LagSource}
   */
  public record LagView(Duration amount, String source, Optional<String> misses) {
    static Optional<LagView> of(Json json) {
      return json.at("millis")
          .number()
          .map(millis ->
              new LagView(
                  Duration.ofMillis(millis), json.textOr("source", "?"), json.text("misses")));
    }
  }

  static ChannelView of(Json json) {
    return new ChannelView(
        json.textOr("name", ""),
        json.textOr("source", "?"),
        json.textOr("positioning", "?"),
        receiver(json.at("receiver")),
        applier(json.at("applier")),
        json.observed("lag", LagView::of),
        json.at("chainLag").isPresent()
            ? json.observed("chainLag", LagView::of)
            : Observed.absent("the controller does not tell"),
        json.text("starved"),
        json.texts("filters"));
  }

  private static ReceiverView receiver(Json json) {
    return new ReceiverView(
        InstanceView.constant(ThreadState.class, json.text("state"), ThreadState.STOPPED),
        json.textOr("stateText", ""),
        json.observedText("read"),
        json.observedText("retrieved"),
        ErrorView.of(json.at("lastError")));
  }

  private static ApplierView applier(Json json) {
    return new ApplierView(
        InstanceView.constant(ThreadState.class, json.text("state"), ThreadState.STOPPED),
        json.observedText("stateText"),
        json.observedText("executed"),
        json.observedText("relayLog"),
        json.observedNumber("relayLogBytes"),
        ErrorView.of(json.at("lastError")),
        json.observedText("delaySeconds"),
        workers(json));
  }

  /** Why there are none stands beside the list. */
  private static Observed<List<WorkerView>> workers(Json json) {
    return json.at("workersMissing").isPresent()
        ? json.observed("workersMissing", missing -> Optional.empty())
        : json.observed(
            "workers",
            value -> Optional.of(value.items().stream().map(ChannelView::worker).toList()));
  }

  private static WorkerView worker(Json json) {
    return new WorkerView(
        json.textOr("id", "?"),
        json.textOr("state", "?"),
        json.observedText("stateText"),
        json.observedText("lastApplied"),
        json.observedText("applying"),
        ErrorView.of(json.at("lastError")));
  }
}
