package io.tutti.simulation;

import io.tutti.model.EventName;
import io.tutti.model.ScheduledEvent;
import io.tutti.model.ScheduledEvent.Status;
import io.tutti.model.ScheduledEvents;
import io.tutti.model.ScheduledEvents.Scheduler;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The events of one server's scheduler. That one is let run is a transaction as others, of a schema
 * of its own: who replicates it keeps the event off.
 */
final class SimulatedEvents {
  static final String SCHEDULING = "SET GLOBAL " + Variables.SCHEDULES + " = ON";

  private static final String SCHEMA = "event ";

  private final SortedMap<String, Status> all = new TreeMap<>();

  static String schemaOf(EventName name) {
    return SCHEMA + name;
  }

  void written(Transaction transaction) {
    note(transaction, Status.ENABLED);
  }

  void replicated(Transaction transaction) {
    note(transaction, Status.REPLICATED);
  }

  private void note(Transaction transaction, Status status) {
    if (transaction.schema().startsWith(SCHEMA)) {
      all.put(transaction.schema().substring(SCHEMA.length()), status);
    }
  }

  List<String> enabled() {
    return all.entrySet().stream()
        .filter(each -> each.getValue() == Status.ENABLED)
        .map(SortedMap.Entry::getKey)
        .toList();
  }

  ScheduledEvents reported(boolean isScheduling) {
    return new ScheduledEvents(
        all.entrySet().stream()
            .map(each ->
                new ScheduledEvent(
                    named(each.getKey()),
                    each.getValue(),
                    "ENABLE EVENT " + each.getKey(),
                    Optional.empty()))
            .toList(),
        isScheduling ? Scheduler.ON : Scheduler.OFF,
        SCHEDULING);
  }

  private static EventName named(String text) {
    int dot = text.indexOf('.');
    return new EventName(text.substring(0, dot), text.substring(dot + 1));
  }

  /** Nothing of it is in a binlog. */
  void set(EventName event, Status status) {
    all.put(event.toString(), status);
  }
}
