package io.tutti.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.spi.knob.ApplierScheme;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** On servers that are tables: how many transactions a second each candidate applies. */
class TuningSearchTest {
  private static final String WORKERS = "replica_parallel_workers";
  private static final ApplierScheme CLOCK =
      ApplierScheme.of("logical-clock-ordered", Map.of("replica_parallel_type", "LOGICAL_CLOCK"));
  private static final ApplierScheme CONSERVATIVE =
      ApplierScheme.of("conservative", Map.of("slave_parallel_mode", "conservative"));
  private static final ApplierScheme OPTIMISTIC =
      ApplierScheme.of("optimistic", Map.of("slave_parallel_mode", "optimistic"));

  private static TuningSearch search(
      List<ApplierScheme> schemes, int present, TuningSearch.Prediction... predicted) {
    return new TuningSearch(
        WORKERS,
        schemes,
        TuningSearch.grid(0, 64, present),
        Candidate.of(schemes.getFirst(), WORKERS, present),
        List.of(predicted),
        TuningSearch.TRIES_USUAL);
  }

  private static List<Trial> tries(
      TuningSearch search, ToDoubleFunction<Candidate> perSecond, long seed) {
    List<Trial> trials = new ArrayList<>();
    Random random = new Random(seed);
    for (Optional<Candidate> next = search.next(trials);
        next.isPresent();
        next = search.next(trials)) {
      double rate = perSecond.applyAsDouble(next.get()) * (1 + 0.005 * random.nextGaussian());
      trials.add(trial(next.get(), rate).numbered(trials.size() + 1));
    }
    return trials;
  }

  private static Trial trial(Candidate candidate, double perSecond) {
    return new Trial(
        1,
        candidate,
        Instant.EPOCH,
        10_000,
        false,
        Duration.ofNanos(Math.round(10_000 / perSecond * 1e9)),
        0,
        List.of());
  }

  /** Twice as fast with twice as many, up to so many; a little slower with far more. */
  private static double saturating(int workers, int enough) {
    return 500 * Math.min(Math.max(workers, 1), enough) - (workers > enough ? workers : 0);
  }

  @Test
  void whatItHasIsMeasuredFirst() {
    TuningSearch search = search(List.of(CLOCK), 4);
    assertThat(search.next(List.of())).contains(search.present());
  }

  @Test
  void theSmallestThatIsNearlyTheBestIsChosenInAFewTries() {
    for (int enough : new int[] {1, 2, 4, 8, 16, 32, 64}) {
      for (long seed = 0; seed < 50; seed++) {
        TuningSearch search = search(List.of(CLOCK), 0);
        List<Trial> trials = tries(search, each -> saturating(each.workers(), enough), seed);
        Candidate chosen = search.chosen(trials);
        assertThat(trials).hasSizeLessThanOrEqualTo(7);
        assertThat(saturating(chosen.workers(), enough))
            .as("%d, seed %d: %s", enough, seed, trials)
            .isGreaterThan(0.95 * saturating(enough, enough));
        assertThat(chosen.workers()).isLessThanOrEqualTo(2 * enough);
      }
    }
  }

  @Test
  void aPredictionThatIsRightTakesFewerTries() {
    TuningSearch search =
        search(List.of(CLOCK), 0, new TuningSearch.Prediction("logical-clock-ordered", 32));
    List<Trial> trials = tries(search, each -> saturating(each.workers(), 32), 7);
    assertThat(trials.get(1).candidate().workers()).isEqualTo(32);
    assertThat(search.chosen(trials).workers()).isEqualTo(32);
    assertThat(trials).hasSizeLessThanOrEqualTo(6);
  }

  /** With a hot row, optimistic workers hinder each other: the fewer, the better. */
  @Test
  void whereMoreWorkersHurtNoneIsChosen() {
    TuningSearch search = search(List.of(OPTIMISTIC, CONSERVATIVE), 16);
    List<Trial> trials = tries(search, each -> 1000.0 / (1 + 0.1 * each.workers()), 3);
    assertThat(search.chosen(trials).isSerial()).as("%s", trials).isTrue();
    assertThat(search.chosen(trials).settings()).containsOnlyKeys(WORKERS);
    assertThat(trials).hasSizeLessThanOrEqualTo(TuningSearch.TRIES_USUAL);
  }

  @Test
  void eachSchemeIsTriedAndTheBetterOneIsSearched() {
    TuningSearch search = search(List.of(CONSERVATIVE, OPTIMISTIC), 2);
    List<Trial> trials =
        tries(
            search,
            each -> saturating(each.workers(), each.scheme().equals("optimistic") ? 16 : 2),
            1);
    Candidate chosen = search.chosen(trials);
    assertThat(chosen.scheme()).as("%s", trials).isEqualTo("optimistic");
    assertThat(chosen.settings()).containsEntry("slave_parallel_mode", "optimistic");
    assertThat(chosen.workers()).isEqualTo(16);
  }

  /** As seen of a real replica: the scheme that was tried with fewer workers was the better one. */
  @Test
  void theOtherSchemeIsTriedWithAsManyWorkers() {
    TuningSearch search =
        search(
            List.of(CONSERVATIVE, OPTIMISTIC),
            0,
            new TuningSearch.Prediction("optimistic", 64),
            new TuningSearch.Prediction("conservative", 16));
    List<Trial> trials =
        tries(
            search,
            each -> saturating(each.workers(), each.scheme().equals("optimistic") ? 40 : 64),
            2);
    Candidate chosen = search.chosen(trials);
    assertThat(chosen.scheme()).as("%s", trials).isEqualTo("conservative");
    assertThat(chosen.workers()).isEqualTo(64);
    assertThat(trials).hasSizeLessThanOrEqualTo(TuningSearch.TRIES_USUAL);
  }

  @Test
  void whatItHasIsKeptWhereNothingIsBetter() {
    TuningSearch search = search(List.of(CLOCK), 6);
    List<Trial> trials = tries(search, each -> each.workers() == 6 ? 3000 : 1000, 5);
    assertThat(search.chosen(trials)).isEqualTo(search.present());
  }

  /** As seen of a busy machine: 1,543 and 486 a second of the same setting. */
  @Test
  void whatWasFastOnceAndSlowOnceIsNotBetter() {
    TuningSearch search = search(List.of(CONSERVATIVE, OPTIMISTIC), 4);
    Candidate fickle = Candidate.of(OPTIMISTIC, WORKERS, 4);
    List<Trial> trials =
        List.of(trial(search.present(), 1000), trial(fickle, 1543), trial(fickle, 486));
    assertThat(TuningSearch.perSecond(trials, fickle)).isBetween(739.0, 740.0);
    assertThat(search.chosen(trials)).isEqualTo(search.present());
  }

  @Test
  void theGridHasWhatItHasAndTheLeastThatItTakes() {
    assertThat(TuningSearch.grid(1, 16, 6)).containsExactly(1, 2, 4, 6, 8, 16);
    assertThat(TuningSearch.grid(0, 4, 0)).containsExactly(0, 2, 4);
  }
}
