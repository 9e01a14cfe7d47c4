package io.tutti.spi.advice;

import io.tutti.model.Channel;
import io.tutti.model.CounterInterval;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import java.util.Map;

/**
 * A server, or one channel of it, and where it is: all that a rule may look at.
 *
 * @param server as it was read just now
 * @param interval its counters at two moments
 * @param channel the channel that is judged; absent for a rule about the server
 * @param source the channel's source as it was read just now
 * @param sourceInterval the counters of the source at two moments
 * @param hasReplicas whether anything replicates from the server
 * @param thresholds those that differ from the usual
 */
public record Situation(
    InstanceState server,
    Observed<CounterInterval> interval,
    Observed<Channel> channel,
    Observed<InstanceState> source,
    Observed<CounterInterval> sourceInterval,
    Observed<Boolean> hasReplicas,
    Map<AdviceCode, Double> thresholds) {

  private static final String OF_SERVER = "the rule is about the server, not about a channel";

  public Situation {
    thresholds = Map.copyOf(thresholds);
  }

  /** A server alone: nothing is known of what is around it. */
  public static Situation of(InstanceState server) {
    return new Situation(
        server,
        Observed.unknown("there is no earlier reading of its counters yet"),
        Observed.absent(OF_SERVER),
        Observed.absent(OF_SERVER),
        Observed.absent(OF_SERVER),
        Observed.unknown("nobody looked for replicas"),
        Map.of());
  }

  public Situation withInterval(Observed<CounterInterval> counters) {
    return new Situation(
        server, counters, channel, source, sourceInterval, hasReplicas, thresholds);
  }

  public Situation withReplicas(Observed<Boolean> has) {
    return new Situation(server, interval, channel, source, sourceInterval, has, thresholds);
  }

  public Situation withChannel(
      Channel judged, Observed<InstanceState> itsSource, Observed<CounterInterval> counters) {
    return new Situation(
        server, interval, Observed.known(judged), itsSource, counters, hasReplicas, thresholds);
  }

  public Situation withThresholds(Map<AdviceCode, Double> differing) {
    return new Situation(server, interval, channel, source, sourceInterval, hasReplicas, differing);
  }

  /**
   * From what on the rule of a code hits.
   *
   * @throws IllegalArgumentException where it has no threshold
   */
  public double threshold(AdviceCode code) {
    Threshold threshold =
        code.threshold()
            .orElseThrow(() -> new IllegalArgumentException(code + " has no threshold"));
    return thresholds.getOrDefault(code, threshold.usual());
  }

  /** How sentences name what is judged: {@code db7:3306} or {@code db7:3306/channel}. */
  public String name() {
    String channelName = channel.asOptional().map(Channel::name).orElse("");
    return channelName.isEmpty()
        ? server.address().toString()
        : server.address() + "/" + channelName;
  }
}
