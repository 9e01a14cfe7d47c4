package io.tutti.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.model.InstanceAddress;
import io.tutti.model.ProcessStart;
import io.tutti.store.StartupObservations;
import io.tutti.topology.StartupObservation;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdbcStartupObservationsTest {
  private static final InstanceAddress DB7 = InstanceAddress.parse("db7:3306");
  private static final Instant BEGAN = Instant.parse("2026-11-21T09:30:12Z");

  @TempDir private Path folder;

  private JdbcStore open() {
    return JdbcStore.open("jdbc:h2:file:" + folder.resolve("store"), "", "");
  }

  private static StartupObservation began(Instant at) {
    return new StartupObservation(
        DB7,
        new ProcessStart(at, at),
        true,
        new TreeMap<>(Map.of("read_only", "ON")),
        new TreeMap<>(Map.of("read_only", "OFF")),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void whatFollowsFromWhatIsKeptIsKept() {
    try (JdbcStore store = open()) {
      StartupObservations startups = store.records().startups();
      startups.change(DB7, kept -> kept.staying("Nothing is kept yet."));
      assertThat(startups.all()).isEmpty();

      startups.save(began(BEGAN));
      startups.change(DB7, kept -> kept.staying("It was killed."));

      assertThat(startups.find(DB7)).contains(began(BEGAN).staying("It was killed."));
    }
  }

  /** Whoever sees the next process meanwhile waits, and is not overwritten. */
  @Test
  void nobodyElseWritesWhileOneIsChanged() throws InterruptedException {
    try (JdbcStore store = open()) {
      StartupObservations startups = store.records().startups();
      StartupObservation next = began(BEGAN.plusSeconds(60));
      startups.save(began(BEGAN));
      Thread watch = new Thread(() -> startups.save(next));

      startups.change(
          DB7,
          kept -> {
            watch.start();
            await()
                .until(() ->
                    EnumSet.of(Thread.State.BLOCKED, Thread.State.TERMINATED)
                        .contains(watch.getState()));
            return kept.staying("It was killed.");
          });
      watch.join();

      assertThat(startups.find(DB7)).contains(next);
    }
  }
}
