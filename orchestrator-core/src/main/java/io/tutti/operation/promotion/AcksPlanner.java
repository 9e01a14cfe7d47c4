package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.plan.PlannedStep;
import io.tutti.promotion.AcksOfRoles;
import io.tutti.promotion.Follower;
import io.tutti.promotion.Followers;
import io.tutti.spi.AckSetting;
import io.tutti.topology.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Says how acknowledgements go with the roles ({@link AcksOfRoles}): the new source waits for them
 * from the moment on in which it takes writes, and the old one for none as soon as it replicates.
 * Pure.
 *
 * @param isWanted whether the new one is to wait as the old one did
 */
record AcksPlanner(Surroundings around, AcksOfRoles roles, boolean isWanted) {

  /**
   * @param returns whether the old one replicates from the new one then
   */
  static AcksPlanner of(
      Surroundings around,
      InstanceAddress old,
      InstanceAddress next,
      Followers followers,
      boolean returns) {
    return new AcksPlanner(
        around,
        AcksOfRoles.of(
            around.snapshot(),
            old,
            next,
            followers.following().stream().map(Follower::replica).toList(),
            returns),
        true);
  }

  /** The same where a person does without, or not. */
  AcksPlanner wanted(boolean wanted) {
    return new AcksPlanner(around, roles, wanted);
  }

  AckSetting ofNext() {
    return isWanted ? roles.ofNext() : AckSetting.NOTHING;
  }

  /** What the new one is told directly before it is opened. */
  List<String> ofNextStatements() {
    return statements(roles.next().address(), ofNext());
  }

  Optional<PlannedStep> next() {
    return AcksStep.planned(roles.next().address(), ofNext(), ofNextStatements());
  }

  Optional<PlannedStep> old() {
    InstanceAddress old = roles.old().address();
    return AcksStep.planned(old, roles.ofOld(), statements(old, roles.ofOld()));
  }

  private List<String> statements(InstanceAddress address, AckSetting wanted) {
    return around
        .snapshot()
        .find(address)
        .flatMap(Node::state)
        .map(InstanceState::settings)
        .flatMap(shown ->
            Optional.ofNullable(around.words().get(address))
                .map(words -> words.statements().acks(wanted, shown)))
        .orElse(List.of());
  }

  /** Before the first step of those that lets clients write to the new one. */
  List<PlannedStep> beforeOpening(List<PlannedStep> steps) {
    List<PlannedStep> all = new ArrayList<>(steps);
    int at = 0;
    while (at < all.size() && !opens(all.get(at))) {
      at++;
    }
    int place = at;
    next().ifPresent(step -> all.add(place, step));
    return all;
  }

  private boolean opens(PlannedStep step) {
    return step.target().equals(roles.next().address())
        && (step.kind().equals(StillFreeStep.KIND) || step.kind().equals(OpenStep.KIND));
  }

  List<String> notes() {
    return isWanted
        ? roles.notes()
        : List.of(
            "Commits on %s wait for no acknowledgements (semi-sync), whatever those on %s did: that is left, as asked for."
                .formatted(roles.next().address(), roles.old().address()));
  }
}
