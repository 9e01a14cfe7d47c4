package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventType;
import java.time.Instant;
import java.util.Optional;

/** Takes of a log no more than what it begins with. For one thread. */
final class LogBeginning implements EventSink {
  /**
   * What the event shows that a log begins with.
   *
   * @param created the beginning of 1970 unless it is the first log of its process
   */
  record Head(Instant writtenAt, Instant created) {}

  private final CreatedDeserializer created;
  private Optional<Head> head = Optional.empty();
  private Optional<String> trouble = Optional.empty();

  LogBeginning(RawEvents log) {
    this.created = new CreatedDeserializer();
    log.setEventDataDeserializer(EventType.FORMAT_DESCRIPTION, created);
  }

  /** What comes first is an event that the server makes up, and that has none of its numbers. */
  @Override
  public void take(Event event) {
    if (!isOver() && created.createdSeconds() >= 0) {
      head =
          Optional.of(
              new Head(
                  Instant.ofEpochMilli(event.getHeader().getTimestamp()),
                  Instant.ofEpochSecond(created.createdSeconds())));
    }
  }

  @Override
  public void fail(String why) {
    if (!isOver()) {
      trouble = Optional.of(why);
    }
  }

  @Override
  public boolean isOver() {
    return head.isPresent() || trouble.isPresent();
  }

  @Override
  public Optional<String> trouble() {
    return trouble.or(
        () -> head.isPresent() ? Optional.empty() : Optional.of("it ends before its beginning"));
  }

  Head head() {
    return head.orElseThrow();
  }
}
