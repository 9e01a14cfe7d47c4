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
   * @param why what is in the way
   * @param error the server's number of it
   * @param said its answer
   */
  record NotAdmitted(Hindrance why, int error, String said) implements Trial {}

  /** What is in the way of a login. */
  enum Hindrance {
    /** It may log in, and not do it. */
    PRIVILEGE,
    LOCKED,
    PASSWORD_EXPIRED,
    /** The account, its password, the host that it comes from, or the lack of TLS. */
    LOGIN
  }

  /** It shows nothing, as with an account that no fence keeps away. */
  record Inconclusive(String why) implements Trial {}
}
