package io.tutti.sandbox.release;

/** The two lines of servers whose replication SQL differs. */
public enum ServerFamily {
  MYSQL("mysql"),
  MARIADB("mariadb");

  private final String prefix;

  ServerFamily(String prefix) {
    this.prefix = prefix;
  }

  /** The first word of a release id: {@code mysql} or {@code mariadb}. */
  public String prefix() {
    return prefix;
  }
}
