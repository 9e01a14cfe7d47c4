package io.tutti.operation.promotion;

/** What goes over to the new source, where that is asked for. */
public enum Carry {
  /** Parallel settings: each of both gets what the other one had in the role that it takes. */
  SETTINGS,
  /** Events of the scheduler: those that run on the old source run on the new one. */
  EVENTS
}
