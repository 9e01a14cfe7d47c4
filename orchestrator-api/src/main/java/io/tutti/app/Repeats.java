package io.tutti.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Logs a failure that happens again and again once a minute, with how often it did. Ten a second,
 * each with its stack, would fill a disk in hours and hide all else.
 *
 * <p>Failures with the same message pattern and the same kind of exception are the same; without an
 * exception, those with the same words.
 */
final class Repeats extends AppenderBase<ILoggingEvent> {
  private static final long WINDOW_MILLIS = Duration.ofMinutes(1).toMillis();

  /**
   * Kinds of failures that are distinguished at once; a new one then counts as heard of no more.
   */
  private static final int KINDS_MAX = 500;

  private final Appender<ILoggingEvent> log;
  private final Map<Kind, Seen> kinds = new LinkedHashMap<>();

  private record Kind(String logger, Level level, String words, String failure) {}

  private static final class Seen {
    final ILoggingEvent first;
    long more;

    Seen(ILoggingEvent first) {
      this.first = first;
    }
  }

  Repeats(Appender<ILoggingEvent> log) {
    this.log = log;
    setContext(log.getContext());
  }

  /** Called by one thread at a time. */
  @Override
  protected void append(ILoggingEvent event) {
    countUntil(event.getTimeStamp()).forEach(log::doAppend);
    if (event.getLevel().levelInt < Level.WARN_INT) {
      log.doAppend(event);
      return;
    }
    Seen seen = kinds.get(kind(event));
    if (seen != null) {
      seen.more++;
    } else {
      if (kinds.size() < KINDS_MAX) {
        kinds.put(kind(event), new Seen(event));
      }
      log.doAppend(event);
    }
  }

  private static Kind kind(ILoggingEvent event) {
    IThrowableProxy failure = event.getThrowableProxy();
    return new Kind(
        event.getLoggerName(),
        event.getLevel(),
        failure == null ? event.getFormattedMessage() : event.getMessage(),
        failure == null ? "" : failure.getClassName());
  }

  /** Those whose minute is over: logged whole again when they happen again. */
  private List<ILoggingEvent> countUntil(long now) {
    List<ILoggingEvent> counts = new ArrayList<>();
    Iterator<Seen> all = kinds.values().iterator();
    while (all.hasNext()) {
      Seen seen = all.next();
      if (now - seen.first.getTimeStamp() < WINDOW_MILLIS) {
        break;
      }
      all.remove();
      if (seen.more > 0) {
        counts.add(count(seen, now));
      }
    }
    return counts;
  }

  private static ILoggingEvent count(Seen seen, long now) {
    LoggingEvent event = new LoggingEvent();
    event.setLoggerName(seen.first.getLoggerName());
    event.setLevel(seen.first.getLevel());
    event.setThreadName(seen.first.getThreadName());
    event.setInstant(java.time.Instant.ofEpochMilli(now));
    event.setMessage(
        "%d times more within a minute: %s".formatted(seen.more, seen.first.getFormattedMessage()));
    return event;
  }

  @Override
  public void stop() {
    countUntil(Long.MAX_VALUE).forEach(log::doAppend);
    log.stop();
    super.stop();
  }
}
