package io.tutti.timing;

/**
 * Something that is to begin at its time.
 *
 * @param what begins then, as a sentence for people
 * @param missed what becomes of a time at which no controller ran
 */
public record Schedule(ScheduleId id, When when, String what, Missed missed) {

  /** What becomes of a time that passed while no controller ran, or all were busy. */
  public enum Missed {
    /** However many have passed, it begins once, as soon as a controller runs. */
    ONCE_LATE,
    /** It is left out, and begins at its next time. */
    LEFT_OUT
  }
}
