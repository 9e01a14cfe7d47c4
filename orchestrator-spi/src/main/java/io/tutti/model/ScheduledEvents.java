package io.tutti.model;

import java.util.List;
import java.util.Optional;

/**
 * The events of a server's scheduler.
 *
 * @param starting what lets the scheduler itself run
 */
public record ScheduledEvents(List<ScheduledEvent> all, Scheduler running, String starting) {

  /** Whether the scheduler runs. */
  public enum Scheduler {
    ON,
    OFF,
    /** Only a restart lets it run. */
    DISABLED
  }

  public ScheduledEvents {
    all = List.copyOf(all);
  }

  public Optional<ScheduledEvent> find(EventName name) {
    return all.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  public List<ScheduledEvent> that(ScheduledEvent.Status status) {
    return all.stream().filter(each -> each.status() == status).toList();
  }

  /** Those that run: none does while the scheduler does not. */
  public List<ScheduledEvent> thatRun() {
    return running == Scheduler.ON ? that(ScheduledEvent.Status.ENABLED) : List.of();
  }

  /** The statements that let those run that somebody has disabled. */
  public List<String> disabled() {
    return enabling(ScheduledEvent.Status.DISABLED);
  }

  /** The same of those that came by replication. */
  public List<String> replicated() {
    return enabling(ScheduledEvent.Status.REPLICATED);
  }

  private List<String> enabling(ScheduledEvent.Status status) {
    return that(status).stream().map(ScheduledEvent::enabling).toList();
  }

  /** What lets the scheduler itself run; empty while it does. */
  public List<String> scheduler() {
    return running == Scheduler.ON ? List.of() : List.of(starting);
  }
}
