package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.fixtures.FakeServers;
import io.tutti.fixtures.FakeServers.FakeServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Large bodies, idle connections and wrong tokens, all at once, while servers are watched. */
@Tag("thorough")
class UnderAttackTest {
  private static final int SERVERS = 20;
  private static final int IDLE = 1000;
  private static final int LOGINS = 1000;
  private static final int LARGE_BODIES = 40;
  private static final int LARGE = 20_000_000;
  private static final long GROWTH_MAX = 40L * 1024 * 1024;

  @TempDir private Path home;
  private final FakeServers servers = new FakeServers();
  private final List<FakeServer> watched = new ArrayList<>();

  @Test
  void theServersAreWatchedAsBeforeAndTheMemoryIsFlat() {
    try (servers;
        RunningController running = RunningController.start(home, servers)) {
      for (int number = 0; number < SERVERS; number++) {
        FakeServer server = servers.start();
        watched.add(server);
        running.post("/api/v1/discoveries", "{\"address\":\"" + server.address + "\"}");
      }
      awaitReadings(5);
      long before = usedAfterCollection();
      List<RawHttp> idle = new ArrayList<>();
      try (ExecutorService clients = Executors.newFixedThreadPool(16)) {
        IntStream.range(0, IDLE)
            .forEach(number -> idle.add(RawHttp.to(running.controller().url())));
        AtomicInteger admitted = new AtomicInteger();
        IntStream.range(0, LOGINS)
            .forEach(number ->
                clients.execute(() -> {
                  int status =
                      running
                          .send("GET", "/api/v1/clusters", "", "Bearer wrong-" + number)
                          .status();
                  admitted.addAndGet(status == 401 || status == 429 ? 0 : 1);
                }));
        IntStream.range(0, LARGE_BODIES)
            .forEach(number -> clients.execute(() -> sendLarge(running)));
        while (admitted.get() == 0 && awaitReadings(3)) {
          assertThat(running.controller().engine().discovery().vitals().late()).isZero();
          if (((java.util.concurrent.ThreadPoolExecutor) clients).getQueue().isEmpty()) {
            break;
          }
        }
        assertThat(admitted.get()).isZero();
        assertThat(running.get("/api/v1/health").json().path("status").asString()).isEqualTo("UP");
      } finally {
        idle.forEach(RawHttp::close);
      }
      awaitReadings(3);
      assertThat(running.get("/api/v1/audit?target=127.0.0.1").json().path("items"))
          .as("of a thousand wrong tokens")
          .hasSize(4);
      assertThat(usedAfterCollection() - before).isLessThan(GROWTH_MAX);
    }
  }

  private static void sendLarge(RunningController running) {
    try (RawHttp http = RawHttp.to(running.controller().url())) {
      http.send(
          "POST /api/v1/discoveries HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
              + RunningController.TOKEN
              + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
      String chunk = "10000\r\n" + "a".repeat(0x10000) + "\r\n";
      boolean taken = true;
      for (int sent = 0; taken && sent < LARGE; sent += chunk.length()) {
        taken = http.send(chunk);
      }
      assertThat(taken).isFalse();
    }
  }

  /** Every server so many times more: at an interval of 100 ms, within seconds on any machine. */
  private boolean awaitReadings(int more) {
    List<Integer> before = watched.stream().map(server -> server.readings.get()).toList();
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() ->
            IntStream.range(0, watched.size())
                .allMatch(
                    number -> watched.get(number).readings.get() >= before.get(number) + more));
    return true;
  }

  private static long usedAfterCollection() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
