package io.tutti.operation.promotion;

import io.tutti.error.OrchestratorException;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.parallelism.SettingsOfRoles;
import io.tutti.plan.PlannedStep;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What goes over to who takes the place of a dead source, as far as both were read last. Nobody is
 * asked for it, so no write waits.
 */
record CarryOfLost(
    SettingsOfRoles settings, TopologySnapshot known, InstanceAddress lost, InstanceAddress next) {

  /**
   * @param channel over which that one replicates
   */
  SettingsOfRoles.Carried plan(Predicate<Carry> wanted, Channel channel) {
    List<PlannedStep> steps = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    EventsOfLost events = EventsOfLost.of(known, lost, next);
    if (wanted.test(Carry.EVENTS)) {
      events.start().ifPresent(steps::add);
      notes.addAll(events.notes());
    } else {
      notes.addAll(events.unasked());
    }
    if (wanted.test(Carry.SETTINGS)) {
      SettingsOfRoles.Carried carried = settings(channel);
      steps.addAll(carried.steps());
      notes.addAll(carried.notes());
    }
    return new SettingsOfRoles.Carried(steps, notes);
  }

  /** What does not fit keeps no replica from taking the place. */
  private SettingsOfRoles.Carried settings(Channel channel) {
    try {
      return read(lost)
          .flatMap(old -> read(next).map(taker -> settings.planOfLost(old, taker, channel)))
          .orElseGet(() -> none("what %s had is not known.".formatted(lost)));
    } catch (OrchestratorException e) {
      return none(e.observed());
    }
  }

  private static SettingsOfRoles.Carried none(String why) {
    return new SettingsOfRoles.Carried(List.of(), List.of("No setting goes over: " + why));
  }

  private Optional<InstanceState> read(InstanceAddress server) {
    return known.find(server).flatMap(Node::state);
  }
}
