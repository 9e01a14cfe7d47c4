package io.tutti.tuning;

import io.tutti.binlog.simulate.Limit;
import io.tutti.binlog.simulate.Prediction;
import io.tutti.binlog.simulate.Prediction.Point;
import io.tutti.binlog.simulate.Scheme;
import io.tutti.binlog.simulate.Simulation;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.spi.knob.ApplierScheme;
import io.tutti.spi.knob.SourceHelp;
import io.tutti.tuning.TuningAdvice.Predicted;
import io.tutti.tuning.TuningAdvice.Setting;
import io.tutti.tuning.TuningAdvice.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Turns a prediction into what to set.
 *
 * <ol>
 *   <li>On the replica: the fewest workers of the scheme that is predicted to be the fastest, where
 *       that is worth a change.
 *   <li>On the source, where transactions wait for each other: write sets, which cost no commit any
 *       time; only where there are none, that commits wait for its disk, and a delay of commits,
 *       with how much longer each takes.
 *   <li>Where commits of the replica take the time: what that costs is said, and not advised.
 * </ol>
 *
 * @param seconds in which the source wrote those transactions; empty where not all of them were
 *     looked at
 */
public record TuningAdvisor(
    InstanceState replica,
    Optional<InstanceState> source,
    InstanceAddress sourceAddress,
    Candidate present,
    String workersKnob,
    List<ApplierScheme> schemes,
    List<SourceHelp> help,
    Simulation simulation,
    Optional<Double> seconds,
    Names names) {
  /** Less is no reason to change anything. */
  private static final double WORTH = 1.1;

  /** A longer wait of each commit of the source nobody wants for a replica. */
  private static final Duration DELAY_MAX = Duration.ofMillis(5);

  /** So many commits in one group keep as many workers busy. */
  private static final int GROUP = 8;

  /** What a sync takes on the disks of clouds, and on flash. */
  private static final double SYNC_SECONDS = 0.001;

  private static final double MICROS = 1e6;

  /** How servers spell settings, and what those show now. */
  public interface Names {
    /**
     * @param knob by its newest name
     * @return empty where the server has none of that name
     */
    Optional<Shown> find(InstanceAddress server, String knob);
  }

  /** As the server spells it, and what it shows. */
  public record Shown(String name, Optional<String> value) {}

  public TuningAdvice advice() {
    List<Predicted> predictions = predictions();
    List<Step> steps = new ArrayList<>();
    onReplica(predictions).ifPresent(steps::add);
    steps.addAll(onSource());
    return new TuningAdvice(
        replica.address(),
        sourceAddress,
        simulation.workload().count(),
        present,
        worthIt(predictions),
        predictions,
        steps,
        options(),
        simulation.confidence(),
        simulation.reasons());
  }

  /** Of each scheme that can be tried, the best first: where a search begins. */
  public List<TuningSearch.Prediction> starts() {
    return predictions().stream()
        .map(each -> new TuningSearch.Prediction(each.scheme(), each.workers()))
        .toList();
  }

  private Optional<Prediction> prediction(String scheme) {
    return Scheme.find(scheme)
        .flatMap(wanted ->
            simulation.predictions().stream().filter(each -> each.scheme() == wanted).findFirst());
  }

  private List<Predicted> predictions() {
    double now = presentSeconds();
    return schemes.stream()
        .flatMap(scheme -> prediction(scheme.name()).stream())
        .map(each ->
            new Predicted(
                each.scheme().text(),
                each.smallest().workers(),
                each.smallest().seconds(),
                now / each.smallest().seconds(),
                each.limit().sentence()))
        .sorted(Comparator.comparingDouble(Predicted::seconds))
        .toList();
  }

  /** With as many workers as it has, or the next fewer that were calculated. */
  private double presentSeconds() {
    Optional<Prediction> scheme =
        prediction(present.scheme()).or(() -> simulation.predictions().stream().findFirst());
    return scheme
        .flatMap(each ->
            each.points().stream()
                .filter(point -> point.workers() <= present.workers())
                .max(Comparator.comparingInt(Point::workers)))
        .map(Point::seconds)
        .orElse(Double.NaN);
  }

  private Optional<Candidate> worthIt(List<Predicted> predictions) {
    return predictions.stream()
        .findFirst()
        .filter(best -> best.gain() >= WORTH)
        .flatMap(best ->
            schemes.stream()
                .filter(each -> each.name().equals(best.scheme()))
                .map(each -> Candidate.of(each, workersKnob, best.workers()))
                .findFirst());
  }

  private Optional<Step> onReplica(List<Predicted> predictions) {
    return worthIt(predictions)
        .map(candidate -> {
          Predicted best = predictions.getFirst();
          return new Step(
              replica.address(),
              settings(replica.address(), candidate.settings()),
              Optional.of(best.gain()),
              text(
                  "With %s it would apply %.1f times as fast as with %s; then it is limited by %s.",
                  candidate, best.gain(), present, best.limit()),
              "Its applier stops for a moment.");
        });
  }

  private List<Setting> settings(InstanceAddress server, Map<String, String> wanted) {
    List<Setting> settings = new ArrayList<>();
    wanted.forEach((knob, value) ->
        names
            .find(server, knob)
            .filter(shown -> shown.value().filter(value::equals).isEmpty())
            .ifPresent(shown -> settings.add(new Setting(shown.name(), shown.value(), value))));
    return settings;
  }

  private Optional<Prediction> best() {
    return schemes.stream()
        .flatMap(scheme -> prediction(scheme.name()).stream())
        .min(Comparator.comparingDouble(each -> each.smallest().seconds()));
  }

  private List<Step> onSource() {
    Optional<Prediction> best = best();
    if (source.isEmpty() || best.isEmpty() || !isHeldByOthers(best.get())) {
      return List.of();
    }
    List<Step> sets = help.stream().flatMap(each -> writeSets(each, best.get()).stream()).toList();
    return sets.isEmpty()
        ? help.stream()
            .flatMap(each -> sync(each, best.get()).or(() -> delay(each, best.get())).stream())
            .toList()
        : sets;
  }

  /** Whether it is transactions, or their order, that wait for each other. */
  private static boolean isHeldByOthers(Prediction best) {
    return switch (best.limit()) {
      case DEPENDENCIES, COMMIT_LATENCY, SEVERAL -> true;
      case ORDER, CORES, COORDINATOR, LARGE_TRANSACTION, WORKERS -> false;
    };
  }

  private Optional<Step> writeSets(SourceHelp help, Prediction best) {
    if (!(help instanceof SourceHelp.WriteSets(String scheme, var wanted))) {
      return Optional.empty();
    }
    String ordered = best.scheme().text().endsWith("-ordered") ? scheme + "-ordered" : scheme;
    return prediction(ordered)
        .map(each -> best.smallest().seconds() / each.smallest().seconds())
        .filter(gain -> gain >= WORTH)
        .map(gain ->
            new Step(
                sourceAddress,
                settings(sourceAddress, wanted),
                Optional.of(gain),
                text(
                    "The source would see by the rows which transactions are independent: with %d"
                        + " workers the replica would apply %.1f times as fast again.",
                    prediction(ordered).orElseThrow().smallest().workers(), gain),
                "Commits of the source do not wait longer. It keeps a history of the rows that"
                    + " were changed last, in memory."));
  }

  /** Transactions a second that the source wrote; 0 where that is not known. */
  private double rate() {
    return seconds.map(each -> simulation.workload().count() / each).orElse(0.0);
  }

  private Optional<Step> sync(SourceHelp help, Prediction best) {
    double group = rate() * SYNC_SECONDS;
    if (!(help instanceof SourceHelp.Sync(String knob, String value))
        || best.limit() != Limit.DEPENDENCIES
        || group < 2) {
      return Optional.empty();
    }
    return Optional.of(
        new Step(
            sourceAddress,
            settings(sourceAddress, Map.of(knob, value)),
            Optional.empty(),
            text(
                "The source wrote %.0f transactions a second, and no commit waits for its disk:"
                    + " while one does, for 1 ms, up to %.0f others would become one group, which"
                    + " workers can apply at once. After a crash of its host none would be missing"
                    + " in its binlog, either.",
                rate(), group),
            "Each commit of the source takes as much longer as its disk takes for a sync: 0.1 ms"
                + " with a cache that outlives a power cut, else 1 to 10 ms."));
  }

  private Optional<Step> delay(SourceHelp help, Prediction best) {
    if (!(help instanceof SourceHelp.CommitDelay(String delayKnob, String countKnob))
        || best.limit() != Limit.DEPENDENCIES
        || rate() == 0) {
      return Optional.empty();
    }
    double rate = rate();
    double wanted = Math.min(GROUP / rate * MICROS, DELAY_MAX.toNanos() / 1_000.0);
    double group = rate * wanted / MICROS;
    if (group < 2) {
      return Optional.empty();
    }
    long micros = Math.round(wanted);
    return Optional.of(
        new Step(
            sourceAddress,
            settings(
                sourceAddress,
                Map.of(delayKnob, Long.toString(micros), countKnob, Integer.toString(GROUP))),
            Optional.empty(),
            text(
                "The source wrote %.0f transactions a second: within %d µs up to %.0f of them would"
                    + " be one group, which workers can apply at once.",
                rate, micros, group),
            text(
                "Each commit of the source takes up to %.1f ms longer, less where %d wait"
                    + " together.",
                micros / 1_000.0, GROUP)));
  }

  private List<String> options() {
    Optional<Prediction> best = best();
    List<String> options = new ArrayList<>();
    if (best.filter(each -> each.limit() == Limit.COMMIT_LATENCY).isPresent()) {
      boolean isDurable =
          replica.durability().syncBinlog().is(1L)
              && replica.durability().flushLogAtCommit().is(1L);
      if (isDurable) {
        options.add(
            text(
                "Commits of %s wait for its disk (sync_binlog=1,"
                    + " innodb_flush_log_at_trx_commit=1). Without that it would apply up to %.1f"
                    + " times as fast; but after a crash of its host it may lack transactions, and"
                    + " then has to be rebuilt.",
                replica.address(), best.get().gain()));
      }
    }
    return options;
  }

  private static String text(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
