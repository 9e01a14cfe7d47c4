package io.tutti.rollout.gate;

import io.tutti.model.Observed;
import io.tutti.rollout.Gate;
import io.tutti.rollout.gate.GateAnswer.Outcome;
import io.tutti.rollout.gate.Measure.Pair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The gates that compare numbers. Each number is the subject's less the control's at the same
 * moments, after the change against before it ({@link Measure}), and tested by Welch's t with
 * regard to readings that depend on each other ({@link Change}).
 */
final class MeasuredGates {
  /** The noise of so many transactions that arrive by chance (Poisson) is a tenth of them. */
  static final long TRANSACTIONS_MIN = 100;

  /** Servers count their lag in seconds. */
  private static final double SECOND = 1;

  private static final double MIB = 1024.0 * 1024;

  private static final Measure LAG_GROWTH = new Measure(Sample::lagSeconds, true, SECOND);
  private static final Measure LAG = new Measure(Sample::lagSeconds, false, SECOND);
  private static final Measure APPLIED = new Measure(Sample::applied, true, 1);
  private static final Measure RETRIES = new Measure(Sample::retries, true, 1);
  private static final Measure WAITING = new Measure(Sample::waitingCommits, false, 1);
  private static final Measure FINISHED = new Measure(Sample::finishedCommits, true, 1);
  private static final Measure QUEUES = new Measure(Sample::queueBytes, false, 1);

  /** It falls behind by three seconds more in each minute. */
  private static final Limit OF_LAG_GROWTH =
      new Limit(Gate.LAG, 0.05, 0.2, "its lag grows by %s s more in each second");

  private static final Limit OF_THROUGHPUT =
      new Limit(Gate.THROUGHPUT, 0.1, 0.3, "it applies a part of %s less of the same supply");

  private static final Limit OF_RETRIES =
      new Limit(Gate.RETRIES, 0.05, 0.2, "%s more of each transaction are tried again");

  private static final Limit OF_LATENCY =
      new Limit(
          Gate.COMMIT_LATENCY, 0.002, 0.1, "commits on its source wait %s s longer for replicas");

  private static final Limit OF_MEMORY =
      new Limit(Gate.MEMORY, 64, 1024, "the queues of its workers take %s MiB more");

  private final Comparison compared;
  private final List<GateAnswer> answers = new ArrayList<>();
  private final List<Measured> measured = new ArrayList<>();

  private MeasuredGates(Comparison compared) {
    this.compared = compared;
  }

  /** What is said at once, and what is to be tested together. */
  record Found(List<GateAnswer> answers, List<Measured> measured) {}

  static Found of(Comparison compared, List<Gate> asked) {
    MeasuredGates gates = new MeasuredGates(compared);
    asked.forEach(gates::ask);
    return new Found(gates.answers, gates.measured);
  }

  private void ask(Gate gate) {
    switch (gate) {
      case LAG -> lag();
      case THROUGHPUT -> throughput();
      case RETRIES -> retries();
      case COMMIT_LATENCY -> latency();
      case MEMORY -> memory();
      case APPLIER_ERRORS, RESTARTS, GAPS -> throw new IllegalArgumentException("" + gate);
    }
  }

  private Samples subject() {
    return compared.subject();
  }

  private void lag() {
    if (!isShown(Gate.LAG, subject(), Sample::lagSeconds) || !hasTraffic(Gate.LAG)) {
      return;
    }
    Line lag = LAG.line(subject().after());
    double growth = lag.growth() / lag.length();
    if (growth <= OF_LAG_GROWTH.harm()) {
      answers.add(
          new GateAnswer(
              Gate.LAG,
              Outcome.HOLDS,
              "%s: its lag does not grow: %s s in the end, by %s s in each second since the change."
                  .formatted(
                      subject().server(),
                      Measured.number(lag.value(lag.size() - 1)),
                      Measured.number(growth))));
      return;
    }
    Pair more = LAG_GROWTH.compared(subject(), showing(compared.control(), Sample::lagSeconds));
    add(OF_LAG_GROWTH, more, more.after());
  }

  /** A replica that keeps up applies all there is; only one that falls behind can be slower. */
  private void throughput() {
    if (!isShown(Gate.THROUGHPUT, subject(), Sample::applied) || !hasTraffic(Gate.THROUGHPUT)) {
      return;
    }
    if (keepsUp()) {
      answers.add(
          new GateAnswer(
              Gate.THROUGHPUT,
              Outcome.HOLDS,
              "%s: it applies all that its source writes, %s transactions in a second."
                  .formatted(subject().server(), Measured.number(perSecond(subject().after())))));
      return;
    }
    Optional<Samples> supply =
        showing(compared.control(), Sample::applied)
            .or(() -> showing(compared.source(), Sample::applied));
    double rate = APPLIED.rate(supply.orElse(subject()));
    Pair lacking = APPLIED.compared(subject(), supply).per(-rate);
    if (supply.isPresent()) {
      add(OF_THROUGHPUT, lacking, lacking.after());
    } else {
      add(OF_THROUGHPUT, lacking);
    }
  }

  private boolean keepsUp() {
    Line lag = LAG.line(subject().after());
    return lag.size() > 0 && lag.growth() <= SECOND && lag.value(lag.size() - 1) <= SECOND;
  }

  private static double perSecond(List<Sample> samples) {
    Line applied = APPLIED.line(samples);
    return applied.length() == 0 ? 0 : applied.growth() / applied.length();
  }

  private void retries() {
    if (isShown(Gate.RETRIES, subject(), Sample::retries) && hasTraffic(Gate.RETRIES)) {
      Optional<Samples> control = showing(compared.control(), Sample::retries);
      Pair more = RETRIES.compared(subject(), control).per(APPLIED.rate(subject()));
      add(OF_RETRIES, more, more.after());
    }
  }

  /**
   * How long a commit waits is how many wait divided by how many come in a second: J. D. C. Little,
   * A proof for the queuing formula L = lambda W, Operations Research 9 (1961). Clients that wait
   * longer send fewer commits, so each side of the change has a rate of its own. A source has no
   * other one beside it.
   */
  private void latency() {
    Optional<Samples> shown = showing(compared.source(), Sample::waitingCommits);
    if (shown.isEmpty()) {
      answers.add(
          new GateAnswer(
              Gate.COMMIT_LATENCY,
              Outcome.NOT_SHOWN,
              "%s: no commit on its source is seen to wait for replicas."
                  .formatted(subject().server())));
      return;
    }
    Samples source = shown.get();
    Line before = FINISHED.line(source.before());
    if (before.growth() == 0) {
      answers.add(withoutCommits(source));
      return;
    }
    Pair waiting = WAITING.compared(source, Optional.empty());
    measured.add(
        Measured.of(
            subject().server().toString(),
            OF_LATENCY,
            waiting.per(
                before.growth() / before.length(), rateAtMost(FINISHED.line(source.after()))),
            ""));
  }

  /** Where none came to its end, one nearly did: so a wait without an end is long, not unknown. */
  private static double rateAtMost(Line finished) {
    return Math.max(finished.growth(), 1) / finished.length();
  }

  /** Some servers count waits though nothing ever waits, as nobody acknowledges. */
  private GateAnswer withoutCommits(Samples source) {
    return isAnythingWaiting(source) || FINISHED.line(source.after()).growth() > 0
        ? notEnough(
            Gate.COMMIT_LATENCY, "no commit on its source was acknowledged before the change")
        : new GateAnswer(
            Gate.COMMIT_LATENCY,
            Outcome.NOT_SHOWN,
            "%s: no commit on its source waits for replicas.".formatted(subject().server()));
  }

  private static boolean isAnythingWaiting(Samples source) {
    return source.after().stream()
        .anyMatch(
            sample -> sample.waitingCommits().asOptional().filter(each -> each > 0).isPresent());
  }

  private void memory() {
    if (isShown(Gate.MEMORY, subject(), Sample::queueBytes)) {
      Optional<Samples> control = showing(compared.control(), Sample::queueBytes);
      add(OF_MEMORY, QUEUES.compared(subject(), control).per(MIB));
    }
  }

  private void add(Limit limit, Pair pair, Series... levels) {
    measured.add(
        Measured.of(subject().server().toString(), limit, pair, compared.beside(), levels));
  }

  /** Without transactions all numbers are good, and mean nothing. */
  private boolean hasTraffic(Gate gate) {
    Samples seen =
        showing(Optional.of(subject()), Sample::applied)
            .or(() -> showing(compared.source(), Sample::applied))
            .orElse(subject());
    double before = APPLIED.line(seen.before()).growth();
    double after = APPLIED.line(seen.after()).growth();
    if (before >= TRANSACTIONS_MIN && after >= TRANSACTIONS_MIN) {
      return true;
    }
    answers.add(
        notEnough(
            gate,
            "%.0f transactions (by position: rows) before and %.0f after were counted; %d each are needed"
                .formatted(before, after, TRANSACTIONS_MIN)));
    return false;
  }

  private GateAnswer notEnough(Gate gate, String why) {
    return new GateAnswer(
        gate, Outcome.NOT_ENOUGH_TRAFFIC, "%s: %s.".formatted(subject().server(), why));
  }

  private boolean isShown(Gate gate, Samples of, Function<Sample, ? extends Observed<?>> number) {
    if (shows(of, number)) {
      return true;
    }
    String why =
        of.after().stream()
            .map(number)
            .map(observed -> observed.toString())
            .reduce((one, other) -> other)
            .orElse("nothing was read");
    answers.add(
        new GateAnswer(
            gate,
            Outcome.NOT_SHOWN,
            "%s: %s is not shown: %s."
                .formatted(of.server(), gate.name().toLowerCase(java.util.Locale.ROOT), why)));
    return false;
  }

  private static Optional<Samples> showing(
      Optional<Samples> of, Function<Sample, ? extends Observed<?>> number) {
    return of.filter(samples -> shows(samples, number));
  }

  private static boolean shows(Samples of, Function<Sample, ? extends Observed<?>> number) {
    return Arrays.asList(of.before(), of.after()).stream()
        .allMatch(
            part -> part.stream().filter(sample -> number.apply(sample).isKnown()).count() > 1);
  }
}
