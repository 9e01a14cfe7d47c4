package io.tutti.operation.promotion;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.EventName;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.ScheduledEvent;
import io.tutti.model.ScheduledEvents;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.EventControl;
import java.util.Collection;
import java.util.List;

/** The events of a server's scheduler, as steps see them. */
record EventsOfServer(InstanceAddress address, Session session, StepContext context)
    implements AutoCloseable {

  static EventsOfServer open(
      PromotionEnvironment environment, InstanceAddress address, StepContext context) {
    return new EventsOfServer(
        address, environment.servers().open(address, context.deadline()), context);
  }

  ScheduledEvents read() {
    Observed<ScheduledEvents> read = session.control().events(context.deadline());
    return read.asOptional()
        .orElseThrow(
            () -> StepFailure.passing("Which events %s has is %s.".formatted(address, read)));
  }

  boolean isScheduling() {
    return read().running() == ScheduledEvents.Scheduler.ON;
  }

  /** All that run where the scheduler does. */
  List<EventName> enabled() {
    return read().that(ScheduledEvent.Status.ENABLED).stream().map(ScheduledEvent::name).toList();
  }

  /** Which of those run where the scheduler does. */
  List<EventName> enabled(Collection<EventName> of) {
    return read().that(ScheduledEvent.Status.ENABLED).stream()
        .map(ScheduledEvent::name)
        .filter(of::contains)
        .toList();
  }

  EventControl control() {
    return session
        .control()
        .eventControl()
        .orElseThrow(() ->
            StepFailure.fatal(
                "The plugin of %s does not let events run.".formatted(address),
                Remedies.of(Acts.showInstance(address))));
  }

  void schedule() {
    control().schedule(context.deadline());
  }

  void keepOff(EventName event) {
    control().keepOff(event, context.deadline());
  }

  void letRunAgain(EventName event) {
    control().letRunAgain(event, context.deadline());
  }

  void enable(EventName event) {
    control().enable(event, context.deadline());
  }

  @Override
  public void close() {
    session.close();
  }
}
