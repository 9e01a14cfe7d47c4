package io.tutti.tuning;

import io.tutti.binlog.tune.Measured;
import io.tutti.binlog.tune.SettingSearch;
import io.tutti.spi.knob.ApplierScheme;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;

/**
 * Which candidate is tried next, and which one is kept.
 *
 * <ol>
 *   <li>What the replica has now is measured first: nothing that is worse is ever kept.
 *   <li>Each scheme is tried once: where a prediction says, else in the middle.
 *   <li>Within the scheme that was best, {@link SettingSearch} looks for the number of workers.
 *   <li>With that number each other scheme is tried, too: its only try may have had fewer.
 * </ol>
 *
 * @param workersKnob by which the number of workers is set
 * @param schemes to be tried, the one in force first
 * @param workers numbers of them, rising
 * @param present what the replica has
 * @param predicted by scheme, how many workers a prediction advises; the order of schemes is that
 *     of the prediction
 * @param triesMax in all
 */
public record TuningSearch(
    String workersKnob,
    List<ApplierScheme> schemes,
    List<Integer> workers,
    Candidate present,
    List<Prediction> predicted,
    int triesMax) {
  /** What a replica has counts as one of them. */
  public static final int TRIES_USUAL = SettingSearch.TRIES_MAX + 2;

  /** More are hardly ever of use; who has a server for more names them. */
  public static final int WORKERS_MAX_USUAL = 64;

  /**
   * What a prediction says of a scheme.
   *
   * @param workers the fewest that are nearly the best
   */
  public record Prediction(String scheme, int workers) {}

  public TuningSearch {
    schemes = List.copyOf(schemes);
    workers = List.copyOf(workers);
    predicted = List.copyOf(predicted);
  }

  /** The same, beginning there. */
  public TuningSearch startingAt(List<Prediction> starts) {
    return new TuningSearch(workersKnob, schemes, workers, present, starts, triesMax);
  }

  /**
   * The numbers of workers that are tried: doubled each time.
   *
   * @param least that the release takes
   * @param present of the replica, tried, too
   */
  public static List<Integer> grid(int least, int most, int present) {
    TreeSet<Integer> grid = new TreeSet<>(List.of(least, present));
    for (int count = 2; count <= most; count *= 2) {
      grid.add(count);
    }
    return List.copyOf(grid);
  }

  /** The candidate to be tried next; empty when enough is known. */
  public Optional<Candidate> next(List<Trial> trials) {
    if (trials.isEmpty()) {
      return Optional.of(present);
    }
    if (trials.size() >= triesMax) {
      return Optional.empty();
    }
    for (ApplierScheme scheme : inOrder()) {
      if (isUntried(scheme, trials)) {
        return Optional.of(candidate(scheme, workers.get(first(scheme))));
      }
    }
    ApplierScheme scheme = schemeOfBest(trials);
    OptionalInt next = search(scheme).next(measured(scheme, trials));
    return next.isPresent()
        ? Optional.of(candidate(scheme, workers.get(next.getAsInt())))
        : rival(chosen(trials).workers(), trials);
  }

  /** Another scheme with as many workers as are to be kept, if that was not tried. */
  private Optional<Candidate> rival(int count, List<Trial> trials) {
    return inOrder().stream()
        .map(scheme -> candidate(scheme, count))
        .filter(each -> !each.isSerial())
        .filter(each ->
            trials.stream()
                .map(Trial::candidate)
                .noneMatch(
                    tried -> tried.workers() == count && tried.scheme().equals(each.scheme())))
        .findFirst();
  }

  /**
   * The candidate to be kept: the smallest that is close to the best.
   *
   * @throws IllegalArgumentException when nothing was measured
   */
  public Candidate chosen(List<Trial> trials) {
    ApplierScheme scheme = schemeOfBest(trials);
    int place = SettingSearch.chosen(measured(scheme, trials));
    int count = workers.get(place);
    return trials.stream()
        .map(Trial::candidate)
        .filter(each -> each.workers() == count && isOf(each, scheme))
        .findFirst()
        .orElseThrow();
  }

  /**
   * What was measured of the same candidate, as transactions a second: by the mean of the times
   * that its tries took, as {@link SettingSearch} compares them. The mean of their rates would hide
   * a slow one.
   */
  public static double perSecond(List<Trial> trials, Candidate candidate) {
    return Trial.perSecond(
        trials.stream().filter(each -> each.candidate().equals(candidate)).toList());
  }

  private List<ApplierScheme> inOrder() {
    List<String> names = predicted.stream().map(Prediction::scheme).toList();
    return schemes.stream()
        .sorted(
            Comparator.comparingInt(scheme ->
                names.contains(scheme.name()) ? names.indexOf(scheme.name()) : names.size()))
        .toList();
  }

  private Optional<Integer> predictedWorkers(ApplierScheme scheme) {
    return predicted.stream()
        .filter(each -> each.scheme().equals(scheme.name()))
        .map(Prediction::workers)
        .findFirst();
  }

  /** What is predicted is tried though something else of the scheme was. */
  private boolean isUntried(ApplierScheme scheme, List<Trial> trials) {
    boolean isPredicted = predictedWorkers(scheme).isPresent();
    int wanted = workers.get(first(scheme));
    return (isPredicted || schemes.size() > 1)
        && trials.stream()
            .map(Trial::candidate)
            .filter(each -> isOf(each, scheme))
            .noneMatch(each -> isPredicted ? each.workers() == wanted : !each.isSerial());
  }

  private int first(ApplierScheme scheme) {
    int wanted = predictedWorkers(scheme).orElse(workers.get(workers.size() / 2));
    int place = 0;
    while (place < workers.size() - 1 && workers.get(place) < wanted) {
      place++;
    }
    return place;
  }

  private SettingSearch search(ApplierScheme scheme) {
    return new SettingSearch(workers.size(), OptionalInt.of(first(scheme)));
  }

  /** Without workers it does not matter how they would share the work. */
  private static boolean isOf(Candidate candidate, ApplierScheme scheme) {
    return candidate.isSerial() || candidate.scheme().equals(scheme.name());
  }

  private List<Measured> measured(ApplierScheme scheme, List<Trial> trials) {
    List<Measured> measured = new ArrayList<>();
    for (Trial trial : trials) {
      int place = workers.indexOf(trial.candidate().workers());
      if (place >= 0 && isOf(trial.candidate(), scheme)) {
        measured.add(trial.measured(place));
      }
    }
    return measured;
  }

  private ApplierScheme schemeOfBest(List<Trial> trials) {
    Trial best =
        trials.stream()
            .max(Comparator.comparingDouble(each -> perSecond(trials, each.candidate())))
            .orElseThrow(() -> new IllegalArgumentException("nothing was measured"));
    return inOrder().stream()
        .filter(scheme -> isOf(best.candidate(), scheme))
        .findFirst()
        .orElse(schemes.getFirst());
  }

  private Candidate candidate(ApplierScheme scheme, int count) {
    return count == present.workers() && isOf(present, scheme)
        ? present
        : Candidate.of(scheme, workersKnob, count);
  }
}
