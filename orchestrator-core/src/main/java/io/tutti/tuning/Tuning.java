package io.tutti.tuning;

import io.tutti.model.InstanceAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an operation that tunes a replica, or measures it, has found so far.
 *
 * @param id of the operation
 * @param begunAt when its first try began: its time counts from there
 * @param predicted where the search begins, the best scheme first
 * @param amount how much work each try is, once that is known
 * @param original what the server showed before, by knob
 * @param kept what the replica was left with on purpose; empty until then, and where it got back
 *     what it had
 */
public record Tuning(
    String id,
    InstanceAddress instance,
    Mode mode,
    Instant begunAt,
    List<TuningSearch.Prediction> predicted,
    Optional<Long> amount,
    SortedMap<String, String> original,
    List<Trial> trials,
    Optional<Candidate> kept) {

  /** What for. */
  public enum Mode {
    /** The smallest setting that is nearly the best is kept. */
    RUN,
    /** All of a grid is measured, and nothing is kept. */
    BENCH,
    /** Nothing is measured: it was predicted. */
    ADVICE
  }

  public Tuning {
    original = Collections.unmodifiableSortedMap(new TreeMap<>(original));
    predicted = List.copyOf(predicted);
    trials = List.copyOf(trials);
  }

  public static Tuning begin(
      String id,
      InstanceAddress instance,
      Mode mode,
      Instant at,
      SortedMap<String, String> original) {
    return new Tuning(
        id, instance, mode, at, List.of(), Optional.empty(), original, List.of(), Optional.empty());
  }

  /**
   * What was advised for a replica: one of each is kept.
   *
   * @param advised empty where all should stay as it is
   */
  public static Tuning advised(InstanceAddress replica, Instant at, Optional<Candidate> advised) {
    return begin("advice of " + replica, replica, Mode.ADVICE, at, new TreeMap<>())
        .keeping(advised);
  }

  /**
   * What was found last for a replica, where it says what is best: advice without settings says
   * that all should stay as it is.
   */
  public static Optional<Tuning> newestOf(List<Tuning> all, InstanceAddress replica) {
    return all.stream()
        .filter(each -> each.instance().equals(replica))
        .filter(each -> each.kept().isPresent() || each.mode() == Mode.ADVICE)
        .max(Comparator.comparing(Tuning::begunAt));
  }

  /** How what is best was found, for people. */
  public String because() {
    return mode == Mode.ADVICE
        ? "predicted at %s from what its source wrote".formatted(begunAt)
        : "measured on it at %s by the operation %s".formatted(begunAt, id);
  }

  /** The same, with where the search begins. */
  public Tuning predicting(List<TuningSearch.Prediction> starts) {
    return new Tuning(id, instance, mode, begunAt, starts, amount, original, trials, kept);
  }

  /** The same, with what the server showed before. */
  public Tuning from(SortedMap<String, String> shown) {
    return new Tuning(id, instance, mode, begunAt, predicted, amount, shown, trials, kept);
  }

  /** What was measured at a try. */
  public Optional<Trial> trial(int number) {
    return trials.stream().filter(each -> each.number() == number).findFirst();
  }

  /** The same with another try: the one of its number. */
  public Tuning with(Trial trial, long work) {
    List<Trial> all = new ArrayList<>(trials);
    all.removeIf(each -> each.number() == trial.number());
    all.add(trial);
    return new Tuning(
        id,
        instance,
        mode,
        begunAt,
        predicted,
        amount.or(() -> Optional.of(work)),
        original,
        all,
        kept);
  }

  /** That this is kept, and what it gave beside what was there before. */
  public String sentence(Candidate chosen) {
    double now = TuningSearch.perSecond(trials, chosen);
    Trial first = trials.getFirst();
    double then = TuningSearch.perSecond(trials, first.candidate());
    return chosen.equals(first.candidate())
        ? "%s is kept, as before: no other setting that was tried is better.".formatted(chosen)
        : String.format(
            Locale.ROOT,
            "%s is kept: %,.0f %s a second; with %s it was %,.0f.",
            chosen,
            now,
            first.isOfRows() ? "rows" : "transactions",
            first.candidate(),
            then);
  }

  public Tuning keeping(Optional<Candidate> candidate) {
    return new Tuning(id, instance, mode, begunAt, predicted, amount, original, trials, candidate);
  }
}
