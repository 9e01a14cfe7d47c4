package io.tutti.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.rollout.gate.Readings;
import io.tutti.rollout.gate.Sample;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readings that were kept are read as they were, also by the next controller. */
class JdbcRolloutReadingsTest {
  private static final InstanceAddress DB2 = InstanceAddress.parse("db2:3306");
  private static final InstanceAddress DB3 = InstanceAddress.parse("[::1]:3307");
  private static final Instant NOW = Instant.parse("2026-11-23T22:00:00.123456789Z");

  @TempDir private Path folder;

  private JdbcStore open() {
    return JdbcStore.open("jdbc:h2:file:" + folder.resolve("store"), "", "");
  }

  private static Sample sample(int second) {
    return new Sample(
        NOW.plusSeconds(second),
        Observed.known(Duration.ofMillis(1_500 + second)),
        Observed.known(second % 2 == 0 ? Optional.empty() : Optional.of("Error 1062: \"dup\"")),
        Observed.known(0.25 * second),
        Observed.known(1_000_000_000_000L + second),
        Observed.unknown("it did not answer in time"),
        Observed.absent("nobody replicates from it"),
        Observed.known(7L),
        Observed.unknown("why not"),
        Observed.absent("no statement shows it"));
  }

  private static Readings readings(int seconds) {
    List<Sample> samples = IntStream.range(0, seconds).mapToObj(each -> sample(each)).toList();
    return new Readings(samples, samples.reversed());
  }

  @Test
  void areReadAsTheyWereByTheNextController() {
    Map<InstanceAddress, Readings> kept = Map.of(DB2, readings(300), DB3, readings(2));
    try (JdbcStore store = open()) {
      store.rolloutReadings().save("r1", 2, kept);
      store.rolloutReadings().save("r1", 3, Map.of(DB2, Readings.NONE));
    }
    try (JdbcStore store = open()) {
      assertThat(store.rolloutReadings().load("r1", 2)).isEqualTo(kept);
      assertThat(store.rolloutReadings().load("r1", 3)).containsEntry(DB2, Readings.NONE);
      assertThat(store.rolloutReadings().load("r1", 4)).isEmpty();
      assertThat(store.rolloutReadings().load("r2", 2)).isEmpty();
    }
  }

  @Test
  void savedAgainTheyAreThereOnceAndForgottenTheyAreGone() {
    try (JdbcStore store = open()) {
      store.rolloutReadings().save("r1", 1, Map.of(DB2, readings(1), DB3, readings(1)));
      store.rolloutReadings().save("r1", 1, Map.of(DB2, readings(3)));
      store.rolloutReadings().save("r2", 1, Map.of(DB2, readings(1)));

      assertThat(store.rolloutReadings().load("r1", 1))
          .isEqualTo(Map.of(DB2, readings(3), DB3, readings(1)));
      assertThat(store.rolloutReadings().rollouts()).containsExactly("r2", "r1");

      store.rolloutReadings().forget("r1");

      assertThat(store.rolloutReadings().load("r1", 1)).isEmpty();
      assertThat(store.rolloutReadings().rollouts()).containsExactly("r2");
    }
  }

  /** The store has a few connections. */
  @Test
  void canBeReadAgainAndAgain() {
    try (JdbcStore store = open()) {
      store.rolloutReadings().save("r1", 1, Map.of(DB2, readings(2)));
      for (int i = 0; i < 50; i++) {
        assertThat(store.rolloutReadings().load("r1", 1)).containsKey(DB2);
      }
    }
  }
}
