package io.tutti.app;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Keeps the memory in proportion to what is watched: no more servers than the heap holds, and no
 * more garbage than what is alive. The collector alone would let garbage fill the whole heap before
 * it looks at what is old, so that a large heap would be used up by a small fleet, too.
 */
final class HeapShare implements AutoCloseable {
  private static final long MEGABYTE = 1024 * 1024;

  /** The controller without a server, twice: alive and garbage. */
  private static final long BASE_BYTES = 128 * MEGABYTE;

  /** 0.2 MB were measured for a replica of 16 workers; as much again is garbage. */
  private static final long INSTANCE_BYTES = 400 * 1024;

  /** A controller of 20 servers has 26 MB alive; what is less is never collected early. */
  private static final long LEFT_ALONE_BYTES = 40 * MEGABYTE;

  private static final Duration LOOK_INTERVAL = Duration.ofSeconds(30);

  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("heap-share").factory());

  /**
   * How many servers may be watched.
   *
   * @param wanted by the settings
   * @throws OrchestratorException INVALID_CONFIGURATION when the heap does not hold so many
   */
  static int instances(Optional<Integer> wanted, long heapBytes) {
    int held = (int) Math.clamp((heapBytes - BASE_BYTES) / INSTANCE_BYTES, 1, Integer.MAX_VALUE);
    wanted
        .filter(number -> number > held)
        .ifPresent(number -> {
          throw new OrchestratorException(
              ErrorCode.INVALID_CONFIGURATION,
              "tutti.discovery.instances-max",
              "The heap of %d MB holds %d servers, and tutti.discovery.instances-max allows %d."
                  .formatted(heapBytes / MEGABYTE, held, number),
              List.of(
                  "set TUTTI_HEAP=%dm"
                      .formatted((BASE_BYTES + number * INSTANCE_BYTES) / MEGABYTE + 1),
                  "leave tutti.discovery.instances-max out"));
        });
    return wanted.orElse(held);
  }

  /** Begins to look after the heap of this process. */
  static HeapShare watch() {
    HeapShare share = new HeapShare();
    share.looks.scheduleWithFixedDelay(
        HeapShare::collectWhereWorthIt,
        LOOK_INTERVAL.toMillis(),
        LOOK_INTERVAL.toMillis(),
        TimeUnit.MILLISECONDS);
    return share;
  }

  private static void collectWhereWorthIt() {
    long used = oldBytes(MemoryPoolMXBean::getUsage);
    if (isWorthCollecting(used, oldBytes(MemoryPoolMXBean::getCollectionUsage))) {
      System.gc();
    }
  }

  /**
   * Whether so much is garbage that it pays to look for it.
   *
   * @param used bytes of what survived the collections of what is young, garbage among it
   * @param alive bytes that were left of it the last time when it was collected itself; 0 before
   */
  static boolean isWorthCollecting(long used, long alive) {
    return used > Math.max(LEFT_ALONE_BYTES, 2 * alive);
  }

  private static long oldBytes(Function<MemoryPoolMXBean, MemoryUsage> kind) {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .filter(pool -> pool.getName().contains("Tenured") || pool.getName().contains("Old"))
        .map(kind)
        .mapToLong(MemoryUsage::getUsed)
        .sum();
  }

  @Override
  public void close() {
    looks.shutdownNow();
  }
}
