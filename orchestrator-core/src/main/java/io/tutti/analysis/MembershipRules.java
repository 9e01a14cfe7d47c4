package io.tutti.analysis;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.promotion.SplitBrain;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules about who was in a cluster before. */
final class MembershipRules {
  private MembershipRules() {}

  static List<FindingRule> rules() {
    return List.of(
        FindingRule.ofInstance(FindingCode.MEMBER_OF_GROUP, Set.of(), MembershipRules::group),
        FindingRule.ofInstance(
            FindingCode.ANOTHER_CONTROLLER, Set.of(), MembershipRules::anotherController),
        FindingRule.ofInstance(FindingCode.SPLIT_BRAIN, Set.of(), MembershipRules::splitBrain));
  }

  private static Optional<Evidence> group(Subject.OfInstance subject) {
    return subject
        .node()
        .state()
        .flatMap(state -> state.group().asOptional())
        .map(group ->
            Evidence.of(
                "%s is a member of %s. Tutti does not fail it over by itself, and does not switch it over: the group chooses itself who takes writes."
                    .formatted(subject.name(), group)));
  }

  private static Optional<Evidence> anotherController(Subject.OfInstance subject) {
    return subject
        .node()
        .state()
        .flatMap(state -> state.claim().asOptional())
        .filter(claim -> !claim.others().isEmpty())
        .map(claim ->
            Evidence.of(
                "Another controller would fail %s over by itself, too, and this one knows nothing of what that one does: %s. Neither does it now."
                    .formatted(subject.name(), String.join("; ", claim.others())),
                Remedies.of(
                        "end one of them, or let both have one store (tutti.store.url), of which one works at a time")
                    .or(
                        "set tutti.failover.policy to PROPOSE or OFF for the cluster in all but one")));
  }

  private static Optional<Evidence> splitBrain(Subject.OfInstance subject) {
    return SplitBrain.of(subject.world(), subject.node())
        .map(both -> {
          InstanceAddress other = both.other().address();
          return Evidence.of(
              "%s and %s both take writes, and were one cluster while %s was its source. %s %s"
                  .formatted(
                      subject.name(),
                      other,
                      both.of().source(),
                      alone(both, both.one(), both.other()),
                      alone(both, both.other(), both.one())),
              Remedies.of(
                      "decide which one clients write to, and keep them from the other: %s, or %s",
                      Acts.fence(other), Acts.fence(subject.name()))
                  .or(
                      "then save what the other alone has, and rebuild it: %s, or %s",
                      Acts.rebuildFrom(other), Acts.rebuildFrom(subject.name()))
                  .or("if they are to be two clusters: %s", Acts.forget(other)));
        });
  }

  private static String alone(SplitBrain both, InstanceState here, InstanceState there) {
    Observed<GtidSet> alone = both.alone(here, there);
    return alone instanceof Observed.Known<GtidSet>(GtidSet has)
        ? has.isEmpty()
            ? "%s has nothing that the other lacks.".formatted(here.address())
            : "%s alone has %s.".formatted(here.address(), has)
        : "What %s alone has is not known: %s.".formatted(here.address(), alone);
  }
}
