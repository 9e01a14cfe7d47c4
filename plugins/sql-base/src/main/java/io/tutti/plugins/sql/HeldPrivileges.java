package io.tutti.plugins.sql;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.Observed;
import io.tutti.model.ServerAccount;
import io.tutti.model.ServerVersion;
import io.tutti.spi.AccountGrant;
import io.tutti.spi.Target;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What {@code SHOW GRANTS} reports of an account's privileges. Pure.
 *
 * @param names those on the whole server, upper case
 * @param objects those on a database or a table, by its name: {@code mysql.*}
 * @param certain whether what is not among them is surely missing: not so where the account has
 *     ALL, or a role, whose privileges are not listed on all
 */
record HeldPrivileges(Set<String> names, Map<String, Set<String>> objects, boolean certain) {
  private static final Pattern ON =
      Pattern.compile("^GRANT (.+?) ON (\\S+) TO .*", Pattern.CASE_INSENSITIVE);

  /** What is said of an account that lacks some. */
  static final String LACKS =
      "The account '%s' lacks privileges on %s for this. Nothing was changed.";

  private static final String SUPER = "SUPER";
  private static final String EVERYWHERE = "*.*";

  /** Who has a privilege on a table has it on each column. */
  private static final String OF_COLUMN = " \\(.*\\)$";

  private static final Pattern ROLE =
      Pattern.compile("^GRANT (?!.* ON ).+ TO .*", Pattern.CASE_INSENSITIVE);

  static HeldPrivileges of(List<String> lines) {
    Map<String, Set<String>> objects = new HashMap<>();
    boolean roles = false;
    for (String line : lines) {
      Matcher on = ON.matcher(line);
      if (on.matches()) {
        Set<String> held =
            objects.computeIfAbsent(on.group(2).replace("`", ""), key -> new HashSet<>());
        for (String name : on.group(1).split(",")) {
          held.add(name.strip().replace("`", "").toUpperCase(Locale.ROOT));
        }
      }
      roles |= ROLE.matcher(line).matches();
    }
    Set<String> names = objects.getOrDefault(EVERYWHERE, Set.of());
    return new HeldPrivileges(names, objects, !roles && !hasAll(names));
  }

  /** The answer to {@code SHOW GRANTS}: one column, named after the account. */
  static HeldPrivileges of(Rows reported) {
    return of(
        reported.all().stream().map(row -> row.byLabel().values().iterator().next()).toList());
  }

  /**
   * Whose privileges they are.
   *
   * @param flavor the plugin's id
   * @param account as which the server let it in
   */
  record Account(String flavor, ServerVersion version, Target server, ServerAccount account) {}

  /**
   * That none is missing.
   *
   * @param missing as in {@code BINLOG ADMIN ON *.*}
   * @param observed with the account, and then its server, to be filled in
   * @throws OrchestratorException MISSING_PRIVILEGE with a GRANT for each, and who shows all
   */
  static void requireNone(List<String> missing, Account account, String observed) {
    Target server = account.server();
    ServerAccount held = account.account();
    if (!missing.isEmpty()) {
      throw new OrchestratorException(
          ErrorCode.MISSING_PRIVILEGE,
          server.address().toString(),
          observed.formatted(held.user(), server.address()),
          Remedies.advice(
                  missing.stream()
                      .map(privilege -> "GRANT %s TO %s".formatted(privilege, held.quoted()))
                      .toList())
              .or(Acts.showGrants(account.flavor(), account.version(), held.user(), held.host())));
    }
  }

  /**
   * @param privilege as in {@code BINLOG ADMIN ON *.*}
   * @param grants of the release, which show what SUPER includes
   */
  boolean surelyLack(String privilege, OperatingGrants grants) {
    String name = privilege.replace(" ON *.*", "").toUpperCase(Locale.ROOT);
    return certain && !names.contains(name) && !(names.contains(SUPER) && grants.superCovers(name));
  }

  /** Where SUPER covers nothing else. */
  boolean surelyLackExactly(String privilege) {
    return certain && !surelyHave(privilege, false);
  }

  private static boolean hasAll(Set<String> names) {
    return names.contains("ALL PRIVILEGES") || names.contains("ALL");
  }

  /** Which of those are surely missing; who has a role may have them by that. */
  Observed<List<AccountGrant>> lacked(List<AccountGrant> wanted, OperatingGrants grants) {
    List<AccountGrant> missing =
        wanted.stream().filter(each -> !mayHave(each.privilege(), grants)).toList();
    return certain || hasAll(names) || missing.isEmpty()
        ? Observed.known(hasAll(names) ? List.of() : missing)
        : Observed.unknown("it has a role, and what comes with that is not listed");
  }

  /**
   * @param privilege with its object: {@code SELECT, INSERT ON mysql.user}
   */
  private boolean mayHave(String privilege, OperatingGrants grants) {
    int on = privilege.indexOf(" ON ");
    String object = privilege.substring(on + " ON ".length());
    String database = object.substring(0, object.indexOf('.')) + ".*";
    return Arrays.stream(privilege.substring(0, on).toUpperCase(Locale.ROOT).split(", "))
        .allMatch(name ->
            names.contains(name.replaceFirst(OF_COLUMN, ""))
                || (object.equals(EVERYWHERE) && names.contains(SUPER) && grants.superCovers(name))
                || Stream.of(object, database)
                    .map(each -> objects.getOrDefault(each, Set.of()))
                    .anyMatch(held ->
                        held.contains(name)
                            || held.contains(name.replaceFirst(OF_COLUMN, ""))
                            || hasAll(held)));
  }

  /**
   * @param privilege as in {@code BINLOG ADMIN ON *.*}
   * @param superSuffices whether SUPER covers it
   */
  boolean surelyHave(String privilege, boolean superSuffices) {
    return names.contains(privilege.replace(" ON *.*", "").toUpperCase(Locale.ROOT))
        || hasAll(names)
        || (superSuffices && names.contains("SUPER"));
  }
}
