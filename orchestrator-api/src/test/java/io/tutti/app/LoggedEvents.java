package io.tutti.app;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** All that this process logs while it is open, as level and message. */
final class LoggedEvents extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

  static LoggedEvents open() {
    LoggedEvents opened = new LoggedEvents();
    opened.setContext(opened.root.getLoggerContext());
    opened.start();
    opened.root.addAppender(opened);
    return opened;
  }

  @Override
  protected void append(ILoggingEvent event) {
    lines.add(event.getLevel() + " " + event.getFormattedMessage());
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  List<String> of(String event) {
    return lines.stream().filter(line -> line.contains(" " + event + " ")).toList();
  }

  void forget() {
    lines.clear();
  }

  @Override
  public void close() {
    root.detachAppender(this);
    stop();
  }
}
