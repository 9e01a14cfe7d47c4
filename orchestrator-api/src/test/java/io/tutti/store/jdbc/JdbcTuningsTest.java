package io.tutti.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.tuning.Candidate;
import io.tutti.tuning.Trial;
import io.tutti.tuning.Tuning;
import io.tutti.tuning.TuningSearch;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was measured is there when the next controller starts. */
class JdbcTuningsTest {
  private static final Instant AT = Instant.parse("2026-11-25T10:15:00Z");
  private static final Candidate EIGHT =
      new Candidate(
          "logical-clock-ordered",
          8,
          new TreeMap<>(Map.of("replica_parallel_workers", "8", "replica_parallel_type", "A")));

  @TempDir private Path folder;

  private JdbcStore open() {
    return JdbcStore.open("jdbc:h2:file:" + folder.resolve("store"), "", "");
  }

  private static Tuning tuning(String id) {
    return Tuning.begin(id, InstanceAddress.parse("db2:3306"), Tuning.Mode.RUN, AT, new TreeMap<>())
        .predicting(List.of(new TuningSearch.Prediction("logical-clock-ordered", 8)))
        .from(new TreeMap<>(Map.of("replica_parallel_workers", "0")))
        .with(
            new Trial(1, EIGHT, AT, 5_000, false, Duration.ofMillis(1_234), 3, List.of("waits")),
            5_000)
        .keeping(Optional.of(EIGHT));
  }

  @Test
  void isReadAsItWasByTheNextController() {
    Tuning kept = tuning("20261125-101500-01");
    try (JdbcStore store = open()) {
      store.tunings().save(kept);
    }
    try (JdbcStore store = open()) {
      assertThat(store.tunings().find(kept.id())).contains(kept);
    }
  }

  @Test
  void theNewestIsFirstAndOneThatIsSavedAgainIsThereOnce() {
    Tuning first = tuning("20261125-101500-01");
    Tuning second = tuning("20261125-101501-00");
    try (JdbcStore store = open()) {
      store.tunings().save(first);
      store.tunings().save(second);
      Tuning changed = first.keeping(Optional.empty());
      store.tunings().save(changed);
      assertThat(store.tunings().all()).containsExactly(second, changed);
      assertThat(store.tunings().find("none")).isEmpty();
    }
  }
}
