package io.tutti.operation.rejoin;

import io.tutti.error.Acts;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ScheduledEvent;
import io.tutti.model.ScheduledEvents;
import io.tutti.operation.promotion.PromotionSteps;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.Deadline;
import java.util.List;
import java.util.Optional;

/**
 * The events of the scheduler on a server that lost its place. They are kept off, as it is a
 * replica from then on: one of an all-mighty definer would write to it all the same. Where the
 * server refuses everybody, it refuses them, too, and also that they are kept off: that is said.
 *
 * @param step empty where none is to be kept off
 */
record FormerEvents(Optional<PlannedStep> step, List<String> notes) {
  private static final FormerEvents NONE = new FormerEvents(Optional.empty(), List.of());

  /**
   * @throws OrchestratorException MISSING_PRIVILEGE where the account may not see or disable them,
   *     REJOIN_NOT_SAFE where they could not be read
   */
  static FormerEvents of(InstanceState former, Session here, Deadline deadline) {
    if (former.writeProtection().superReadOnly().is(true)) {
      return refused(former, here, deadline);
    }
    Observed<Optional<PlannedStep>> events = PromotionSteps.eventsOfFormer(former, here, deadline);
    return new FormerEvents(
        events
            .asOptional()
            .orElseThrow(() ->
                RejoinRefusal.of(
                    former.address(),
                    "which events of the scheduler it runs is " + events,
                    Remedies.of(Acts.showInstance(former.address())))),
        List.of());
  }

  private static FormerEvents refused(InstanceState former, Session here, Deadline deadline) {
    List<ScheduledEvent> running =
        here.control()
            .events(deadline)
            .map(ScheduledEvents::thatRun)
            .asOptional()
            .orElse(List.of());
    return running.isEmpty()
        ? NONE
        : new FormerEvents(
            Optional.empty(),
            List.of(
                "Events of the scheduler run on %s: %s. None of them writes there while super_read_only is ON; after a start without it they would."
                    .formatted(former.address(), ScheduledEvent.spoken(running))));
  }
}
