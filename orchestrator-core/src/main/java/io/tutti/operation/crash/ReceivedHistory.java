package io.tutti.operation.crash;

import io.tutti.crash.Incident;
import io.tutti.crash.Received;
import io.tutti.discovery.ReadingListener;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Remembers for a while what replicas had received, so that after a restart of their source it is
 * known what only the process before can have sent.
 *
 * <ol>
 *   <li>A reading that ended before the new process began is of the old one. That is known from the
 *       age of the new one, or from an attempt to connect that was refused after it.
 *   <li>A reading that began when connections were refused already, and of which the receiver is
 *       not connected any more, has all that the old process sent. So once a server refuses
 *       connections its replicas are read at once ({@link #readersWanted}).
 * </ol>
 *
 * Older readings are thinned out: one that is older than needed shows less, and nothing wrong.
 */
public final class ReceivedHistory implements ReadingListener {
  /** A server counts how long it runs in whole seconds. */
  private static final Duration UPTIME_STEP = Duration.ofSeconds(1);

  /** So long the replicas of one that refuses connections are read more often. */
  private static final Duration HURRIED_MAX = Duration.ofSeconds(10);

  /** Refusals further apart than this may be of two outages. */
  private static final Duration REFUSED_STEP_MAX = Duration.ofSeconds(15);

  /** How old the readings are of which all are kept, and how far apart the older ones are. */
  private static final Duration ALL_KEPT = Duration.ofSeconds(10);

  private static final int READINGS_MAX = 64;

  private final Supplier<TopologySnapshot> topology;
  private final Map<InstanceAddress, Deque<Reading>> readings = new HashMap<>();
  private final Map<InstanceAddress, Outage> outages = new HashMap<>();

  /**
   * One reading of a replica.
   *
   * @param begunAfter a moment before it began; empty where that is not known
   */
  private record Reading(InstanceState state, Optional<Instant> begunAfter) {
    Instant at() {
      return state.observedAt();
    }

    /** The channel of a link, where it replicated from the same server then. */
    Optional<Channel> channel(ReplicationLink link) {
      return state
          .channel(link.channel().name())
          .filter(each -> each.source().equals(link.channel().source()));
    }
  }

  /**
   * A row of refused attempts to connect.
   *
   * @param first when the first one was over
   * @param beforeLast when the one before the last was over: nobody listened for some time since
   */
  private record Outage(Instant first, Optional<Instant> beforeLast, Instant last) {
    static Outage begun(Instant at) {
      return new Outage(at, Optional.empty(), at);
    }

    Outage refusedAgain(Instant at) {
      return at.isAfter(last.plus(REFUSED_STEP_MAX))
          ? begun(at)
          : new Outage(first, Optional.of(last), at);
    }
  }

  /**
   * @param topology who replicates from whom
   */
  public ReceivedHistory(Supplier<TopologySnapshot> topology) {
    this.topology = topology;
  }

  @Override
  public synchronized void onReading(Optional<InstanceState> before, InstanceState now) {
    if (now.isReplica().is(false)) {
      readings.remove(now.address());
    }
    if (now.knownChannels().isEmpty()) {
      return;
    }
    Deque<Reading> kept = readings.computeIfAbsent(now.address(), each -> new ArrayDeque<>());
    if (kept.isEmpty()) {
      before.ifPresent(state -> kept.addLast(new Reading(state, Optional.empty())));
    }
    Optional<Instant> last = Optional.ofNullable(kept.peekLast()).map(Reading::at);
    kept.addLast(new Reading(now, last));
    thinOut(kept, now.observedAt());
  }

  @Override
  public synchronized void onForgotten(InstanceAddress address) {
    readings.remove(address);
    outages.remove(address);
  }

  @Override
  public synchronized Set<InstanceAddress> readersWanted(
      InstanceAddress address, OrchestratorException cause, Instant at) {
    if (cause.code() != ErrorCode.CONNECTION_REFUSED) {
      return Set.of();
    }
    Outage outage =
        outages.compute(
            address, (each, known) -> known == null ? Outage.begun(at) : known.refusedAgain(at));
    if (at.isAfter(outage.first().plus(HURRIED_MAX))) {
      return Set.of();
    }
    return topology.get().linksTo(address).stream()
        .filter(link -> !hasAll(link, outage))
        .map(ReplicationLink::replica)
        .collect(Collectors.toUnmodifiableSet());
  }

  private boolean hasAll(ReplicationLink link, Outage outage) {
    return of(link.replica()).stream()
        .anyMatch(reading ->
            reading.channel(link).filter(each -> hasAll(reading, each, outage)).isPresent());
  }

  private static boolean hasAll(Reading reading, Channel channel, Outage outage) {
    return Received.hasEnded(channel)
        && reading.begunAfter().filter(begun -> !begun.isBefore(outage.first())).isPresent();
  }

  private List<Reading> of(InstanceAddress replica) {
    Deque<Reading> kept = readings.get(replica);
    return kept == null ? List.of() : List.copyOf(kept);
  }

  /** What each replica had received of a server before the process began that an incident is of. */
  public synchronized List<Received> before(Incident incident) {
    InstanceAddress source = incident.instance();
    Optional<Outage> outage =
        Optional.ofNullable(outages.remove(source))
            .filter(known -> known.first().isAfter(incident.ended().seenAt()));
    Instant began = incident.begun().seenAt();
    Instant byAge =
        incident.begun().uptime().asOptional().map(began::minus).orElse(incident.ended().seenAt());
    Instant bound = byAge.minus(UPTIME_STEP);
    Instant until =
        outage.flatMap(Outage::beforeLast).filter(refused -> refused.isAfter(bound)).orElse(bound);
    List<Received> all = new ArrayList<>();
    for (ReplicationLink link : topology.get().linksTo(source)) {
      of(link.replica()).reversed().stream()
          .filter(reading -> !reading.at().isAfter(until))
          .flatMap(reading ->
              reading.channel(link).stream()
                  .map(channel ->
                      Received.of(
                          reading.state(),
                          channel,
                          outage.filter(known -> hasAll(reading, channel, known)).isPresent())))
          .findFirst()
          .ifPresent(all::add);
    }
    return List.copyOf(all);
  }

  /** Of those that are older, one in each span that is as long as it is old. */
  private static void thinOut(Deque<Reading> kept, Instant now) {
    List<Reading> wanted = new ArrayList<>();
    Optional<Instant> newer = Optional.empty();
    for (Reading each : List.copyOf(kept).reversed()) {
      Duration age = Duration.between(each.at(), now);
      boolean isFar =
          newer
              .filter(at -> Duration.between(each.at(), at).compareTo(age.dividedBy(2)) < 0)
              .isEmpty();
      if (age.compareTo(ALL_KEPT) <= 0 || isFar) {
        wanted.addFirst(each);
        newer = Optional.of(each.at());
      }
    }
    kept.clear();
    wanted.stream().skip(Math.max(0, wanted.size() - READINGS_MAX)).forEach(kept::addLast);
  }
}
