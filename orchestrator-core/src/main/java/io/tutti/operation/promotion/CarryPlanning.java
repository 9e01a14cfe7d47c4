package io.tutti.operation.promotion;

import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.parallelism.SettingsOfRoles;
import io.tutti.operation.parallelism.SettingsOfRoles.Place;
import io.tutti.plan.PlannedStep;
import io.tutti.promotion.CoPrimaries;
import io.tutti.promotion.PlannedSuccession;
import io.tutti.spi.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what a switchover may carry over, and refuses beforehand what it could not. */
record CarryPlanning(PromotionEnvironment environment, SettingsOfRoles settings) {

  /** What comes of it. */
  record Result(SwitchoverPlanner.Carried carried, List<String> notes) {}

  Result plan(
      SwitchoverRequest asked,
      PlannedSuccession.Found found,
      Optional<CoPrimaries> mutual,
      Deadline deadline) {
    InstanceAddress old = asked.source();
    InstanceAddress next = found.successor().address();
    SettingsOfRoles.Carried roles =
        asked.carry().contains(Carry.SETTINGS)
            ? settings.plan(
                new Place(old, back(found.channel(), mutual)),
                new Place(next, found.channel()),
                !found.followers().left().isEmpty(),
                deadline)
            : SettingsOfRoles.Carried.NOTHING;
    Result events = new EventsPlanning(environment, asked, next).plan(deadline);
    List<PlannedStep> after = new ArrayList<>(events.carried().after());
    after.addAll(after.isEmpty() ? 0 : 1, roles.steps());
    List<String> notes = new ArrayList<>(roles.notes());
    notes.addAll(events.notes());
    return new Result(new SwitchoverPlanner.Carried(events.carried().before(), after), notes);
  }

  /** Over which the old one is to replicate. */
  private static Channel back(Channel channel, Optional<CoPrimaries> mutual) {
    return channel.withName(mutual.map(both -> both.back().channel().name()).orElse(""));
  }
}
