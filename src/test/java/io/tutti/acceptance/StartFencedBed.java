package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.ServerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;

/** Servers that start with the option file that the controller prints for them. */
final class StartFencedBed {
  private StartFencedBed() {}

  /** Gives it the option file, which counts from its next start on. */
  static void configure(FenceBed bed, SandboxServer server) {
    configure(bed.controller(), server.address(), server);
  }

  /**
   * @param known as the controller knows it
   */
  static void configure(RunningController controller, ServerAddress known, SandboxServer server) {
    CommandResult printed = controller.tutti("startup-config", known.toString());
    assertThat(printed.exitCode()).as("%s", printed.errors()).isZero();
    assertThat(printed.output()).contains("[mysqld]", "read_only=ON");
    append(server, printed.output());
  }

  /** Adds to what it reads at its next start. */
  static void append(SandboxServer server, String options) {
    try {
      Files.writeString(server.configurationFile(), options, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** A client that writes all the time, each time in a session of its own. */
  static final class Hammer implements AutoCloseable {
    private final FenceBed bed;
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicLong lastAcceptedMillis = new AtomicLong();
    private final AtomicLong answeredNanos = new AtomicLong();
    private final AtomicLong acceptedNanos = new AtomicLong();
    private final DoubleAdder queued = new DoubleAdder();
    private final AtomicInteger looks = new AtomicInteger();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

    Hammer(FenceBed bed) {
      this.bed = bed;
      clock.scheduleWithFixedDelay(this::write, 0, 10, TimeUnit.MILLISECONDS);
    }

    private void write() {
      queued.add(runnable());
      looks.incrementAndGet();
      long begunMillis = System.currentTimeMillis();
      Optional<String> why = bed.refusal();
      long now = System.nanoTime();
      if (why.isEmpty()) {
        accepted.incrementAndGet();
        lastAcceptedMillis.set(begunMillis);
        acceptedNanos.compareAndSet(0, now);
      }
      if (why.filter(Hammer::isOfNobody).isEmpty()) {
        why.ifPresent(refusal -> refused.incrementAndGet());
        answeredNanos.compareAndSet(0, now);
      }
    }

    /** The threads of the whole machine that run or wait for a core, this one among them. */
    private static double runnable() {
      try {
        return Double.parseDouble(
            Files.readString(Path.of("/proc/loadavg")).split(" ")[3].split("/")[0]);
      } catch (IOException e) {
        return 1;
      }
    }

    /**
     * How many times as long all takes here as on an idle machine, on average while it wrote: where
     * six threads want two cores, each of them takes three times as long.
     */
    double slowness() {
      int cores = Runtime.getRuntime().availableProcessors();
      return Math.max(1, queued.sum() / Math.max(1, looks.get()) / cores);
    }

    private static boolean isOfNobody(String message) {
      return message.contains("Socket fail") || message.contains("Connection refused");
    }

    int accepted() {
      return accepted.get();
    }

    /** By the server, not by nobody. */
    int refused() {
      return refused.get();
    }

    /** When the last one that was accepted began; long ago when none was. */
    Instant lastAccepted() {
      return Instant.ofEpochMilli(lastAcceptedMillis.get());
    }

    /** Since the server answered first; negative when nothing was accepted. */
    long acceptedAfterMillis() {
      return acceptedNanos.get() == 0
          ? -1
          : (acceptedNanos.get() - answeredNanos.get()) / 1_000_000;
    }

    @Override
    public void close() {
      clock.shutdownNow();
    }
  }
}
