package io.tutti.timing;

/**
 * Is told that something is due: at least once, on a thread of its own, and possibly twice where a
 * controller ended in between. So whoever is told decides by what is kept whether there is anything
 * to do, and returns soon.
 */
@FunctionalInterface
public interface TimeHasCome {
  void due(ScheduleId id);
}
