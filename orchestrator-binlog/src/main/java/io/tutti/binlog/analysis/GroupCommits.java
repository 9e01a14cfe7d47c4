package io.tutti.binlog.analysis;

/** How many transactions MariaDB committed together: those with the same commit id, one by one. */
final class GroupCommits {
  private final Spread sizes = new Spread();
  private long commitId;
  private long size;

  /** Adds a transaction; one without a commit id was committed alone. */
  boolean add(long id) {
    boolean isNew = id == 0 || id != commitId;
    if (isNew) {
      close();
    }
    commitId = id;
    size++;
    return isNew;
  }

  private void close() {
    if (size > 0) {
      sizes.add(size);
    }
    size = 0;
  }

  BinlogReport.Numbers report() {
    close();
    commitId = 0;
    return sizes.report();
  }
}
