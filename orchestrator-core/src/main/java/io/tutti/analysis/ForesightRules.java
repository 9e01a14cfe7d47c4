package io.tutti.analysis;

import static io.tutti.analysis.FindingRule.ofInstance;

import io.tutti.promotion.Foresight;
import io.tutti.promotion.IfSourceDied;
import io.tutti.promotion.IfSourceDied.Begun;
import io.tutti.promotion.IfSourceDied.Refused;
import io.tutti.topology.Node;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules about failovers that would be refused, were a source to die now. */
final class ForesightRules {
  private ForesightRules() {}

  static List<FindingRule> rules(Foresight foresight) {
    return List.of(
        ofInstance(
            FindingCode.NO_AUTOMATIC_FAILOVER,
            Set.of(),
            subject ->
                foreseen(foresight, subject)
                    .filter(each -> each.begun() == Begun.BY_ITSELF)
                    .flatMap(ForesightRules::notByItself)),
        ofInstance(
            FindingCode.NO_REPLICA_CAN_TAKE_OVER,
            Set.of(),
            subject ->
                foreseen(foresight, subject)
                    .filter(each -> each.begun() != Begun.BY_ITSELF)
                    .flatMap(each -> refused(each).map(refused -> byHand(each, refused)))));
  }

  /** Of a source that lives: what is found of a dead one says it itself. */
  private static Optional<IfSourceDied> foreseen(Foresight foresight, Subject.OfInstance subject) {
    Node node = subject.node();
    return node.isReached()
        ? foresight.of(subject.world(), subject.cluster(), node.address())
        : Optional.empty();
  }

  private static Optional<Refused> refused(IfSourceDied foreseen) {
    return foreseen.refused().filter(each -> !each.isPassing());
  }

  private static Optional<Evidence> notByItself(IfSourceDied foreseen) {
    return refused(foreseen)
        .map(refused ->
            Evidence.of(
                "If %s died now, it would not be failed over by itself: %s."
                    .formatted(foreseen.source(), refused.why()),
                refused.remedies()))
        .or(() ->
            foreseen
                .leftToPerson()
                .filter(left -> !left.isMeant())
                .map(left ->
                    Evidence.of(
                        "If %s died now, it would be left to a person. %s"
                            .formatted(foreseen.source(), left.why()),
                        "repair that, or set tutti.failover.policy of the cluster to PROPOSE, so that"
                            + " nobody relies on it")));
  }

  private static Evidence byHand(IfSourceDied foreseen, Refused refused) {
    return Evidence.of(
        "If %s died now, a failover would be refused: %s."
            .formatted(foreseen.source(), refused.why()),
        refused.remedies());
  }
}
