package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.Appender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However much is logged, it fills no disk. */
class LogRotationTest {
  private static final int LINE = 64 * 1024;
  private static final int LINES = 2_000;
  private static final int MEGABYTE = 1 << 20;

  @Test
  void keepsFiveOldFilesOfTenMegabytes(@TempDir Path folder) throws IOException {
    LoggerContext loggers = new LoggerContext();
    loggers.setMDCAdapter(new LogbackMDCAdapter());
    Appender<ILoggingEvent> log = LogFormat.file(loggers, folder.resolve("tutti.log"));
    for (int i = 0; i < LINES; i++) {
      log.doAppend(
          new LoggingEvent(
              "test", loggers.getLogger("io.tutti"), Level.WARN, i + "x".repeat(LINE), null, null));
    }
    log.stop();

    try (Stream<Path> files = Files.list(folder)) {
      List<Path> all = files.sorted().toList();
      assertThat(all).extracting(Path::getFileName).hasSize(6);
      assertThat(all).allSatisfy(file -> assertThat(Files.size(file)).isLessThan(15L * MEGABYTE));
    }
    try (Stream<String> newest = Files.lines(folder.resolve("tutti.log"))) {
      assertThat(newest).last().asString().contains((LINES - 1) + "x");
    }
  }
}
