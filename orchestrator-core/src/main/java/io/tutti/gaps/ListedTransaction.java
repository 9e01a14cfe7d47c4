package io.tutti.gaps;

import io.tutti.spi.LogReader.LogEvent;
import java.util.List;

/** A transaction of a log with the events that it consists of. */
public record ListedTransaction(LoggedTransaction transaction, List<LogEvent> events) {
  public ListedTransaction {
    events = List.copyOf(events);
  }
}
