package io.tutti.operation.promotion;

/** What a person takes upon themselves, where it would keep a switchover from being done. */
public enum Leave {
  /** Events of the scheduler: none is let run on the new source. */
  EVENTS,
  /** Acknowledgements: commits on the new source wait for none. */
  ACKS
}
