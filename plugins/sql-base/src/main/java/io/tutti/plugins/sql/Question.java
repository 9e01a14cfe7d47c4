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
 */
public record Question(String key, String title, String sql, String grant) {

  /** The needed grants one by one. */
  public List<String> grants() {
    return grant.isEmpty() ? List.of() : List.of(grant.split("; "));
  }

  /** A question whose text is its own title. */
  public static Question plain(String key, String sql, String grant) {
    return new Question(key, sql, sql, grant);
  }
}
