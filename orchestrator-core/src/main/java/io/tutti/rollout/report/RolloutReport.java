package io.tutti.rollout.report;

import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.plan.OperationId;
import io.tutti.rollout.ReplicaState;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutRun.Decision;
import io.tutti.rollout.RolloutRun.ReplicaRun;
import io.tutti.rollout.RolloutRun.WaveRun;
import io.tutti.rollout.gate.Readings;
import io.tutti.rollout.gate.Sample;
import io.tutti.rollout.gate.Span;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a rollout did, and what its servers showed before and after.
 *
 * @param summary what came of it, in sentences
 */
public record RolloutReport(RolloutRun run, List<String> summary, List<WaveReport> waves) {
  public RolloutReport {
    summary = List.copyOf(summary);
    waves = List.copyOf(waves);
  }

  /** What is known beside the record of the rollout. */
  public interface Sources {
    /** What was read in a wave; empty when nothing is kept. */
    Map<InstanceAddress, Readings> readings(int wave);

    /** Empty when nobody knows the operation any more. */
    Optional<Span> span(OperationId operation);
  }

  /**
   * @param sentences what was decided of it and why, with the numbers
   */
  public record WaveReport(WaveRun wave, List<String> sentences, List<ReplicaReport> replicas) {
    public WaveReport {
      sentences = List.copyOf(sentences);
      replicas = List.copyOf(replicas);
    }
  }

  /**
   * @param changed when it was changed; empty when it was not
   * @param undone when that was undone
   * @param compared one for each quantity that it shows
   * @param notShown a sentence for each that it does not show, with the reason
   */
  public record ReplicaReport(
      ReplicaRun replica,
      Optional<Span> changed,
      Optional<Span> undone,
      List<Compared> compared,
      List<String> notShown) {
    public ReplicaReport {
      compared = List.copyOf(compared);
      notShown = List.copyOf(notShown);
    }
  }

  /**
   * @param control of the untouched replica beside it
   */
  public record Compared(Quantity quantity, Course own, Optional<Course> control) {}

  public static RolloutReport of(RolloutRun run, Sources sources) {
    return new RolloutReport(
        run, summary(run), run.waves().stream().map(wave -> wave(run, wave, sources)).toList());
  }

  private static WaveReport wave(RolloutRun run, WaveRun wave, Sources sources) {
    Map<InstanceAddress, Readings> readings = sources.readings(wave.number());
    return new WaveReport(
        wave,
        sentences(run, wave),
        wave.replicas().stream().map(replica -> replica(replica, readings, sources)).toList());
  }

  private static List<String> sentences(RolloutRun run, WaveRun wave) {
    List<String> decided =
        run.decisions().stream()
            .filter(decision -> decision.wave() == wave.number())
            .map(Decision::sentence)
            .toList();
    return wave.beganAt().isPresent() || !decided.isEmpty()
        ? decided
        : List.of(
            "Wave %d was not begun: nothing was changed on %s."
                .formatted(
                    wave.number(),
                    wave.replicas().stream()
                        .map(replica -> replica.target().address().toString())
                        .collect(Collectors.joining(", "))));
  }

  private static ReplicaReport replica(
      ReplicaRun replica, Map<InstanceAddress, Readings> readings, Sources sources) {
    Optional<Span> changed = replica.change().flatMap(sources::span);
    Optional<Span> undone = replica.undo().flatMap(sources::span);
    Instant until = undone.map(Span::began).orElse(Instant.MAX);
    List<Sample> own = samples(readings, replica.target().address());
    Optional<List<Sample>> control = replica.control().map(other -> samples(readings, other));
    List<Compared> compared =
        Arrays.stream(Quantity.values())
            .map(quantity ->
                new Compared(
                    quantity,
                    course(quantity, own, changed, until),
                    control.map(samples -> course(quantity, samples, changed, until))))
            .filter(each -> !each.own().points().isEmpty())
            .toList();
    return new ReplicaReport(replica, changed, undone, compared, notShown(own, compared));
  }

  private static List<String> notShown(List<Sample> own, List<Compared> compared) {
    List<Quantity> shown = compared.stream().map(Compared::quantity).toList();
    return own.isEmpty()
        ? List.of()
        : Arrays.stream(Quantity.values())
            .filter(quantity -> !shown.contains(quantity))
            .map(quantity ->
                "The server does not show %s: %s."
                    .formatted(quantity.words(), why(quantity.of(own.getLast()))))
            .toList();
  }

  private static String why(Observed<? extends Number> seen) {
    return switch (seen) {
      case Observed.Known<? extends Number> known -> "it was read once only";
      case Observed.Absent<? extends Number> absent -> absent.why();
      case Observed.Unknown<? extends Number> unknown -> unknown.why();
    };
  }

  private static Course course(
      Quantity quantity, List<Sample> samples, Optional<Span> changed, Instant until) {
    return changed
        .map(span -> Course.of(quantity, samples, span, until))
        .orElseGet(() -> Course.of(quantity, samples));
  }

  private static List<Sample> samples(
      Map<InstanceAddress, Readings> readings, InstanceAddress server) {
    return readings.getOrDefault(server, Readings.NONE).all();
  }

  /** How many servers came to which end, and why it stands as it does. */
  private static List<String> summary(RolloutRun run) {
    List<ReplicaState> states =
        run.waves().stream()
            .flatMap(wave -> wave.replicas().stream())
            .map(ReplicaRun::state)
            .toList();
    Map<String, Long> counted =
        states.stream().collect(Collectors.groupingBy(RolloutReport::end, Collectors.counting()));
    String ends =
        Stream.of("kept", "undone", "failed", "under way", "left out", "not reached")
            .filter(counted::containsKey)
            .map(end -> "%d %s".formatted(counted.get(end), end))
            .collect(Collectors.joining(", "));
    return List.of(
        "%s in %s: %s."
            .formatted(
                count(states.size(), "server"),
                count(run.waves().size(), "wave").toLowerCase(Locale.ROOT),
                ends),
        run.why());
  }

  private static String count(int number, String what) {
    return number == 1 ? "One " + what : "%d %ss".formatted(number, what);
  }

  private static String end(ReplicaState state) {
    return switch (state) {
      case KEPT -> "kept";
      case UNDONE -> "undone";
      case FAILED -> "failed";
      case CHANGING, SOAKING, UNDOING -> "under way";
      case LEFT_OUT -> "left out";
      case PENDING, WAITING -> "not reached";
    };
  }
}
