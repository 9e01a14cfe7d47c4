package io.tutti.store;

/**
 * How far a token reaches. An admin reaches as far as an operator, and that one as far as a viewer
 * and a reporter, too.
 */
public enum Role {
  /** Reports of the boots of hosts, and sees nothing. */
  REPORTER,
  /** Sees everything that is known, and changes nothing. */
  VIEWER,
  /** Acts on servers, as far as nothing is lost by it. */
  OPERATOR,
  /** Gives tokens away, and overrides what protects data. */
  ADMIN;

  public boolean covers(Role needed) {
    return switch (this) {
      case REPORTER -> needed == REPORTER;
      case VIEWER -> needed == VIEWER;
      case OPERATOR, ADMIN -> compareTo(needed) >= 0;
    };
  }
}
