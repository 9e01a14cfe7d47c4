package io.tutti.analysis;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.topology.DesiredSetting;
import io.tutti.topology.TopologySnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A setting that is to be kept and is not in force. Pure.
 *
 * @param shown the value in force
 * @param restarted whether the server was started since the value was last seen in force: then the
 *     restart lost it, else somebody changed it by hand
 */
public record SettingsDrift(DesiredSetting desired, String shown, boolean restarted) {

  /**
   * What has drifted on an instance. A value that could not be read has not; nor has one of a
   * server of which it is not known whether it was restarted.
   */
  public static List<SettingsDrift> of(TopologySnapshot snapshot, InstanceAddress address) {
    Optional<InstanceState> state = snapshot.find(address).flatMap(node -> node.currentState());
    return snapshot.desiredOf(address).stream()
        .flatMap(desired -> state.flatMap(read -> of(desired, read)).stream())
        .toList();
  }

  private static Optional<SettingsDrift> of(DesiredSetting desired, InstanceState state) {
    Optional<String> shown = state.settings().text(desired.variable()).asOptional();
    Optional<Instant> started = state.uptime().asOptional().map(state.observedAt()::minus);
    // A reading from before the operation ended tells nothing of what came after it.
    boolean read = state.observedAt().isAfter(desired.heldSince());
    return shown
        .filter(value -> read && !value.equalsIgnoreCase(desired.value()))
        .flatMap(value ->
            started.map(at -> new SettingsDrift(desired, value, at.isAfter(desired.heldSince()))));
  }

  @Override
  public String toString() {
    return "%s is %s, and %s was to be kept".formatted(desired.variable(), shown, desired.value());
  }
}
