package io.tutti.sandbox;

/**
 * An account that exists on every sandbox server. The servers listen on the loopback address only
 * and hold throw-away data, so the passwords are no secrets.
 *
 * @param user user name, valid from any host
 * @param password its password
 */
public record SandboxAccount(String user, String password) {

  /** May do everything. */
  public static final SandboxAccount ADMIN = new SandboxAccount("root", "sandbox-root");

  /** May read the binary log: what replicas log in with. */
  public static final SandboxAccount REPLICATION = new SandboxAccount("repl", "sandbox-repl");

  @Override
  public String toString() {
    return user;
  }
}
