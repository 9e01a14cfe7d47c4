package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RandomClusterLife.Outcome;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Seeds;
import io.tutti.tier.Soak;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * As many random clusters as wanted: {@code -Dtutti.clusters=200}, {@code
 * -Dtutti.clusters.seed=FIRST} or {@code -Dtutti.clusters.seeds=5,45,170}; see {@code
 * docs/stories.md}.
 */
@OwnProcess
class RandomClustersTest {
  @TempDir private Path folder;

  @Soak
  @Test
  @Timeout(86_400)
  void oneServerTakesWritesAndNothingIsLostInSilence() {
    Duration timeMax = Duration.ofSeconds(Integer.getInteger("tutti.clusters.seconds", 86_400));
    Instant began = Instant.now();
    List<String> wrong = new ArrayList<>();
    List<Long> lived = new ArrayList<>();
    for (long seed : Seeds.of("tutti.clusters", 20)) {
      if (Duration.between(began, Instant.now()).compareTo(timeMax) < 0) {
        live(seed, wrong);
        lived.add(seed);
      }
    }
    System.err.printf(
        "%d clusters, %d with something wrong: %s%n", lived.size(), wrong.size(), lived);
    assertThat(wrong).isEmpty();
    assertThat(lived).isNotEmpty();
  }

  private void live(long seed, List<String> wrong) {
    RandomCluster drawn = RandomCluster.draw(seed);
    String outcome;
    boolean isRight = false;
    try {
      Outcome life = RandomClusterLife.live(drawn, folder.resolve("" + seed));
      outcome = life.text(drawn);
      isRight = life.wrong().isEmpty();
    } catch (RuntimeException | AssertionError e) {
      outcome = "%s%n  did not come to its end: %s".formatted(drawn.line(), e);
    }
    System.err.println(outcome);
    if (!isRight) {
      wrong.add(outcome);
    }
  }

  /** So that the searcher does not rot. */
  @Matrix
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void ofSomeSeedsAllIsRight(long seed) {
    RandomCluster drawn = RandomCluster.draw(seed);
    Outcome outcome = RandomClusterLife.live(drawn, folder);
    System.err.println(outcome.text(drawn));
    assertThat(outcome.wrong()).as(outcome.text(drawn)).isEmpty();
  }

  @Test
  void theSameSeedDrawsTheSameClusterAndEachTraitIsDrawnSometime() {
    Set<RandomCluster.Trait> traits = EnumSet.noneOf(RandomCluster.Trait.class);
    Set<ServerRelease> releases = EnumSet.noneOf(ServerRelease.class);
    for (long seed = 0; seed < 200; seed++) {
      RandomCluster drawn = RandomCluster.draw(seed);
      assertThat(RandomCluster.draw(seed)).isEqualTo(drawn);
      traits.addAll(drawn.traits());
      releases.add(drawn.release());
    }
    assertThat(traits).containsExactlyInAnyOrder(RandomCluster.Trait.values());
    assertThat(releases.stream().map(ServerRelease::id).collect(Collectors.toSet())).hasSize(7);
  }
}
