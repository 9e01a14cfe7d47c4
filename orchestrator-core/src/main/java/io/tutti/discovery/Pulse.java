package io.tutti.discovery;

import io.tutti.alarm.Alarm;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does something again and again at short intervals. On a thread of the operating system, which
 * waits for nobody else's turn: that it does not move means that the whole process does.
 */
final class Pulse implements AutoCloseable {
  static final Duration INTERVAL = Duration.ofMillis(100);

  private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);

  private final Runnable beat;
  private final Alarm alarm = new Alarm();

  Pulse(Runnable beat) {
    this.beat = beat;
  }

  void start() {
    Thread.ofPlatform().daemon().name("pulse").start(this::run);
  }

  private void run() {
    try {
      while (alarm.await(INTERVAL)) {
        try {
          beat.run();
        } catch (RuntimeException e) {
          LOG.error("What is to be looked at each {} could not be", INTERVAL, e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    alarm.close();
  }
}
