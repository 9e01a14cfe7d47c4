package io.tutti.crash;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceState;
import io.tutti.model.ProcessObservation;
import io.tutti.model.ProcessStart;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Of a restart after which the server was restarted again: what it lacks now a later process may
 * have lost. Pure.
 *
 * <ol>
 *   <li>What was decided before stays so.
 *   <li>As long as nobody has noticed that it was restarted again, which names were lost later is
 *       not known: the next look shows.
 *   <li>Names that its binlogs had when the process after it was read last were lost later. So were
 *       those that the replica lacked itself then.
 *   <li>Of the others those were lost with it that the replica had before it. A name that was lost
 *       may be used again, and be lost again: of one that the replica got at another time nobody
 *       knows which of the two it has.
 *   <li>A place in a log that was begun after it shows nothing of it, unless the process that ended
 *       wrote one of that name, too.
 * </ol>
 *
 * @param next the restart after it; empty where nobody has noticed that one yet
 */
public record LostLater(Incident incident, Optional<Incident> next) {
  private static final String NOT_NOTICED =
      "the server was restarted again, and that was not examined yet";

  /**
   * @param now the server as it was just read
   * @param all its restarts, as far as they are kept
   * @return empty where it was not restarted again
   */
  public static Optional<LostLater> of(
      Incident incident, InstanceState now, Supplier<List<Incident>> all) {
    if (ProcessChange.since(incident.begun().startedAt(), now) != ProcessChange.RESTARTED) {
      return Optional.empty();
    }
    return Optional.of(
        new LostLater(
            incident,
            all.get().stream()
                .filter(each -> each.noticedAt().isAfter(incident.noticedAt()))
                .min(Comparator.comparing(Incident::noticedAt))));
  }

  /**
   * @param found what a replica has and the server lacks now
   * @param seen what was found when that was looked at before
   */
  public LostOnSourceByReplica without(
      LostOnSourceByReplica found, Optional<LostOnSourceByReplica> seen) {
    if (seen.filter(LostOnSourceByReplica::isDecided).isPresent()) {
      return seen.get();
    }
    return switch (found.lostOnSource()) {
      case LostOnSource.Named(GtidSet gtids) -> found.withLostOnSource(named(found, gtids));
      case LostOnSource.Beyond(BinlogPosition received, long bytes)
          when isOfLaterProcess(received) ->
          found.withLostOnSource(
              new LostOnSource.Unknown(
                  "%s, up to which it received, was begun after that restart, and lost its end later"
                      .formatted(received.file())));
      case LostOnSource.Beyond beyond -> found;
      case LostOnSource.None none -> found;
      case LostOnSource.Unknown unknown -> found;
    };
  }

  /**
   * @param reported what is known by now of one of its replicas, with what was found before
   * @param seen what was found before
   */
  public LostOnSourceByReplica leavingOpen(
      LostOnSourceByReplica reported, Optional<LostOnSourceByReplica> seen) {
    return next.isPresent() || seen.filter(LostOnSourceByReplica::isDecided).isPresent()
        ? reported
        : reported.unreadSince(NOT_NOTICED);
  }

  private LostOnSource named(LostOnSourceByReplica found, GtidSet gtids) {
    return next.map(later -> named(found, gtids, later))
        .orElseGet(() -> new LostOnSource.Unknown(NOT_NOTICED));
  }

  private LostOnSource named(LostOnSourceByReplica found, GtidSet gtids, Incident later) {
    GtidSet left = later.ended().executed().asOptional().map(gtids::minus).orElse(gtids);
    Optional<GtidSet> had =
        later
            .receivedBy(found.address(), found.channel())
            .filter(received -> received.readAt().isAfter(lookedAt()))
            .flatMap(received -> received.gtids().asOptional());
    GtidSet either = had.map(has -> common(left, has)).orElse(left);
    GtidSet first = beforeIt(found).map(has -> common(either, has)).orElse(either.minus(either));
    if (!first.isEmpty()) {
      return new LostOnSource.Named(first);
    }
    return either.isEmpty()
        ? new LostOnSource.None()
        : new LostOnSource.Unknown(
            "whether the server lost %s with it or with %s is not known".formatted(either, later));
  }

  /** What the replica had when it was read last before the process ended. */
  private Optional<GtidSet> beforeIt(LostOnSourceByReplica found) {
    return incident
        .receivedBy(found.address(), found.channel())
        .flatMap(received -> received.gtids().asOptional());
  }

  private static GtidSet common(GtidSet one, GtidSet other) {
    return one.minus(one.minus(other));
  }

  private Instant lookedAt() {
    return incident.begun().seenAt();
  }

  private boolean isOfLaterProcess(BinlogPosition place) {
    return log(incident.begun().startedAt())
        .filter(first -> place.relationTo(first).isAtOrAfter())
        .filter(first -> !hadWritten(first))
        .isPresent();
  }

  /** A log that was lost whole is begun again under its name. */
  private boolean hadWritten(BinlogPosition first) {
    return incident
        .ended()
        .startedAt()
        .asOptional()
        .flatMap(LostLater::log)
        .filter(last -> last.relationTo(first).isAtOrAfter())
        .isPresent();
  }

  /** The beginning of the log that a process wrote when it was read last. */
  private static Optional<BinlogPosition> log(ProcessStart process) {
    return process
        .seen()
        .map(ProcessObservation::writing)
        .flatMap(writing -> writing.asOptional())
        .map(place -> BinlogPosition.firstOf(place.file()));
  }
}
