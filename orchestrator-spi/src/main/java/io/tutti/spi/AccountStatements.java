package io.tutti.spi;

/**
 * What a person says on a source for an account with which replicas log in: the same on all
 * flavors.
 *
 * @param account quoted, with its host: {@code 'repl'@'10.1.%'}
 */
public record AccountStatements(String account) {

  /** A new account that may replicate; a person puts a password in. */
  public String create() {
    return "CREATE USER %s IDENTIFIED BY 'PASSWORD'; %s".formatted(account, mayReplicate());
  }

  public String mayReplicate() {
    return "GRANT REPLICATION SLAVE ON *.* TO " + account;
  }

  public String unlock() {
    return "ALTER USER %s ACCOUNT UNLOCK".formatted(account);
  }

  /** A person puts the password in. */
  public String newPassword() {
    return "ALTER USER %s IDENTIFIED BY 'PASSWORD'".formatted(account);
  }
}
