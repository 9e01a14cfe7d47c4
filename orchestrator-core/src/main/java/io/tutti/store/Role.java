package io.tutti.store;

/** How far a token reaches; each role reaches as far as those before it, too. */
public enum Role {
  /** Sees everything that is known, and changes nothing. */
  VIEWER,
  /** Acts on servers, as far as nothing is lost by it. */
  OPERATOR,
  /** Gives tokens away, and overrides what protects data. */
  ADMIN;

  public boolean covers(Role needed) {
    return compareTo(needed) >= 0;
  }
}
