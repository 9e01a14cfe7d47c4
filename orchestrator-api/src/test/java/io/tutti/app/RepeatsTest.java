package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RepeatsTest {
  private final LoggerContext loggers = new LoggerContext();
  private final ListAppender<ILoggingEvent> written = new ListAppender<>();
  private final Repeats repeats = repeats();
  private Instant now = Instant.parse("2026-11-20T00:00:00Z");

  private Repeats repeats() {
    written.setContext(loggers);
    written.start();
    Repeats made = new Repeats(written);
    made.start();
    return made;
  }

  private void log(Level level, String pattern, Object argument, @Nullable Throwable failure) {
    LoggingEvent event =
        new LoggingEvent(
            "x", loggers.getLogger("io.tutti"), level, pattern, failure, new Object[] {argument});
    event.setInstant(now);
    repeats.doAppend(event);
  }

  private List<String> lines() {
    return written.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void logsARepeatedFailureOnceAMinuteAndCountsIt() {
    for (int second = 0; second < 130; second++) {
      log(Level.ERROR, "{} failed", second, new IllegalStateException("x"));
      now = now.plusSeconds(1);
    }

    assertThat(lines())
        .containsExactly(
            "0 failed",
            "59 times more within a minute: 0 failed",
            "60 failed",
            "59 times more within a minute: 60 failed",
            "120 failed");
    assertThat(written.list.getFirst().getThrowableProxy()).isNotNull();
    assertThat(written.list.get(1).getThrowableProxy()).isNull();
  }

  @Test
  void keepsApartWhatIsNotTheSame() {
    log(Level.WARN, "{} is away", "db1", null);
    log(Level.WARN, "{} is away", "db2", null);
    log(Level.ERROR, "{} failed", 1, new IllegalStateException("x"));
    log(Level.ERROR, "{} failed", 1, new IllegalArgumentException("x"));
    log(Level.INFO, "begun", 1, null);
    log(Level.INFO, "begun", 1, null);

    assertThat(lines()).hasSize(6);
  }

  @Test
  void saysAtItsEndWhatItHasNotSaidYet() {
    log(Level.WARN, "again", 1, null);
    log(Level.WARN, "again", 1, null);
    repeats.stop();

    assertThat(lines()).containsExactly("again", "1 times more within a minute: again");
  }
}
