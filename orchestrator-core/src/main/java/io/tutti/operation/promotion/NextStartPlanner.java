package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.topology.NextStart;
import io.tutti.topology.Node;
import io.tutti.topology.StartupObservation;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Says how a server is to take or refuse writes after its next start, too, as its new role wants.
 * Pure.
 *
 * <ol>
 *   <li>Where it can, it keeps that itself.
 *   <li>One that starts kept from its clients, and is admitted once it is proved intact, stays so.
 *   <li>Else what is known of its next start is said.
 * </ol>
 *
 * @param seen how it was seen to start last
 * @param writes whether it is to take writes
 */
record NextStartPlanner(
    InstanceState state,
    ReplicationStatements statements,
    FenceGuide guide,
    Optional<StartupObservation> seen,
    boolean writes) {

  /** Empty where nothing is known of it now. */
  static Optional<NextStartPlanner> of(
      Surroundings around, InstanceAddress server, boolean writes) {
    return Optional.ofNullable(around.words().get(server))
        .flatMap(words ->
            around
                .snapshot()
                .find(server)
                .flatMap(Node::currentState)
                .map(state ->
                    new NextStartPlanner(
                        state,
                        words.statements(),
                        words.guide(),
                        around.world().bootOf(server),
                        writes)));
  }

  private NextStart next() {
    return NextStart.of(state, seen);
  }

  Optional<PlannedStep> step() {
    SortedMap<String, String> values = values();
    return keeps() && !startsFenced() && !isKept(values)
        ? Optional.of(
            NextStartStep.planned(
                state.address(), writes, values, statements.keepForNextStart(values)))
        : Optional.empty();
  }

  /** What people should know of its next start, where no step sees to it. */
  Optional<String> note() {
    if (step().isPresent()) {
      return Optional.empty();
    }
    InstanceAddress server = state.address();
    if (startsFenced()) {
      return Optional.of(
          "%s starts fenced, or may: it takes writes after its next start once that fence is lifted."
              .formatted(server));
    }
    String does = writes ? "takes" : "refuses";
    String option = "read_only = " + (writes ? "OFF" : "ON");
    return Optional.of(
        switch (next().readOnly()) {
          case Observed.Known<Boolean>(Boolean readOnly) when readOnly != writes ->
              "%s %s writes after its next start, too, unless its option file was changed since: %s."
                  .formatted(server, does, next().because());
          case Observed.Known<Boolean> contrary ->
              "The next start of %s makes it %s writes, unless its option file was changed since: %s. Write %s into it."
                  .formatted(server, writes ? "refuse" : "take", next().because(), option);
          case Observed.Absent<Boolean>(String why) -> unknown(server, does, why, option);
          case Observed.Unknown<Boolean>(String why) -> unknown(server, does, why, option);
        });
  }

  private static String unknown(InstanceAddress server, String does, String why, String option) {
    return "Whether %s %s writes after its next start is not known: %s. Its option file should say %s."
        .formatted(server, does, why, option);
  }

  private boolean keeps() {
    return state.settings().persisted().isKnown();
  }

  /**
   * Kept from its clients as a whole, which what it keeps of writes alone would break. One whose
   * logins somebody let in since it started may start so.
   */
  private boolean startsFenced() {
    return writes
        && (next().isFenced()
            || (seen.isEmpty()
                && state
                    .settings()
                    .setSinceStart()
                    .map(set ->
                        guide.measures().stream()
                            .filter(each -> each.keeps() == FenceMeasure.Keeps.LOGINS)
                            .anyMatch(each -> set.contains(each.variable())))
                    .is(true)));
  }

  private SortedMap<String, String> values() {
    SortedMap<String, String> values = new TreeMap<>();
    guide.measures().stream()
        .filter(each -> each.keeps() == FenceMeasure.Keeps.WRITES)
        .forEach(each -> values.put(each.variable(), writes ? "OFF" : each.shut()));
    return values;
  }

  private boolean isKept(Map<String, String> values) {
    return state
        .settings()
        .persisted()
        .map(kept ->
            values.entrySet().stream()
                .allMatch(each -> each.getValue().equals(kept.get(each.getKey()))))
        .is(true);
  }
}
