package io.tutti.analysis;

import io.tutti.error.Remedies;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.promotion.GroupMember;
import io.tutti.topology.NextStart;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules about servers whose next start gives them another role than they have. */
final class NextStartRules {
  private NextStartRules() {}

  static List<FindingRule> rules() {
    return List.of(
        FindingRule.ofInstance(
            FindingCode.SOURCE_STARTS_READ_ONLY, Set.of(), NextStartRules::readOnly),
        FindingRule.ofInstance(
            FindingCode.REPLICA_STARTS_WRITABLE, Set.of(), NextStartRules::writable));
  }

  private static Optional<Evidence> readOnly(Subject.OfInstance subject) {
    return source(subject)
        .map(state -> nextStart(subject, state))
        .filter(next -> next.readOnly().is(true) && !next.isFenced())
        .map(next ->
            Evidence.of(
                "%s is the source and takes writes, and its next start makes it refuse them, unless its option file was changed since: %s."
                    .formatted(subject.name(), next.because()),
                remedies(subject, "OFF")));
  }

  private static Optional<Evidence> writable(Subject.OfInstance subject) {
    return replica(subject)
        .map(state -> nextStart(subject, state))
        .filter(next -> next.readOnly().is(false))
        .map(next ->
            Evidence.of(
                "%s is a replica and refuses writes, and its next start makes it take them, unless its option file was changed since: %s."
                    .formatted(subject.name(), next.because()),
                remedies(subject, "ON")));
  }

  private static NextStart nextStart(Subject.OfInstance subject, InstanceState state) {
    return NextStart.of(state, subject.world().bootOf(subject.node().address()));
  }

  private static Remedies remedies(Subject.OfInstance subject, String value) {
    String name = subject.name();
    return Remedies.of("write read_only = %s into the option file of %s".formatted(value, name))
        .or("where the release can: let %s keep read_only = %s itself".formatted(name, value));
  }

  private static Optional<InstanceState> source(Subject.OfInstance subject) {
    return judged(subject)
        .filter(state -> state.isReplica().is(false))
        .filter(state -> state.writeProtection().readOnly().is(false))
        .filter(state -> !subject.snapshot().linksTo(subject.node().address()).isEmpty());
  }

  private static Optional<InstanceState> replica(Subject.OfInstance subject) {
    return judged(subject)
        .filter(state -> state.isReplica().is(true))
        .filter(state -> state.writeProtection().readOnly().is(true));
  }

  /** Who takes writes in a group is the group's to say. */
  private static Optional<InstanceState> judged(Subject.OfInstance subject) {
    return subject
        .node()
        .currentState()
        .filter(state -> GroupMember.why(subject.snapshot(), subject.node().address()).isEmpty());
  }

  /** How an instance starts next, where nothing shows it. */
  static Optional<NotJudged> notJudged(Subject.OfInstance subject) {
    return source(subject)
        .map(state -> notJudged(subject, state, FindingCode.SOURCE_STARTS_READ_ONLY))
        .orElseGet(() ->
            replica(subject)
                .flatMap(state -> notJudged(subject, state, FindingCode.REPLICA_STARTS_WRITABLE)));
  }

  private static Optional<NotJudged> notJudged(
      Subject.OfInstance subject, InstanceState state, FindingCode code) {
    return nextStart(subject, state).readOnly() instanceof Observed.Unknown<Boolean>(String why)
        ? Optional.of(NotJudged.of(code, subject, why))
        : Optional.empty();
  }
}
