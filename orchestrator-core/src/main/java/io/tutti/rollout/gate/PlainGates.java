package io.tutti.rollout.gate;

import io.tutti.model.Observed;
import io.tutti.rollout.Gate;
import io.tutti.rollout.gate.GateAnswer.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The gates that need no statistics: something happened, or it did not. */
final class PlainGates {
  /** Clocks of servers count in seconds, and readings take a while. */
  private static final Duration START_TOLERANCE = Duration.ofSeconds(5);

  /**
   * Workers that run ahead leave gaps that close at once; one that stays so long is none of them.
   */
  private static final Duration GAP_STAYS = Duration.ofSeconds(10);

  private final Comparison compared;

  PlainGates(Comparison compared) {
    this.compared = compared;
  }

  GateAnswer ask(Gate gate) {
    return switch (gate) {
      case APPLIER_ERRORS -> errors();
      case RESTARTS -> restarts();
      case GAPS -> gaps();
      default -> throw new IllegalArgumentException(gate.name());
    };
  }

  private GateAnswer errors() {
    return judge(
        Gate.APPLIER_ERRORS,
        samples -> last(samples.after(), Sample::applierError),
        "its applier stopped: %s",
        "its applier runs without an error");
  }

  private GateAnswer gaps() {
    return judge(
        Gate.GAPS,
        PlainGates::lastingGap,
        "its applier left %s out",
        "its applier left nothing out");
  }

  private static Observed<Optional<String>> lastingGap(Samples samples) {
    Observed<Optional<String>> now = last(samples.after(), Sample::gap);
    return now.map(gap -> gap.filter(first -> stays(samples.after(), first)));
  }

  private static boolean stays(List<Sample> after, String first) {
    Instant end = after.getLast().at();
    Instant since = end;
    for (Sample sample : after.reversed()) {
      if (!sample.gap().is(Optional.of(first))) {
        break;
      }
      since = sample.at();
    }
    return Duration.between(since, end).compareTo(GAP_STAYS) >= 0;
  }

  private GateAnswer restarts() {
    return judge(
        Gate.RESTARTS,
        PlainGates::restarted,
        "its process began at %s, after the change",
        "its process is the one from before the change");
  }

  private static Observed<Optional<String>> restarted(Samples samples) {
    if (samples.before().isEmpty()) {
      return Observed.unknown("it was not read before the change");
    }
    Sample before = samples.before().getLast();
    Sample after = samples.after().getLast();
    return before
        .uptime()
        .flatMap(ran ->
            after
                .uptime()
                .map(runs -> {
                  Instant began = before.at().minus(ran);
                  Instant begins = after.at().minus(runs);
                  return begins.isAfter(began.plus(START_TOLERANCE))
                      ? Optional.of(begins.toString())
                      : Optional.<String>empty();
                }));
  }

  /**
   * @param trouble what is wrong; known and empty when nothing is
   */
  private GateAnswer judge(
      Gate gate,
      Function<Samples, Observed<Optional<String>>> trouble,
      String wrong,
      String right) {
    Samples subject = compared.subject();
    if (subject.after().isEmpty()) {
      return said(gate, Outcome.NOT_ENOUGH_TRAFFIC, "it was not read since the change");
    }
    return switch (trouble.apply(subject)) {
      case Observed.Known<Optional<String>>(Optional<String> seen) when seen.isEmpty() ->
          said(gate, Outcome.HOLDS, right);
      case Observed.Known<Optional<String>>(Optional<String> seen) ->
          asBadBeside(gate, trouble, wrong.formatted(seen.get()));
      case Observed.Absent<Optional<String>>(String why) -> said(gate, Outcome.NOT_SHOWN, why);
      case Observed.Unknown<Optional<String>>(String why) -> said(gate, Outcome.UNCLEAR, why);
    };
  }

  /** What an untouched replica has at the same time does not come from the change. */
  private GateAnswer asBadBeside(
      Gate gate, Function<Samples, Observed<Optional<String>>> trouble, String wrong) {
    Optional<Samples> alike =
        compared
            .control()
            .filter(samples -> !samples.after().isEmpty())
            .filter(samples ->
                trouble.apply(samples).asOptional().filter(Optional::isPresent).isPresent());
    return alike.isPresent()
        ? said(
            gate,
            Outcome.UNCLEAR,
            "%s; %s, which was not changed, has the same trouble"
                .formatted(wrong, alike.get().server()))
        : said(gate, Outcome.HARM, wrong);
  }

  private GateAnswer said(Gate gate, Outcome outcome, String what) {
    return new GateAnswer(gate, outcome, "%s: %s.".formatted(compared.subject().server(), what));
  }

  private static Observed<Optional<String>> last(
      List<Sample> samples, Function<Sample, Observed<Optional<String>>> shown) {
    return shown.apply(samples.getLast());
  }
}
