package io.tutti.plan;

/** What an operation may do to others that are in its way. */
public enum Urgency {
  /** It is refused while another operation is in its way. */
  ROUTINE,
  /**
   * It lets clients and replicas to a server from which they were kept: routine work in its way is
   * displaced, as that may wait for just this, and continues afterwards.
   */
  RELEASE,
  /**
   * It keeps data from being lost or from diverging, such as a fence: whatever else is in its way
   * is displaced, and continues afterwards.
   */
  PROTECTION;

  /** Whether another one is displaced for it; not one that is as urgent: the first wins. */
  public boolean displaces(Urgency other) {
    return compareTo(other) > 0;
  }
}
