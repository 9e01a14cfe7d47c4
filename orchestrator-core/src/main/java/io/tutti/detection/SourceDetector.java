package io.tutti.detection;

import io.tutti.detection.SourceVerdict.Kind;
import io.tutti.detection.Witness.Says;
import io.tutti.topology.ContactFailure;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.Watching;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Says what is known of a source that does not answer.
 *
 * <ol>
 *   <li>Its own silence proves nothing: each replica that answers is asked what its receiver says
 *       ({@link Witness}).
 *   <li>One that hears from the source: it is unreachable from here alone.
 *   <li>All that have something to say have lost it: it is dead. At once where its host says that
 *       nobody listens; else after {@link #AWAY_MIN}, and only if they are more than the replicas
 *       that do not answer either, which may be with it on the other side of a cut.
 *   <li>Its host takes connections, or keeps one open, it says nothing over them for {@link
 *       Watching#frozenAfter()}, and nothing came to any replica: it is frozen, and may continue.
 *       Receivers still say that they are connected then; that they have lost it after {@code
 *       slave_net_timeout} makes it no more dead.
 *   <li>Anything else is not proved, and is said after {@link #NOT_PROVED_MIN}.
 * </ol>
 *
 * <p>How long it lasts is counted from the end of the latest pause of the controller, and without
 * the time by which the controller itself was late. Pure.
 */
public final class SourceDetector {
  /** A network that stumbles is back by then, and a second attempt has failed, too. */
  static final Duration AWAY_MIN = Duration.ofSeconds(4);

  /** Of a host that is gone the kernel has ended an idle connection by then. */
  static final Duration HELD_MIN = Duration.ofSeconds(5);

  /** What passes sooner is worth no finding. */
  public static final Duration NOT_PROVED_MIN = Duration.ofSeconds(2);

  private static final int ATTEMPTS_MIN = 2;

  private static final Set<Says> LOST_IT = EnumSet.of(Says.CANNOT_CONNECT, Says.MISSES_HEARTBEATS);

  private static final Set<Says> CONNECTS_NO_MORE =
      EnumSet.of(Says.CANNOT_CONNECT, Says.MISSES_HEARTBEATS, Says.TRIES);

  private static final Set<Says> HEARS_NOTHING =
      EnumSet.of(Says.CANNOT_CONNECT, Says.MISSES_HEARTBEATS, Says.TRIES, Says.QUIET);

  private static final Set<Says> SAYS_NOTHING = EnumSet.of(Says.AWAY, Says.NOTHING);

  private final ContactFailure failure;
  private final Outage outage;
  private final Duration lasting;
  private final Duration frozenAfter;
  private final List<Witness> witnesses;

  private SourceDetector(
      ContactFailure failure,
      Outage outage,
      Duration lasting,
      Duration frozenAfter,
      List<Witness> witnesses) {
    this.failure = failure;
    this.outage = outage;
    this.lasting = lasting;
    this.frozenAfter = frozenAfter;
    this.witnesses = witnesses;
  }

  /** Empty for who answers, refuses us in words, or has no replicas. */
  public static Optional<SourceVerdict> judge(TopologySnapshot topology, Node source) {
    Optional<ContactFailure> failed = source.failure();
    Optional<Outage> outage = failed.flatMap(failure -> Outage.of(failure.code()));
    List<ReplicationLink> links = linksBelow(topology, source);
    if (outage.isEmpty() || links.isEmpty()) {
      return Optional.empty();
    }
    ContactFailure failure = failed.orElseThrow();
    Instant from = from(topology, failure);
    List<Witness> witnesses = links.stream().map(link -> Witness.of(topology, link, from)).toList();
    Duration lasting = topology.watching().counted(from, topology.takenAt());
    SourceDetector detector =
        new SourceDetector(
            failure,
            seen(failure, outage.get(), from),
            lasting,
            topology.watching().frozenAfter(),
            witnesses);
    return detector
        .conclusion()
        .map(concluded ->
            new SourceVerdict(
                source.address(),
                SourceRole.of(topology, source.address()),
                concluded.kind(),
                failure.begun(),
                lasting,
                failure.observed(),
                witnesses,
                concluded.why()));
  }

  static List<ReplicationLink> linksBelow(TopologySnapshot topology, Node source) {
    return topology.linksTo(source.address()).stream()
        .filter(link -> !link.replica().equals(source.address()))
        .toList();
  }

  /** Since when it does not answer: what was before a pause of the controller does not count. */
  static Instant from(TopologySnapshot topology, ContactFailure failure) {
    return failure.begun().isAfter(topology.awakeSince()) ? failure.begun() : topology.awakeSince();
  }

  /** Where clients fill the queue of a frozen server, its host takes no further connection. */
  private static Outage seen(ContactFailure failure, Outage outage, Instant from) {
    boolean isHeld =
        failure.isHeld() && Duration.between(from, failure.last()).compareTo(HELD_MIN) >= 0;
    return outage == Outage.AWAY && isHeld ? Outage.SILENT : outage;
  }

  private record Conclusion(Kind kind, String why) {}

  private Optional<Conclusion> conclusion() {
    Optional<Witness> hearing =
        witnesses.stream().filter(each -> each.says() == Says.HEARS_IT).findFirst();
    if (hearing.isPresent()) {
      return lasts(NOT_PROVED_MIN)
          ? said(
              Kind.UNREACHABLE_FROM_HERE,
              "%s receives from it, so it is alive.".formatted(hearing.get().replica()))
          : Optional.empty();
    }
    if (isDead()) {
      return said(Kind.DEAD, deadBecause());
    }
    if (isFrozen()) {
      return said(
          Kind.FROZEN,
          "Its host accepts connections, but the server sends nothing, and its replicas receive"
              + " nothing.");
    }
    return lasts(NOT_PROVED_MIN) ? said(Kind.NOT_PROVED, notProvedBecause()) : Optional.empty();
  }

  private static Optional<Conclusion> said(Kind kind, String why) {
    return Optional.of(new Conclusion(kind, why));
  }

  private boolean lasts(Duration atLeast) {
    return lasting.compareTo(atLeast) >= 0;
  }

  private boolean isDead() {
    return switch (outage) {
      case REFUSED -> allThatTalk(CONNECTS_NO_MORE);
      case AWAY ->
          allThatTalk(LOST_IT)
              && lasts(AWAY_MIN)
              && !failure.isHeld()
              && failure.attempts() >= ATTEMPTS_MIN
              && moreLostItThanAreAway();
      case SILENT -> false;
    };
  }

  private boolean isFrozen() {
    return outage == Outage.SILENT
        && lasts(frozenAfter)
        && failure.attempts() >= ATTEMPTS_MIN
        && allThatTalk(HEARS_NOTHING);
  }

  /** Those that are away may be with it on the other side of a cut. */
  private boolean moreLostItThanAreAway() {
    return count(LOST_IT) > count(Set.of(Says.AWAY));
  }

  /** At least one talks, and none says anything else. */
  private boolean allThatTalk(Set<Says> what) {
    return count(what) > 0 && count(what) + count(SAYS_NOTHING) == witnesses.size();
  }

  private long count(Set<Says> what) {
    return witnesses.stream().filter(each -> what.contains(each.says())).count();
  }

  private String deadBecause() {
    return outage == Outage.REFUSED
        ? "Its host refuses connections to its port, and its replicas have lost their connection to"
            + " it."
        : "Neither it nor its host answers, and its replicas have lost their connection to it.";
  }

  private String notProvedBecause() {
    if (count(SAYS_NOTHING) == witnesses.size()) {
      return "None of its replicas can report anything about it.";
    }
    if (count(LOST_IT) > 0 && count(Set.of(Says.QUIET, Says.CONNECTED, Says.TRIES)) > 0) {
      return "Some of its replicas have lost their connection to it, others are still connected.";
    }
    if (allThatTalk(LOST_IT) && lasts(AWAY_MIN) && !moreLostItThanAreAway()) {
      return "As many replicas do not answer as have lost their connection to it: they may be on"
          + " its side of a network split.";
    }
    return allThatTalk(LOST_IT)
        ? "Its replicas have lost their connection to it; the controller tries it once more."
        : "Its replicas are still connected; a receiver that gets nothing looks the same as when"
            + " the source writes nothing.";
  }
}
