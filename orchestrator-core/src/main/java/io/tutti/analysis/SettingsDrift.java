package io.tutti.analysis;

import io.tutti.crash.ProcessChange;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.topology.DesiredSetting;
import io.tutti.topology.WorldView;
import java.util.List;
import java.util.Optional;

/**
 * A setting that is to be kept and is not in force. Pure.
 *
 * @param shown the value in force
 * @param since what became of the server's process since an operation saw the value in force: what
 *     the same one no longer shows was changed by hand, and what another one does not show was lost
 *     by a restart
 */
public record SettingsDrift(DesiredSetting desired, String shown, ProcessChange since) {

  /**
   * What has drifted on an instance. A value that could not be read has not; nor has one of a
   * server that does not show when its process began.
   */
  public static List<SettingsDrift> of(WorldView world, InstanceAddress address) {
    Optional<InstanceState> state =
        world.topology().find(address).flatMap(node -> node.currentState());
    return world.desiredOf(address).stream()
        .flatMap(desired -> state.flatMap(read -> of(desired, read)).stream())
        .toList();
  }

  private static Optional<SettingsDrift> of(DesiredSetting desired, InstanceState state) {
    Optional<String> shown = state.settings().text(desired.variable()).asOptional();
    // A reading from before the operation ended shows nothing of what came after it.
    boolean read = state.observedAt().isAfter(desired.heldSince());
    return shown
        .filter(value -> read && !value.equalsIgnoreCase(desired.value()))
        .filter(value -> state.startedAt().isKnown())
        .map(value -> new SettingsDrift(desired, value, since(desired, state)));
  }

  private static ProcessChange since(DesiredSetting desired, InstanceState state) {
    return desired.process() instanceof Observed.Known<ProcessStart>(ProcessStart then)
        ? ProcessChange.since(then, state)
        : ProcessChange.UNKNOWN;
  }

  /** Whether a restart lost it. */
  public boolean isLostByRestart() {
    return since == ProcessChange.RESTARTED;
  }

  @Override
  public String toString() {
    return desired
        .rollout()
        .map(name ->
            "%s is %s, and the rollout %s set %s, which was to be kept"
                .formatted(desired.variable(), shown, name, desired.value()))
        .orElseGet(() ->
            "%s is %s, and %s was to be kept"
                .formatted(desired.variable(), shown, desired.value()));
  }
}
