package io.tutti.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.promotion.BestReplica.Candidate;
import io.tutti.promotion.BestReplica.Chosen;
import io.tutti.promotion.BestReplica.Has;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A replica that can be promoted sooner than the one that has received the most, and what is given
 * up for that: nothing but what was never acknowledged. Pure.
 *
 * <ol>
 *   <li>Only where the one that has the most has not applied all of it, or there is none.
 *   <li>It has applied all that it received.
 *   <li>The source has ended, and acknowledges nothing any more.
 *   <li>All that it lacks only those have that are ahead of it: so few that, with all that cannot
 *       be read, they are not enough for an acknowledgement ({@link Acknowledgers}).
 *   <li>It has all that the source was seen to have executed ({@link Floor}).
 * </ol>
 *
 * @param ahead who has what it lacks
 */
record Sooner(Candidate successor, List<Candidate> ahead) {
  Sooner {
    ahead = List.copyOf(ahead);
  }

  static Optional<Sooner> among(
      List<Candidate> candidates, Succession.Fast terms, Comparator<InstanceAddress> wanted) {
    return hasMostApplied(candidates, wanted)
        ? Optional.empty()
        : candidates.stream()
            .filter(each -> each.isThrough() && each.canBeSource())
            .map(each -> new Sooner(each, ahead(each, candidates)))
            .filter(each -> !each.ahead().isEmpty() && each.isAllowed(terms))
            .min(
                Comparator.comparing((Sooner each) -> each.ahead().size())
                    .thenComparing(each -> each.successor().address(), wanted)
                    .thenComparing(each -> each.successor().address().toString()));
  }

  private static boolean hasMostApplied(
      List<Candidate> candidates, Comparator<InstanceAddress> wanted) {
    return BestReplica.among(candidates, wanted) instanceof Chosen best
        && candidates.stream()
            .filter(each -> each.address().equals(best.replica()))
            .anyMatch(Candidate::isThrough);
  }

  private static List<Candidate> ahead(Candidate of, List<Candidate> candidates) {
    return candidates.stream().filter(each -> !of.has().containsAllOf(each.has())).toList();
  }

  private boolean isAllowed(Succession.Fast terms) {
    List<InstanceAddress> holders = ahead.stream().map(Candidate::address).toList();
    return terms.acks().hasEnded()
        && terms.acks().neverAcknowledged(holders)
        && terms.floor().lacksOf(successor.has()).stream()
            .allMatch(lack -> lack.replica().isPresent());
  }

  /** What only that one of them has, as a part of a sentence. */
  String givenUp(Candidate other) {
    return other.has() instanceof Has.Named(var theirs)
            && successor.has() instanceof Has.Named(var mine)
        ? theirs.minus(mine).toString()
        : "what is after %s, up to %s".formatted(successor.has(), other.has());
  }
}
