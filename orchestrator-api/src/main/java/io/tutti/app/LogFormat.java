package io.tutti.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.util.Duration;
import ch.qos.logback.core.util.FileSize;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * Logs to standard error or a file, one line each; what repeats is counted ({@link Repeats}). Code
 * instead of a file, because reading XML takes a tenth of the start.
 */
public final class LogFormat extends ContextAwareBase implements Configurator {
  /**
   * A message is one line, whatever a server put into it, and a line of a trace begins like none of
   * ours.
   */
  static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z', UTC} %-5level %logger{24} - "
          + "%replace(%replace(%msg){'\\s*[\\r\\n]\\s*', ' '}){'[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]', '.'}%n"
          + "%replace(%replace(%ex){'\\n(?!\\t|Caused by: |$)', ' '}){'[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]', '.'}%nopex";

  private static final int FILES_MAX = 5;
  private static final long FILE_BYTES_MAX = 10L * 1024 * 1024;
  private static final int CHECK_MILLIS = 1;

  /** What says the same at each start or request, or again what we say ourselves. */
  private static final List<String> NOISE =
      List.of(
          // This release of H2 is newer than the ones that Flyway was tried with.
          "org.flywaydb.core.internal.database.base",
          // A request for what is not there, which is answered with 404.
          "org.springframework.web.servlet.PageNotFound",
          // Why the web server could not start: Controller makes one message with a remedy of it.
          "org.springframework.boot.web.server.servlet.context",
          "org.springframework.boot.diagnostics",
          "org.springframework.boot.SpringApplication",
          // Threads of the store that a request happened to start.
          "org.apache.catalina.loader.WebappClassLoaderBase",
          // On the class path of tests only.
          "org.springdoc");

  @Override
  public ExecutionStatus configure(LoggerContext loggers) {
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setContext(loggers);
    console.setTarget("System.err");
    console.setEncoder(encoder(loggers));
    console.start();
    var root = loggers.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(counted(console));
    loggers.getLogger("io.tutti").setLevel(Level.INFO);
    NOISE.forEach(name -> loggers.getLogger(name).setLevel(Level.OFF));
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  private static PatternLayoutEncoder encoder(LoggerContext loggers) {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(loggers);
    encoder.setPattern(PATTERN);
    encoder.start();
    return encoder;
  }

  private static Repeats counted(Appender<ILoggingEvent> log) {
    Repeats counted = new Repeats(log);
    counted.start();
    return counted;
  }

  static Appender<ILoggingEvent> file(LoggerContext loggers, Path file) {
    RollingFileAppender<ILoggingEvent> log = new RollingFileAppender<>();
    log.setContext(loggers);
    log.setFile(file.toString());
    log.setEncoder(encoder(loggers));
    FixedWindowRollingPolicy names = new FixedWindowRollingPolicy();
    names.setContext(loggers);
    names.setParent(log);
    names.setFileNamePattern(file + ".%i");
    names.setMaxIndex(FILES_MAX);
    names.start();
    SizeBasedTriggeringPolicy<ILoggingEvent> size = new SizeBasedTriggeringPolicy<>();
    size.setContext(loggers);
    size.setMaxFileSize(new FileSize(FILE_BYTES_MAX));
    // Usually it looks once a minute, in which any amount can be logged.
    size.setCheckIncrement(Duration.buildByMilliseconds(CHECK_MILLIS));
    size.start();
    log.setRollingPolicy(names);
    log.setTriggeringPolicy(size);
    log.start();
    return log;
  }

  /**
   * How much of our own work is logged.
   *
   * @param file where to, in place of standard error
   */
  static void apply(ControllerSettings.LogLevel level, Optional<Path> file) {
    // Tomcat logs through the JDK.
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
    java.util.logging.Logger.getLogger("").setLevel(java.util.logging.Level.WARNING);
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext loggers) {
      loggers.getLogger("io.tutti").setLevel(Level.valueOf(level.name()));
      if (file.isPresent()) {
        var root = loggers.getLogger(Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        root.addAppender(counted(file(loggers, file.get())));
      }
    }
  }
}
