package io.tutti.stories;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Soak;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * As many stories as wanted: {@code -Dtutti.stories=COUNT}, {@code -Dtutti.stories.seed=FIRST},
 * {@code -Dtutti.stories.release=NAME}, and to find the acts that matter {@code
 * -Dtutti.stories.acts=1,2,5}; see {@code docs/stories.md}.
 */
@Soak
class StoriesTest {

  @Test
  void whatIsSaidInEachStoryIsSo() {
    int count = Integer.getInteger("tutti.stories", 100);
    long first = Long.getLong("tutti.stories.seed", System.currentTimeMillis() % 1_000_000);
    Duration timeMax = Duration.ofSeconds(Integer.getInteger("tutti.stories.seconds", 86_400));
    ServerRelease release =
        ServerRelease.require(System.getProperty("tutti.stories.release", "mysql-8.0"));
    Instant began = Instant.now();
    List<String> found = new ArrayList<>();
    int played = 0;
    while (played < count && Duration.between(began, Instant.now()).compareTo(timeMax) < 0) {
      Report report = play(wanted(first + played), release);
      System.err.println(report.text(release.id()));
      if (!report.isClean()) {
        found.add(report.text(release.id()));
      }
      played++;
    }
    System.err.printf(
        "%d stories on %s from seed %d on, %d found something, %d s%n",
        played, release, first, found.size(), Duration.between(began, Instant.now()).toSeconds());
    assertThat(found).isEmpty();
  }

  /** All acts, or those of {@code -Dtutti.stories.acts=1,2,5}. */
  private static Story wanted(long seed) {
    Story story = Story.draw(seed);
    String numbers = System.getProperty("tutti.stories.acts", "");
    return numbers.isEmpty()
        ? story
        : story.keeping(Arrays.stream(numbers.split(",")).map(Integer::valueOf).toList());
  }

  static Report play(Story story, ServerRelease release) {
    Instant began = Instant.now();
    Played played = StoryRunner.play(story, release);
    return new Report(played, Oracle.judgeAll(played), Duration.between(began, Instant.now()));
  }
}
