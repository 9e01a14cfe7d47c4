package io.tutti.plan;

/** What an operation may do to others that are in its way. */
public enum Urgency {
  /** It is refused while another operation is in its way. */
  ROUTINE,
  /**
   * It keeps data from being lost or from diverging, such as a fence: routine work in its way is
   * displaced, and goes on afterwards.
   */
  PROTECTION
}
