package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import org.junit.jupiter.api.Test;

class LogFormatTest {
  private static final String PAINTED = "denied \u001b]0;owned\u0007\u001b[2J";

  /** What a driver throws holds the words of a server. */
  @Test
  void neitherMessagesNorTracesHoldWhatATerminalObeys() {
    LoggerContext loggers = new LoggerContext();
    PatternLayout layout = new PatternLayout();
    layout.setContext(loggers);
    layout.setPattern(LogFormat.PATTERN);
    layout.start();
    Exception failure =
        new IllegalStateException("by " + PAINTED, new IllegalStateException("of " + PAINTED));

    String line =
        layout.doLayout(
            new LoggingEvent(
                "test", loggers.getLogger("io.tutti"), Level.WARN, PAINTED, failure, null));

    assertThat(line).doesNotContain("\u001b", "\u0007");
    assertThat(line).contains("denied .]0;owned", "Caused by: ", "LogFormatTest");
    assertThat(line).containsOnlyOnce("by denied");
  }

  /** What a server says could look like a line of ours. */
  @Test
  void noTextMakesALineOfItsOwn() {
    LoggerContext loggers = new LoggerContext();
    PatternLayout layout = new PatternLayout();
    layout.setContext(loggers);
    layout.setPattern(LogFormat.PATTERN);
    layout.start();
    String forged = "denied\n2026-11-23T09:00:00.000Z INFO  io.tutti.events - all is well\r\nmore";

    String lines =
        layout.doLayout(
            new LoggingEvent(
                "test",
                loggers.getLogger("io.tutti"),
                Level.WARN,
                forged,
                new IllegalStateException(forged, new IllegalStateException(forged)),
                null));

    assertThat(lines.lines().skip(1))
        .allMatch(line ->
            line.startsWith("\t") || line.startsWith("Caused by: ") || line.startsWith("java."));
    assertThat(lines.lines().findFirst().orElseThrow())
        .endsWith("denied 2026-11-23T09:00:00.000Z INFO  io.tutti.events - all is well more");
    assertThat(lines).contains("\tat ", "Caused by: ");
  }
}
