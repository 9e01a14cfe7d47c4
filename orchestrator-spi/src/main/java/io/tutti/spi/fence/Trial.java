package io.tutti.spi.fence;

/** What came of an attempt to do what a fence is to prevent. */
public sealed interface Trial {

  /**
   * The server let nobody do it.
   *
   * @param said its answer
   */
  record Refused(String said) implements Trial {}

  /** It could have been done; nothing was left out. */
  record Let(String said) implements Trial {}

  /**
   * The login is not let in, or may not do it, fence or no fence: it is unknown there, or its
   * password is another one, or it comes from another host, or without TLS, or it is locked.
   *
   * @param error the server's number of it
   * @param said its answer
   */
  record NotAdmitted(int error, String said) implements Trial {}

  /** It shows nothing, as with an account that no fence keeps away. */
  record Inconclusive(String why) implements Trial {}
}
