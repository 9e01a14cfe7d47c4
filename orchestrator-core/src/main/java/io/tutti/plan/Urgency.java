package io.tutti.plan;

/** What an operation may do to others that are in its way. */
public enum Urgency {
  /** It is refused while another operation is in its way. */
  ROUTINE,
  /**
   * It lets clients and replicas to a server from which they were kept: routine work in its way is
   * displaced, as that may wait for just this, and goes on afterwards.
   */
  RELEASE,
  /**
   * It keeps data from being lost or from diverging, such as a fence: whatever else is in its way
   * is displaced, and goes on afterwards.
   */
  PROTECTION;

  /** Whether another one stands aside for it; not one that is as urgent: the first wins. */
  public boolean displaces(Urgency other) {
    return compareTo(other) > 0;
  }
}
