package io.tutti.stories;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Seeds;
import io.tutti.tier.Soak;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/**
 * As many stories as wanted: {@code -Dtutti.stories=COUNT}, {@code -Dtutti.stories.seed=FIRST} or
 * {@code -Dtutti.stories.seeds=5,45,170}, {@code -Dtutti.stories.release=NAME}, some at once with
 * {@code -Dtutti.stories.parallel=2}, and to find the acts that matter {@code
 * -Dtutti.stories.acts=1,2,5}; see {@code docs/stories.md}.
 */
@Soak
class StoriesTest {

  @Test
  void whatIsSaidInEachStoryIsSo() {
    Duration timeMax = Duration.ofSeconds(Integer.getInteger("tutti.stories.seconds", 86_400));
    ServerRelease release =
        ServerRelease.require(System.getProperty("tutti.stories.release", "mysql-8.0"));
    Instant began = Instant.now();
    List<Long> seeds = Seeds.of("tutti.stories", 100);
    Queue<Long> left = new ArrayBlockingQueue<>(seeds.size(), true, seeds);
    List<Long> played = Collections.synchronizedList(new ArrayList<>());
    List<String> found = Collections.synchronizedList(new ArrayList<>());
    try (ExecutorService players = Executors.newCachedThreadPool()) {
      for (int i = 0; i < Integer.getInteger("tutti.stories.parallel", 1); i++) {
        players.execute(() -> {
          Long seed = left.poll();
          while (seed != null && Duration.between(began, Instant.now()).compareTo(timeMax) < 0) {
            play(seed, release, found);
            played.add(seed);
            seed = left.poll();
          }
        });
      }
    }
    System.err.printf(
        "%d stories on %s, %d found something, %d s: %s%n",
        played.size(),
        release,
        found.size(),
        Duration.between(began, Instant.now()).toSeconds(),
        played);
    assertThat(found).isEmpty();
    assertThat(played).isNotEmpty();
  }

  /**
   * One that cannot be played to its end is reported as well, and does not keep the others waiting.
   */
  private static void play(long seed, ServerRelease release, List<String> found) {
    try {
      Report report = play(wanted(seed), release);
      System.err.println(report.text(release.id()));
      if (!report.isClean()) {
        found.add(report.text(release.id()));
      }
    } catch (RuntimeException | AssertionError e) {
      String reported =
          "seed %d on %s could not be played: %s".formatted(seed, release.id(), stack(e));
      System.err.println(reported);
      found.add(reported);
    }
  }

  private static String stack(Throwable thrown) {
    java.io.StringWriter text = new java.io.StringWriter();
    thrown.printStackTrace(new java.io.PrintWriter(text));
    return text.toString();
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
