package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.event.Event;
import java.util.Optional;

/** Takes the events of a binlog in their order, until it wants no more. For one thread. */
interface EventSink {

  void take(Event event);

  /** The first reason counts. */
  void fail(String why);

  /** Whether no more events are wanted. */
  boolean isOver();

  /** Why it has not what it was to have, once the log has ended. */
  Optional<String> trouble();
}
