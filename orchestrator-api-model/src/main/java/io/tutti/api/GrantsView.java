package io.tutti.api;

import java.util.List;

/**
 * The statements that make the accounts of a fleet, for servers of one release.
 *
 * @param version the release
 * @param account quoted, as in {@code 'tutti'@'10.0.0.5'}
 * @param statements that make the controller's account, in their order; for each server
 * @param sometimes that let it do what most fleets do without
 * @param replication that make the account with which replicas connect to their source
 */
public record GrantsView(
    String flavor,
    String version,
    String account,
    List<StatementView> statements,
    List<StatementView> sometimes,
    List<StatementView> replication) {
  /** Is in statements, within quotes, in place of the password. */
  public static final String PASSWORD = "<password>";

  /**
   * A statement, without a semicolon.
   *
   * @param why in a few words
   */
  public record StatementView(String sql, String why) {}
}
