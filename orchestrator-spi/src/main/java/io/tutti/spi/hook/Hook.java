package io.tutti.spi.hook;

import io.tutti.spi.Deadline;

/** One that was set up. */
public interface Hook {
  /**
   * Calls it, and waits until it has ended or the deadline is over; then it is ended. An interrupt
   * of the thread ends it, too. Whatever goes wrong with it is an outcome, no exception.
   */
  HookOutcome call(HookEvent event, Deadline deadline);

  /** What is called, for people, without secrets. */
  String describe();

  /** The same of one event: what it would do then. */
  default String describe(HookPoint point, HookEvent.About about) {
    return describe();
  }
}
