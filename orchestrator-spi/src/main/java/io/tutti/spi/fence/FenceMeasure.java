package io.tutti.spi.fence;

/**
 * A variable of a server that keeps clients from it.
 *
 * @param shut its value while they are kept away, as the server prints it
 * @param effect for people, such as {@code it refuses every write}
 */
public record FenceMeasure(String variable, String shut, Keeps keeps, String effect) {

  /** What clients are kept from. */
  public enum Keeps {
    /** From logging in, replicas included. */
    LOGINS,
    WRITES
  }
}
