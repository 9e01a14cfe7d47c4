package io.tutti.plugins.sql;

import java.util.List;

/**
 * One statement of a reading.
 *
 * @param key by which its answer is found again
 * @param title what people call it: {@code SHOW SLAVE STATUS}
 * @param sql the statement, without a semicolon
 * @param grant what the account needs for it, as in {@code GRANT … TO}: {@code REPLICATION CLIENT
 *     ON *.*}; several are parted by semicolons; empty when nothing
 * @param hasSecret whether the statement has a password in it, which is in nothing that is said of
 *     it
 */
public record Question(String key, String title, String sql, String grant, boolean hasSecret) {

  public Question(String key, String title, String sql, String grant) {
    this(key, title, sql, grant, false);
  }

  /** Polls leave out columns that nothing of theirs needs: this one's answer has all of them. */
  private static final String ALL_COLUMNS = " /* all columns */";

  /** The same, of which every column is read. */
  public Question withAllColumns() {
    return new Question(key, title, sql + ALL_COLUMNS, grant);
  }

  static boolean wantsAllColumns(String sql) {
    return sql.endsWith(ALL_COLUMNS);
  }

  /** The needed grants one by one. */
  public List<String> grants() {
    return grant.isEmpty() ? List.of() : List.of(grant.split("; "));
  }

  /** A question whose text is its own title. */
  public static Question plain(String key, String sql, String grant) {
    return new Question(key, sql, sql, grant);
  }

  /** The same, with a password in its statement. */
  Question withSecret() {
    return new Question(key, title, sql, grant, true);
  }

  @Override
  public String toString() {
    return hasSecret ? title : sql;
  }
}
