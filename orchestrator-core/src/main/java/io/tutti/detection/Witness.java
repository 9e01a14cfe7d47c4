package io.tutti.detection;

import io.tutti.error.ErrorCode;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.Receiver;
import io.tutti.model.ThreadState;
import io.tutti.topology.ContactFailure;
import io.tutti.topology.Node;
import io.tutti.topology.ReceiverHistory;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * What one replica says of its source.
 *
 * @param says what that proves
 * @param at when it was read; empty where it does not answer
 * @param words the same for people: {@code b:1: its receiver cannot connect since …}
 */
public record Witness(InstanceAddress replica, Says says, Optional<Instant> at, String words) {

  /** What a replica proves. */
  public enum Says {
    /** Its receiver was connected, and cannot connect any more. */
    CANNOT_CONNECT,

    /** Its receiver tries to connect, and not for long enough to say that it cannot. */
    TRIES,

    /** Its receiver is connected, and has missed more than one heartbeat. */
    MISSES_HEARTBEATS,

    /** Its receiver is connected, and nothing came, as from a source that writes nothing. */
    QUIET,

    /** Its receiver is connected, and has not been looked at for long enough. */
    CONNECTED,

    /** Something came from the source since it answers us no more, or it answers the receiver. */
    HEARS_IT,

    /** It does not answer us either, and nobody says that it is not there. */
    AWAY,

    /** It has nothing to say: its receiver was not connected before, or it is gone itself. */
    NOTHING
  }

  /** One that could not connect for longer than this before its source failed shows nothing. */
  static final Duration BEFORE_MAX = Duration.ofSeconds(10);

  /** Between two readings, for the second one to show that nothing has come. */
  static final Duration QUIET_MIN = Duration.ofSeconds(2);

  /** What was under way when a source fell silent still comes. */
  static final Duration TAIL_MAX = Duration.ofSeconds(1).plusMillis(500);

  /** A receiver that connects anew is connected sooner, also on a busy machine. */
  static final Duration TRIES_MIN = Duration.ofSeconds(1).plusMillis(500);

  /** A heartbeat may come late. */
  static final Duration LATE_MAX = Duration.ofSeconds(1);

  /** Less says nothing of a network that stumbles. */
  static final Duration MISSING_MIN = Duration.ofSeconds(4);

  /** The numbers of what a client of the server says by itself; the server's own are below. */
  private static final int OF_CLIENT_MIN = 2000;

  private static final int OF_CLIENT_MAX = 2999;

  /**
   * @param link the channel from the source that does not answer
   * @param from since when it does not
   */
  static Witness of(TopologySnapshot topology, ReplicationLink link, Instant from) {
    InstanceAddress replica = link.replica();
    Optional<Node> node = topology.find(replica);
    Optional<ContactFailure> failure = node.flatMap(Node::failure);
    if (failure.isPresent()) {
      return ofFailed(replica, failure.get());
    }
    Optional<InstanceState> read = node.flatMap(Node::currentState);
    if (read.isEmpty()) {
      return new Witness(
          replica, Says.NOTHING, Optional.empty(), replica + " has not been read yet");
    }
    InstanceState state = read.get();
    if (state.observedAt().isBefore(from)) {
      return new Witness(
          replica,
          Says.NOTHING,
          Optional.of(state.observedAt()),
          "%s has not been read since then".formatted(replica));
    }
    Optional<ReceiverHistory> observation = node.flatMap(known -> known.receiverOf(link.channel()));
    if (observation.isEmpty() || state.channels().isUnknown()) {
      return new Witness(
          replica,
          Says.NOTHING,
          Optional.of(state.observedAt()),
          "%s does not report its channels".formatted(replica));
    }
    Moments moments = new Moments(state.observedAt(), from, topology.awakeSince());
    return ofRead(replica, link.channel(), observation.get(), moments);
  }

  /**
   * When what was seen.
   *
   * @param at when the replica was read
   * @param from since when its source does not answer
   * @param awakeSince since when the controller has run without a pause
   */
  private record Moments(Instant at, Instant from, Instant awakeSince) {}

  private static Witness ofFailed(InstanceAddress replica, ContactFailure failure) {
    boolean isGone =
        failure.code() == ErrorCode.CONNECTION_REFUSED || Outage.of(failure.code()).isEmpty();
    return new Witness(
        replica,
        isGone ? Says.NOTHING : Says.AWAY,
        Optional.empty(),
        "%s does not answer either, since %s"
            .formatted(replica, failure.since().truncatedTo(ChronoUnit.SECONDS)));
  }

  private static Witness ofRead(
      InstanceAddress replica, Channel channel, ReceiverHistory observation, Moments moments) {
    return switch (channel.receiver().state()) {
      case STOPPED ->
          new Witness(
              replica,
              Says.NOTHING,
              Optional.of(moments.at()),
              "%s: its receiver is stopped".formatted(replica));
      case CONNECTING -> ofConnecting(replica, channel.receiver(), observation, moments);
      case RUNNING -> ofConnected(replica, channel.receiver(), observation, moments);
    };
  }

  private static Witness ofConnecting(
      InstanceAddress replica, Receiver receiver, ReceiverHistory observation, Moments moments) {
    String why =
        receiver.lastError().map(LastError::toString).map(text -> " (" + text + ")").orElse("");
    if (receiver.lastError().filter(Witness::isOfServer).isPresent()) {
      return new Witness(
          replica,
          Says.HEARS_IT,
          Optional.of(moments.at()),
          "%s: the source answers its receiver, but refuses it%s".formatted(replica, why));
    }
    boolean wasConnected =
        observation.state() != ThreadState.CONNECTING
            || !observation.stateSince().isBefore(moments.from().minus(BEFORE_MAX));
    boolean isLong =
        receiver.lastError().isPresent()
            || Duration.between(observation.stateSince(), moments.at()).compareTo(TRIES_MIN) >= 0;
    if (wasConnected && !isLong) {
      return new Witness(
          replica,
          Says.TRIES,
          Optional.of(moments.at()),
          "%s: its receiver tries to connect since %s"
              .formatted(replica, observation.stateSince()));
    }
    return new Witness(
        replica,
        wasConnected ? Says.CANNOT_CONNECT : Says.NOTHING,
        Optional.of(moments.at()),
        wasConnected
            ? "%s: its receiver cannot connect since %s%s"
                .formatted(replica, observation.stateSince(), why)
            : "%s: its receiver could not connect before, either, since %s%s"
                .formatted(replica, observation.stateSince(), why));
  }

  private static boolean isOfServer(LastError error) {
    return error.number() < OF_CLIENT_MIN || error.number() > OF_CLIENT_MAX;
  }

  private static Witness ofConnected(
      InstanceAddress replica, Receiver receiver, ReceiverHistory observation, Moments moments) {
    Optional<Instant> at = Optional.of(moments.at());
    Optional<Instant> heard =
        observation.arrivedAfter().filter(after -> !after.isBefore(moments.from().plus(TAIL_MAX)));
    if (heard.isPresent()) {
      return new Witness(
          replica,
          Says.HEARS_IT,
          at,
          "%s: its receiver is connected, and received something after %s"
              .formatted(replica, heard.get()));
    }
    Instant unchanged = later(observation.unchangedSince(), moments.awakeSince());
    Duration quiet = Duration.between(unchanged, moments.at());
    Optional<Duration> missing = missing(receiver, quiet);
    if (missing.isPresent()) {
      return new Witness(
          replica,
          Says.MISSES_HEARTBEATS,
          at,
          "%s: its receiver is connected, and received nothing since %s, though a heartbeat is due every %s s"
              .formatted(replica, unchanged, inSeconds(missing.get())));
    }
    Duration quietNow = Duration.between(later(unchanged, moments.from()), moments.at());
    boolean isLong = quietNow.compareTo(QUIET_MIN) >= 0;
    return new Witness(
        replica,
        isLong ? Says.QUIET : Says.CONNECTED,
        at,
        isLong
            ? "%s: its receiver is connected, and received nothing since %s"
                .formatted(replica, unchanged)
            : "%s: its receiver is connected".formatted(replica));
  }

  /** The period of heartbeats, where more than one is missing; empty where that is not known. */
  private static Optional<Duration> missing(Receiver receiver, Duration quiet) {
    return receiver
        .heartbeatPeriod()
        .asOptional()
        .filter(period -> receiver.heartbeats() instanceof Observed.Known<Long>)
        .filter(Duration::isPositive)
        .filter(period -> quiet.compareTo(MISSING_MIN) >= 0)
        .filter(period -> quiet.compareTo(period.multipliedBy(2).plus(LATE_MAX)) > 0);
  }

  private static String inSeconds(Duration period) {
    return BigDecimal.valueOf(period.toMillis(), 3).stripTrailingZeros().toPlainString();
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
