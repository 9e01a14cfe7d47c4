package io.tutti.detection;

import io.tutti.detection.Witness.Says;
import io.tutti.error.ErrorCode;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.topology.ContactFailure;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A source whose host does not answer, and the receivers that say that they are still connected to
 * it: that a host is gone they notice only after {@code slave_net_timeout}. Each of them can be
 * asked to connect anew, and then says itself whether it reaches the source.
 *
 * <ol>
 *   <li>The controller has not reached the host for {@link #ASK_AFTER}, and nobody else hears from
 *       the source.
 *   <li>A receiver that counts heartbeats which come often proves it by itself as soon.
 *   <li>One is spared whose applier does not run, as its START may drop what it received; and one
 *       without whose acknowledgement a living source would go on ({@link AckRisk}).
 *   <li>Who acknowledges nothing is asked first.
 * </ol>
 *
 * <p>Pure.
 *
 * @param since when the source has not answered
 * @param asked in their order
 * @param spared why others are not asked, a sentence for each
 */
public record Doubt(
    InstanceAddress source, Instant since, List<Receiving> asked, List<String> spared) {
  /** A network that stumbles is often back by then. */
  static final Duration ASK_AFTER = Duration.ofSeconds(2);

  /** Heartbeats that come as often are missed by the time that others have been asked. */
  static final Duration OFTEN = Duration.ofSeconds(2);

  private static final Set<Says> CONNECTED = EnumSet.of(Says.QUIET, Says.CONNECTED);

  /** One that receives from the source. */
  public record Receiving(InstanceAddress replica, String channel) {}

  public Doubt {
    asked = List.copyOf(asked);
    spared = List.copyOf(spared);
  }

  /** Empty where the source or its host answers, or somebody hears from it. */
  public static Optional<Doubt> of(TopologySnapshot topology, Node source) {
    Optional<ContactFailure> away = source.failure().filter(Doubt::isAway);
    if (away.isEmpty()) {
      return Optional.empty();
    }
    Instant from = SourceDetector.from(topology, away.get());
    if (Duration.between(from, topology.takenAt()).compareTo(ASK_AFTER) < 0) {
      return Optional.empty();
    }
    List<Said> all =
        SourceDetector.linksBelow(topology, source).stream()
            .map(link -> new Said(link, Witness.of(topology, link, from).says()))
            .toList();
    if (all.stream().anyMatch(each -> each.says() == Says.HEARS_IT)) {
      return Optional.empty();
    }
    List<ReplicationLink> connected =
        all.stream()
            .filter(each -> CONNECTED.contains(each.says()))
            .map(Said::link)
            .filter(link -> !isProvedSoon(link.channel()))
            .toList();
    return Optional.of(
        parted(source, away.get(), connected, new AckRisk(topology, source, connected)));
  }

  /** What one replica says. */
  private record Said(ReplicationLink link, Says says) {}

  private static Doubt parted(
      Node source, ContactFailure failure, List<ReplicationLink> connected, AckRisk acks) {
    List<Receiving> asked = new ArrayList<>();
    List<String> spared = new ArrayList<>();
    connected.stream()
        .sorted(Comparator.comparing((ReplicationLink link) -> !acks.acknowledgesNothing(link)))
        .forEach(link ->
            spares(link.channel())
                .or(() -> acks.of(link, asked))
                .ifPresentOrElse(
                    why -> spared.add("%s: %s".formatted(link.replica(), why)),
                    () -> asked.add(new Receiving(link.replica(), link.channel().name()))));
    return new Doubt(source.address(), failure.begun(), asked, spared);
  }

  private static boolean isAway(ContactFailure failure) {
    return failure.code() != ErrorCode.HOST_UNKNOWN
        && Outage.of(failure.code()).filter(Outage.AWAY::equals).isPresent();
  }

  private static boolean isProvedSoon(Channel channel) {
    return channel.receiver().heartbeats() instanceof Observed.Known<Long>
        && channel
            .receiver()
            .heartbeatPeriod()
            .asOptional()
            .filter(period -> period.isPositive() && period.compareTo(OFTEN) <= 0)
            .isPresent();
  }

  private static Optional<String> spares(Channel channel) {
    return channel.applier().state() == ThreadState.RUNNING
        ? Optional.empty()
        : Optional.of("its applier does not run, and a START may drop what it received");
  }
}
