package io.tutti.binlog.file;

/** How much was read. */
public final class LogCounts {
  private long logs;
  private long events;
  private long unfinished;

  public LogCounts() {}

  void addLog() {
    logs++;
    // The format description was read to open it.
    events++;
  }

  void addEvent() {
    events++;
  }

  /** A transaction has no end. */
  public void addUnfinished() {
    unfinished++;
  }

  public long logs() {
    return logs;
  }

  public long events() {
    return events;
  }

  /** Transactions without an end. */
  public long unfinished() {
    return unfinished;
  }
}
