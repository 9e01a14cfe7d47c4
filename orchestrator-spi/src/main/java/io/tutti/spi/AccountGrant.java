package io.tutti.spi;

/**
 * A privilege that an account needs on a release, and what for.
 *
 * @param privilege with its object, as in {@code GRANT … TO}: {@code REPLICATION CLIENT ON *.*}
 * @param why in a few words
 */
public record AccountGrant(String privilege, Need need, String why) {

  /** When it is needed. */
  public enum Need {
    /** For everything that is only read. */
    WATCHING,
    /** Beside that, for what operations change. */
    OPERATING,
    /**
     * Only for what few want, or what only an all-mighty privilege allows; its refusal names it.
     */
    SOMETIMES,
    /** Not by the controller's account: by the one with which replicas connect to their source. */
    REPLICATING
  }

  /**
   * @param account quoted, as in {@code 'tutti'@'10.0.0.5'}
   */
  public String statement(String account) {
    return "GRANT " + privilege + " TO " + account;
  }
}
