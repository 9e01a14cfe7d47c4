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
}
