package io.tutti.rest;

import io.tutti.api.GrantsView;
import io.tutti.api.GrantsView.StatementView;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.ServerAccount;
import io.tutti.model.ServerVersion;
import io.tutti.spi.AccountGrant;
import io.tutti.spi.AccountGrant.Need;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Makes statements of what a plugin says that accounts need. Pure.
 *
 * @param grants all that the release needs
 */
record GrantViews(String flavor, ServerVersion version, List<AccountGrant> grants) {
  private static final int USER_LENGTH_MAX = 80;
  private static final int HOST_LENGTH_MAX = 255;

  /**
   * Who is to be admitted, and from where.
   *
   * @param existing whether it is there already
   */
  record Account(String user, String host, boolean existing) {
    Account {
      require("user", user, USER_LENGTH_MAX);
      require("host", host, HOST_LENGTH_MAX);
    }

    private static void require(String parameter, String value, int longest) {
      if (value.isBlank()
          || value.length() > longest
          || value.chars().anyMatch(Character::isISOControl)) {
        throw new OrchestratorException(
            ErrorCode.INVALID_REQUEST,
            parameter,
            "The account's %s is empty, has control characters, or is longer than %d."
                .formatted(parameter, longest),
            List.of("write %s=%s".formatted(parameter, parameter.equals("user") ? "tutti" : "%")));
      }
    }

    String quoted() {
      return new ServerAccount(user, host).quoted();
    }
  }

  /**
   * @param monitor only what watching needs
   */
  GrantsView of(Account account, boolean monitor) {
    String name = account.quoted();
    Predicate<AccountGrant> wanted =
        grant -> grant.need() == Need.WATCHING || (!monitor && grant.need() == Need.OPERATING);
    List<StatementView> statements = new ArrayList<>();
    statements.add(
        new StatementView(
            "SET SESSION sql_log_bin = 0",
            account.existing()
                ? "no transaction that this server has alone"
                : "no hash of the password in binlogs"));
    if (!account.existing()) {
      statements.add(creating(name, account.host()));
    }
    statements.addAll(granting(wanted, name));
    statements.add(new StatementView("SET SESSION sql_log_bin = 1", "as it was"));
    String replicating = new ServerAccount("replication", "%").quoted();
    List<StatementView> replication = new ArrayList<>();
    replication.add(creating(replicating, "%"));
    replication.addAll(granting(grant -> grant.need() == Need.REPLICATING, replicating));
    return new GrantsView(
        flavor,
        version.toString(),
        name,
        statements,
        monitor
            ? List.of()
            : granting(
                grant ->
                    grant.need() == Need.SOMETIMES
                        && grants.stream()
                            .filter(wanted)
                            .noneMatch(other -> other.privilege().equals(grant.privilege())),
                name),
        monitor ? List.of() : replication);
  }

  private static StatementView creating(String account, String host) {
    return new StatementView(
        "CREATE USER %s IDENTIFIED BY '%s'".formatted(account, GrantsView.PASSWORD),
        host.equals("%")
            ? "may log in from anywhere: one address is safer"
            : "may log in from there only");
  }

  /** Each privilege once, for all that it is needed for. */
  private List<StatementView> granting(Predicate<AccountGrant> wanted, String account) {
    Map<String, String> whyByStatement = new LinkedHashMap<>();
    grants.stream()
        .filter(wanted)
        .forEach(grant ->
            whyByStatement.merge(
                grant.statement(account), grant.why(), (one, other) -> one + "; " + other));
    return whyByStatement.entrySet().stream()
        .map(entry -> new StatementView(entry.getKey(), entry.getValue()))
        .toList();
  }
}
