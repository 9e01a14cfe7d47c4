package io.tutti.binlog.simulate;

import java.util.List;

/**
 * The transactions of logs, in their order.
 *
 * @param isMariaDb whether MariaDB wrote them
 * @param isClocked whether the logs say what may run at once, as MySQL 5.7 does
 * @param isCut whether the logs have more than were taken
 * @param keyless tables without a key, by name
 * @param unknown tables of which no key is known, or of which rows cannot be read
 * @param unread why a file was not read to its end; empty where all were
 */
public record Workload(
    List<Work> all,
    boolean isMariaDb,
    boolean isClocked,
    boolean isCut,
    List<String> keyless,
    List<String> unknown,
    List<String> unread) {

  public Workload {
    all = List.copyOf(all);
    keyless = List.copyOf(keyless);
    unknown = List.copyOf(unknown);
    unread = List.copyOf(unread);
  }

  public int count() {
    return all.size();
  }

  /** Transactions that change something as a statement, so that its rows are not known. */
  public long byStatements() {
    return all.stream().filter(each -> each.statements() > 0).count();
  }

  /** Transactions with rows of which no key is known. */
  public long withUnknownKeys() {
    return all.stream().filter(each -> each.keys().isUnknown()).count();
  }

  /** Transactions with rows of a table without a key. */
  public long withoutKeys() {
    return all.stream().filter(each -> each.keys().isKeyless()).count();
  }

  long rows() {
    return all.stream().mapToLong(Work::rows).sum();
  }
}
