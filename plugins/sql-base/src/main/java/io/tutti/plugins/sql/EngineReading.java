package io.tutti.plugins.sql;

import io.tutti.error.Act;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.Observed;
import io.tutti.model.ServerAccount;
import io.tutti.spi.TouchedTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * Reads which tables are without transactions. Who sees all tables is shown all; else InnoDB's own
 * list, which needs PROCESS only, proves of a table that is in it that it has some.
 */
final class EngineReading {
  /** More are of no use to a person. */
  private static final int LISTED_MAX = 1_000;

  /** InnoDB's list is called so from 8.0 on, or as before. */
  private static final List<String> LISTS = List.of("INNODB_TABLES", "INNODB_SYS_TABLES");

  private final BiFunction<String, String, Rows> asking;
  private final OperatingGrants grants;
  private final ServerAccount account;

  /**
   * @param asking a statement, and the privilege that it needs
   */
  EngineReading(
      BiFunction<String, String, Rows> asking, OperatingGrants grants, ServerAccount account) {
    this.asking = asking;
    this.grants = grants;
    this.account = account;
  }

  Observed<List<String>> withoutTransactions(TouchedTables touched) {
    try {
      HeldPrivileges held = HeldPrivileges.of(asking.apply("SHOW GRANTS", ""));
      if (held.surelyHave(seeingAll(), false)) {
        return Observed.known(
            ofAll().stream()
                .filter(table -> touched.others() || touched.named().contains(table))
                .toList());
      }
      return touched.others()
          ? Observed.unknown(
              "it is statements that write them, and the account may not see all tables. Remedy: GRANT %s TO %s"
                  .formatted(seeingAll(), account.quoted()))
          : ofUnlisted(unlisted(touched.named()), held);
    } catch (OrchestratorException e) {
      return Observed.unknown(
          e.code() == ErrorCode.MISSING_PRIVILEGE
              ? e.observed() + " Remedy: " + e.remedies().joined("; ", Act::toString)
              : e.observed());
    }
  }

  /** Without PROCESS, MariaDB 10.1 lists none of InnoDB's tables, and says nothing of that. */
  private Observed<List<String>> ofUnlisted(List<String> unlisted, HeldPrivileges held) {
    String listing = grants.of(Work.ENGINES);
    return unlisted.isEmpty()
        ? Observed.known(unlisted)
        : Observed.unknown(
            "%s: not among the tables of InnoDB, so without transactions, or not there at all, and the account may not see which. Remedy: GRANT %s TO %s"
                .formatted(
                    String.join(", ", unlisted),
                    held.surelyHave(listing, false) ? seeingAll() : listing,
                    account.quoted()));
  }

  private String seeingAll() {
    return grants.of(Work.ALL_ENGINES);
  }

  private List<String> ofAll() {
    return asking
        .apply(
            "SELECT TABLE_SCHEMA AS db, TABLE_NAME AS name FROM information_schema.TABLES"
                + " WHERE TABLE_TYPE = 'BASE TABLE' AND TABLE_SCHEMA NOT IN"
                + " ('mysql', 'information_schema', 'performance_schema', 'sys')"
                + " AND (ENGINE IS NULL OR ENGINE NOT IN (SELECT ENGINE"
                + " FROM information_schema.ENGINES WHERE TRANSACTIONS = 'YES'))"
                + " LIMIT "
                + LISTED_MAX,
            seeingAll())
        .all()
        .stream()
        .map(row -> row.textOrEmpty("db") + "." + row.textOrEmpty("name"))
        .toList();
  }

  private List<String> unlisted(Set<String> tables) {
    List<String> conditions = new ArrayList<>();
    for (String table : tables) {
      listedAs(table)
          .ifPresent(name ->
              conditions.add(
                  "NAME = %1$s OR NAME LIKE %2$s"
                      .formatted(SqlNames.quoted(name), SqlNames.quoted(name + "#%"))));
    }
    if (conditions.isEmpty()) {
      return List.copyOf(tables);
    }
    Set<String> listed =
        asking
            .apply(
                "SELECT NAME AS name FROM information_schema.%s WHERE %s"
                    .formatted(list(), String.join(" OR ", conditions)),
                grants.of(Work.ENGINES))
            .all()
            .stream()
            .map(row -> row.textOrEmpty("name").replaceAll("#.*", ""))
            .collect(Collectors.toSet());
    return tables.stream()
        .filter(table -> listedAs(table).filter(listed::contains).isEmpty())
        .sorted()
        .toList();
  }

  private String list() {
    Set<String> there =
        asking
            .apply(
                "SELECT TABLE_NAME AS name FROM information_schema.TABLES"
                    + " WHERE TABLE_SCHEMA = 'information_schema' AND TABLE_NAME IN ('%s')"
                        .formatted(String.join("', '", LISTS)),
                "")
            .all()
            .stream()
            .map(row -> row.textOrEmpty("name").toUpperCase(Locale.ROOT))
            .collect(Collectors.toSet());
    return LISTS.stream().filter(there::contains).findFirst().orElse(LISTS.getLast());
  }

  /** As a file would be called; empty where a name is not distinguished from others that way. */
  private static Optional<String> listedAs(String table) {
    int dot = table.indexOf('.');
    if (dot != table.lastIndexOf('.') || table.chars().anyMatch(each -> each > 127)) {
      return Optional.empty();
    }
    return Optional.of(asFile(table.substring(0, dot)) + "/" + asFile(table.substring(dot + 1)));
  }

  private static String asFile(String name) {
    return name.chars()
        .mapToObj(each ->
            Character.isLetterOrDigit(each) || each == '_'
                ? Character.toString(each)
                : "@%04x".formatted(each))
        .collect(Collectors.joining());
  }
}
