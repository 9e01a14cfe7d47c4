package io.tutti.operation.parallelism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.Observed;
import io.tutti.operation.parallelism.WatchedChannel.Verdict;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a moment of a watch is judged by an earlier one. */
class WatchedChannelTest {
  private static WatchedChannel seen(String progress, long lagSeconds, long retries, long missing) {
    return new WatchedChannel(
        progress,
        Observed.known(Duration.ofSeconds(lagSeconds)),
        Observed.known(retries),
        Observed.known(missing),
        Optional.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          applied nothing, fell behind      | 10 | a | a | 0 | 6  | 0  | 0 | applied nothing
          applied nothing, the source idles | 10 | a | a | 0 | 0  | 0  | 0 |
          a long lag that does not grow     | 10 | a | a | 9 | 9  | 0  | 0 |
          too short to tell                 | 4  | a | a | 0 | 4  | 0  | 0 |
          applies, and falls behind         | 10 | a | b | 0 | 10 | 0  | 0 |
          hinder each other                 | 10 | a | b | 0 | 6  | 11 | 0 | hinder each other
          tried again, and keep up          | 10 | a | b | 6 | 6  | 99 | 0 |
          tried again now and then          | 10 | a | b | 0 | 6  | 10 | 0 |
          a worker is missing               | 1  | a | b | 0 | 0  | 0  | 1 | 1 do not run
          """)
  void isJudged(
      String what,
      int seconds,
      String before,
      String after,
      int lagBefore,
      int lagAfter,
      int retries,
      int missing,
      @Nullable String observed) {
    WatchedChannel first = seen(before, lagBefore, 100, missing);
    WatchedChannel last = seen(after, lagAfter, 100 + retries, missing);
    Duration took = Duration.ofSeconds(seconds);
    Optional<Verdict> verdict =
        last.judgeStall(first, took, "db7:3306")
            .or(() -> last.judgeWorkers(first, took, "db7:3306"));
    if (observed == null) {
      assertThat(verdict).as(what).isEmpty();
    } else {
      assertThat(verdict.orElseThrow().observed()).as(what).contains(observed, "db7:3306");
      assertThat(verdict.orElseThrow().remedies()).isNotEmpty();
    }
  }

  @Test
  void aWorkerThatOneReadingMissesIsNotMissing() {
    WatchedChannel all = seen("a", 0, 100, 0);
    WatchedChannel fewer = seen("b", 0, 100, 1);
    assertThat(fewer.judgeWorkers(all, Duration.ofSeconds(5), "db7:3306")).isEmpty();
    assertThat(all.judgeWorkers(fewer, Duration.ofSeconds(5), "db7:3306")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void whatIsNotKnownIsNoTrouble(boolean lagKnown) {
    WatchedChannel unknown =
        new WatchedChannel(
            "a",
            lagKnown ? Observed.known(Duration.ofSeconds(9)) : Observed.unknown("not read"),
            Observed.unknown("not read"),
            Observed.unknown("not read"),
            Optional.empty());
    assertThat(unknown.judgeNow()).isEmpty();
    assertThat(unknown.judgeStall(unknown, Duration.ofSeconds(10), "db7:3306")).isEmpty();
    assertThat(unknown.judgeWorkers(unknown, Duration.ofSeconds(10), "db7:3306")).isEmpty();
    assertThat(unknown.since(unknown, "db7:3306")).contains("whether all workers run is not known");
  }
}
