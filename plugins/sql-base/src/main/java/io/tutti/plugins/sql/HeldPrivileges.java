package io.tutti.plugins.sql;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.ServerVersion;
import io.tutti.spi.Target;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code SHOW GRANTS} tells of an account's privileges on the whole server. Pure.
 *
 * @param names upper case
 * @param certain whether what is not among them is surely missing: not so where the account has
 *     ALL, or a role, whose privileges are not listed on all
 */
record HeldPrivileges(Set<String> names, boolean certain) {
  private static final Pattern ON_ALL =
      Pattern.compile("^GRANT (.+?) ON \\*\\.\\* TO .*", Pattern.CASE_INSENSITIVE);

  /** What is said of an account that lacks some. */
  static final String LACKS =
      "The account '%s' lacks privileges on %s for this. Nothing was changed.";

  private static final String SUPER = "SUPER";

  private static final Pattern ROLE =
      Pattern.compile("^GRANT (?!.* ON ).+ TO .*", Pattern.CASE_INSENSITIVE);

  static HeldPrivileges of(List<String> lines) {
    Set<String> names = new HashSet<>();
    boolean roles = false;
    for (String line : lines) {
      Matcher onAll = ON_ALL.matcher(line);
      if (onAll.matches()) {
        for (String name : onAll.group(1).split(",")) {
          names.add(name.strip().toUpperCase(Locale.ROOT));
        }
      }
      roles |= ROLE.matcher(line).matches();
    }
    boolean all = names.contains("ALL PRIVILEGES") || names.contains("ALL");
    return new HeldPrivileges(names, !roles && !all);
  }

  /** The answer to {@code SHOW GRANTS}: one column, named after the account. */
  static HeldPrivileges of(Rows told) {
    return of(told.all().stream().map(row -> row.byLabel().values().iterator().next()).toList());
  }

  /**
   * Whose privileges they are.
   *
   * @param flavor the plugin's id
   */
  record Account(String flavor, ServerVersion version, Target server) {}

  /**
   * That none is missing.
   *
   * @param missing as in {@code BINLOG ADMIN ON *.*}
   * @param observed with the account, and then its server, to be filled in
   * @throws OrchestratorException MISSING_PRIVILEGE with a GRANT for each, and who tells all
   */
  static void requireNone(List<String> missing, Account account, String observed) {
    Target server = account.server();
    String user = server.credentials().user();
    if (!missing.isEmpty()) {
      throw new OrchestratorException(
          ErrorCode.MISSING_PRIVILEGE,
          server.address().toString(),
          observed.formatted(user, server.address()),
          Remedies.advice(
                  missing.stream()
                      .map(privilege -> "GRANT %s TO '%s'".formatted(privilege, user))
                      .toList())
              .or(Acts.showGrants(account.flavor(), account.version(), user)));
    }
  }

  /**
   * @param privilege as in {@code BINLOG ADMIN ON *.*}
   */
  boolean surelyLack(String privilege) {
    String name = privilege.replace(" ON *.*", "").toUpperCase(Locale.ROOT);
    return certain && !names.contains(name) && !(names.contains(SUPER) && maySuperCover(name));
  }

  /** Where SUPER stands for nothing else. */
  boolean surelyLackExactly(String privilege) {
    return certain && !surelyHave(privilege, false);
  }

  /** SUPER stands for others on some releases; for this one it never did. */
  private static boolean maySuperCover(String name) {
    return !name.equals("RELOAD");
  }

  /**
   * @param privilege as in {@code BINLOG ADMIN ON *.*}
   * @param superStands whether SUPER stands for it
   */
  boolean surelyHave(String privilege, boolean superStands) {
    return names.contains(privilege.replace(" ON *.*", "").toUpperCase(Locale.ROOT))
        || names.contains("ALL PRIVILEGES")
        || names.contains("ALL")
        || (superStands && names.contains("SUPER"));
  }
}
