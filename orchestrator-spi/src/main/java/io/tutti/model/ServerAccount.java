package io.tutti.model;

/**
 * An account of a server, of which the name is only the first half: {@code GRANT … TO 'tutti'}
 * means {@code 'tutti'@'%'}, which may be another one, or none.
 *
 * @param host from where it may log in: {@code 10.0.0.%}
 */
public record ServerAccount(String user, String host) {

  /**
   * @param reported as {@code CURRENT_USER()} has it: a host has no {@code @}, a name may have
   */
  public static ServerAccount parse(String reported) {
    int at = reported.lastIndexOf('@');
    return at < 0
        ? new ServerAccount(reported, "%")
        : new ServerAccount(reported.substring(0, at), reported.substring(at + 1));
  }

  /** As in statements: {@code 'tutti'@'10.0.0.5'}. */
  public String quoted() {
    return quoted(user) + "@" + quoted(host);
  }

  private static String quoted(String name) {
    return "'" + name.replace("\\", "\\\\").replace("'", "''") + "'";
  }

  @Override
  public String toString() {
    return quoted();
  }
}
