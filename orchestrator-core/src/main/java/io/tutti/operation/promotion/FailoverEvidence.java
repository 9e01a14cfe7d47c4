package io.tutti.operation.promotion;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.promotion.FailoverTerms.Prefer;
import io.tutti.operation.promotion.FailoverTerms.Unproved;
import io.tutti.promotion.AckProof;
import io.tutti.promotion.BestReplica;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.promotion.CoPrimaries;
import io.tutti.promotion.Floor;
import io.tutti.promotion.Floor.Lack;
import io.tutti.promotion.HalfTransaction;
import io.tutti.promotion.OfSource;
import io.tutti.promotion.PromotionRules;
import io.tutti.promotion.Succession;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a dead source and its replicas, as a failover is planned: who cannot be read,
 * what acknowledgements prove, and what was seen before. Pure.
 *
 * <ol>
 *   <li>A replica that cannot be read is left behind where acknowledgements prove that the others
 *       have all that was acknowledged ({@link AckProof}); or where people want it so.
 *   <li>Who takes the place has all that was seen before ({@link Floor}). What only such a replica
 *       was seen to have was never acknowledged then.
 *   <li>Where people want it fast, one that is ahead of another one may be given up with what was
 *       never acknowledged.
 * </ol>
 *
 * @param read the world in which replicas were read again; the known one while the source lives
 * @param unread replicas that cannot be read
 */
record FailoverEvidence(
    WorldView read,
    FailoverRequest request,
    FailoverTerms terms,
    Floor floor,
    AckProof acks,
    List<InstanceAddress> unread) {

  /**
   * @param known as it was before replicas were read again
   * @param halves which count no more than they do in the world that was read
   */
  static FailoverEvidence of(
      WorldView known,
      WorldView read,
      List<HalfTransaction> halves,
      InstanceAddress lost,
      FailoverRequest request,
      FailoverTerms terms) {
    return new FailoverEvidence(
        read,
        request,
        terms,
        HalfTransaction.without(
            halves, Floor.of(known.topology(), lost, request.atLeast().map(GtidSet::parse))),
        AckProof.of(known.topology(), read, lost),
        read.topology().linksTo(lost).stream()
            .filter(link -> read.rebuildOf(link.replica()).isEmpty())
            .filter(link -> !BestReplica.isRead(read.topology(), link))
            .map(ReplicationLink::replica)
            .distinct()
            .toList());
  }

  /** Who takes the place. */
  Succession succession(InstanceAddress lost, PromotionRules rules) {
    Succession succession =
        Succession.of(
            read,
            lost,
            new Succession.Terms(
                List.of(),
                request
                    .to()
                    .map(read.topology()::keptUnder)
                    .or(() -> CoPrimaries.of(read.topology(), lost).map(CoPrimaries::other)),
                Optional.empty(),
                rules,
                leavesUnread(lost),
                fast(),
                to -> Acts.failoverTo(lost, to),
                isForeseen(lost)));
    return succession instanceof Succession.Refused(String why, Remedies remedies)
            && !unread.isEmpty()
            && leavesUnread(lost).isEmpty()
        ? new Succession.Refused(
            "%s. %s".formatted(why, unproved()),
            remedies.or("to lose what it alone may have: %s", Acts.failoverByForce(lost)))
        : succession;
  }

  /** Nothing was read again of a source that lives: it is asked what would be if it died. */
  private boolean isForeseen(InstanceAddress lost) {
    return read.topology().find(lost).filter(Node::isReached).isPresent();
  }

  private String unproved() {
    return switch (acks) {
      case AckProof.Nothing(String why) -> "Semi-sync does not prove otherwise: " + why;
      case AckProof.Watched watched ->
          isProved()
              ? "Semi-sync does not prove otherwise: how far the source was is not known"
              : watched.sentence().replaceAll("\\.$", "");
    };
  }

  /** Why replicas that cannot be read are left behind, as a sentence that goes on after a name. */
  private Optional<String> leavesUnread(InstanceAddress lost) {
    if (isProved()) {
      return Optional.of("does not answer, and has nothing acknowledged that the others lack");
    }
    return request.force().isPresent() || terms.unproved() == Unproved.PROCEED
        ? Optional.of("may have something that no other has, and is left")
        : Optional.empty();
  }

  /** What came before the last reading of the source is known, and what came then acknowledged. */
  private boolean isProved() {
    return acks.holdsAll() && floor.knowsSource();
  }

  private Optional<Succession.Fast> fast() {
    return terms.prefer() == Prefer.FAST
            && acks instanceof AckProof.Watched watched
            && floor.knowsSource()
        ? Optional.of(new Succession.Fast(watched, floor))
        : Optional.empty();
  }

  /** What of what was seen is missing in who takes the place, and must not be. */
  List<String> missing(Succession.Found found, Has has) {
    return floor.lacksOf(has).stream()
        .filter(lack -> !isExcused(found, lack))
        .map(Lack::sentence)
        .toList();
  }

  private boolean isExcused(Succession.Found found, Lack lack) {
    boolean isOfUnread =
        lack.replica().filter(unread::contains).isPresent()
            && (isProved() || terms.unproved() == Unproved.PROCEED);
    boolean mayBeOfUnread =
        lack.isOfSource() && !unread.isEmpty() && terms.unproved() == Unproved.PROCEED;
    return isOfUnread
        || mayBeOfUnread
        || lack.replica().filter(found.givenUp()::contains).isPresent();
  }

  /** What is proved, and what is lost, as sentences for people. */
  List<String> notes(Succession.Found found, Has has) {
    List<String> notes = new ArrayList<>();
    boolean matters = !unread.isEmpty() || !found.givenUp().isEmpty();
    if (matters && acks instanceof AckProof.Watched watched) {
      notes.add(watched.sentence());
    }
    InstanceAddress successor = found.successor().address();
    if (!unread.isEmpty() && !isProved()) {
      notes.add(
          "Not proved: what %s alone may have is lost. %s."
              .formatted(
                  String.join(", ", unread.stream().map(InstanceAddress::toString).toList()),
                  unproved()));
    }
    for (Lack lack : floor.lacksOf(has)) {
      if (isExcused(found, lack)) {
        boolean isNever =
            isProved() || lack.replica().filter(found.givenUp()::contains).isPresent();
        notes.add(
            isNever
                ? "Given up, as it was %s acknowledged: %s."
                    .formatted(hasEnded() ? "never" : "not", lack.sentence())
                : "May be lost, as %s lacks it: %s%s."
                    .formatted(successor, lack.sentence(), counted(lack)));
      } else {
        notes.add(
            "Lost, as %s lacks it: %s%s.".formatted(successor, lack.sentence(), counted(lack)));
      }
    }
    return notes;
  }

  private boolean hasEnded() {
    return acks instanceof AckProof.Watched watched && watched.hasEnded();
  }

  private static String counted(Lack lack) {
    return lack.count().map(count -> " (%d transactions)".formatted(count)).orElse("");
  }

  /** What a successor has of the source. */
  static Optional<Has> has(WorldView read, InstanceAddress lost, Succession.Found found) {
    return OfSource.of(read.topology(), lost).has(found.successor(), found.channel()).asOptional();
  }

  /** Whether what it has then, and nobody else, may be lost without asking. */
  String whenBack(InstanceAddress lost) {
    if (isProved() && hasEnded()) {
      return "What it had written before it died, and no other server has, was never acknowledged%s: no client was informed that it succeeded."
          .formatted(
              floor
                  .ofSource()
                  .map(" (but what it had executed when it was read last: %s)"::formatted)
                  .orElse(""));
    }
    return "What it has then, and no other server has, may have been acknowledged: look at it in the binlogs of %s first."
        .formatted(lost);
  }

  /** What is kept with the report. */
  Optional<AckProof.Watched> kept() {
    return acks instanceof AckProof.Watched watched ? Optional.of(watched) : Optional.empty();
  }
}
