package io.tutti.rollout.engine;

import io.tutti.rollout.ReplicaState;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutRun.Decision;
import io.tutti.rollout.RolloutRun.ReplicaRun;
import io.tutti.rollout.RolloutRun.WaveRun;
import io.tutti.rollout.RolloutState;
import io.tutti.rollout.WaveState;
import io.tutti.rollout.gate.GateAnswer.Outcome;
import io.tutti.rollout.gate.Judgement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the wave under way does next. Pure. */
final class WaveTurn {
  /** What is observed before a change need not be longer than that. */
  static final Duration BEFORE_MAX = Duration.ofMinutes(10);

  /** Nothing can be compared with fewer, whatever the soak. */
  static final int READINGS_BEFORE_MIN = 5;

  /** Each look is after twice the time of the one before: more of them would be centuries. */
  private static final int LOOKS_MAX = 20;

  /** Who is busy for longer is left out. */
  static final Duration BUSY_MAX = Duration.ofHours(1);

  private WaveTurn() {}

  /** Replicas are observed, and then changed, as many at once as may be. */
  static RolloutRun change(RolloutRun run, WaveRun wave, RolloutFacts facts) {
    Optional<ReplicaRun> failed =
        wave.replicas().stream()
            .filter(replica -> replica.state() == ReplicaState.FAILED)
            .findFirst();
    if (failed.isPresent()) {
      return FailureTurn.stop(run, wave, failed.get(), failed.get().why(), facts.now());
    }
    Instant changesFrom = wave.beganAt().orElseThrow().plus(before(run));
    if (facts.now().isBefore(changesFrom)) {
      return RolloutTurn.wake(run, changesFrom);
    }
    if (wave.has(ReplicaState.PENDING) || wave.has(ReplicaState.WAITING)) {
      Optional<RolloutRun> closed = RolloutTurn.closed(run, facts);
      if (closed.isPresent()) {
        return closed.get();
      }
      RolloutRun open =
          run.state() == RolloutState.WAITING
              ? run.in(RolloutState.RUNNING, "A window is open.")
              : run;
      return new Changing(open, wave, facts).next();
    }
    if (wave.has(ReplicaState.CHANGING)) {
      return run;
    }
    return wave.has(ReplicaState.SOAKING)
        ? run.in(RolloutState.RUNNING, "Wave %d is watched.".formatted(wave.number()))
            .with(wave.soakingUntil(facts.now().plus(run.rollout().soak())))
        : keep(run, wave, "nobody was changed", facts.now());
  }

  static Duration before(RolloutRun run) {
    Duration soak = run.rollout().soak();
    return soak.compareTo(BEFORE_MAX) < 0 ? soak : BEFORE_MAX;
  }

  /** One turn of those that are still to be changed. */
  private static final class Changing {
    private final RolloutFacts facts;
    private final WaveRun wave;
    private RolloutRun run;
    private final Map<String, Integer> byCluster = new LinkedHashMap<>();
    private int all;

    Changing(RolloutRun run, WaveRun wave, RolloutFacts facts) {
      this.run = run;
      this.wave = wave;
      this.facts = facts;
      wave.replicas().stream()
          .filter(replica -> replica.state() == ReplicaState.CHANGING)
          .forEach(this::count);
    }

    private void count(ReplicaRun replica) {
      byCluster.merge(replica.target().cluster(), 1, Integer::sum);
      all++;
    }

    RolloutRun next() {
      WaveRun now = wave.each(this::turn);
      return now.equals(wave) ? run : run.with(now);
    }

    private ReplicaRun turn(ReplicaRun replica) {
      if (replica.state() != ReplicaState.PENDING && replica.state() != ReplicaState.WAITING) {
        return replica;
      }
      Optional<String> excluded = facts.excluded(replica);
      if (excluded.isPresent()) {
        return leftOut(replica, excluded.get());
      }
      Optional<String> inTheWay = facts.inTheWay(replica);
      if (inTheWay.isPresent()) {
        boolean tooLong =
            facts.now().isAfter(wave.beganAt().orElseThrow().plus(before(run)).plus(BUSY_MAX));
        return tooLong
            ? leftOut(
                replica,
                "%s It was waited for for %d minutes."
                    .formatted(inTheWay.get(), BUSY_MAX.toMinutes()))
            : replica.in(ReplicaState.WAITING, inTheWay.get());
      }
      if (isToBeReadFirst(replica)) {
        return replica.in(ReplicaState.PENDING, "It is observed before it is changed.");
      }
      int sameCluster = byCluster.getOrDefault(replica.target().cluster(), 0);
      if (all >= run.rollout().bounds().totalMax()
          || sameCluster >= run.rollout().bounds().perClusterMax()) {
        return replica;
      }
      count(replica);
      return replica.in(ReplicaState.CHANGING, "").goingBackTo(facts.former(replica));
    }

    private boolean isToBeReadFirst(ReplicaRun replica) {
      Instant began = wave.beganAt().orElseThrow();
      return facts.readings(replica, began) < READINGS_BEFORE_MIN
          && facts.now().isBefore(began.plus(BEFORE_MAX));
    }

    private ReplicaRun leftOut(ReplicaRun replica, String why) {
      run =
          run.deciding(
              new Decision(
                  facts.now(),
                  wave.number(),
                  Optional.of(replica.target().address()),
                  "%s is left out: %s".formatted(replica.target().address(), why)));
      return replica.in(ReplicaState.LEFT_OUT, why);
    }
  }

  /** It is watched, and judged in the end. */
  static RolloutRun soak(RolloutRun run, WaveRun wave, RolloutFacts facts) {
    for (ReplicaRun replica : soaking(wave)) {
      Judgement judgement = facts.atOnce(replica);
      if (judgement.outcome() == Outcome.HARM) {
        return FailureTurn.stop(run, wave, replica, reasons(judgement), facts.now());
      }
    }
    Instant until = wave.soakUntil().orElseThrow();
    return facts.now().isBefore(until)
        ? RolloutTurn.wake(run, until)
        : judge(run, wave.lookedAt(), facts);
  }

  private static List<ReplicaRun> soaking(WaveRun wave) {
    return wave.replicas().stream()
        .filter(replica -> replica.state() == ReplicaState.SOAKING)
        .toList();
  }

  private static String reasons(Judgement judgement) {
    return String.join(" ", judgement.reasons());
  }

  /**
   * Each look has half the significance of the one before, so that all looks together have no more
   * than that of the rollout.
   */
  private static RolloutRun judge(RolloutRun run, WaveRun wave, RolloutFacts facts) {
    long replicas = run.waves().stream().mapToLong(each -> each.replicas().size()).sum();
    double significance =
        run.rollout().gates().significance() / replicas / Math.pow(2, wave.looks());
    Map<ReplicaRun, Judgement> judged = new LinkedHashMap<>();
    soaking(wave).forEach(each -> judged.put(each, facts.judge(each, significance)));
    Map.Entry<ReplicaRun, Judgement> worst =
        judged.entrySet().stream()
            .max(Comparator.comparing(each -> each.getValue().outcome()))
            .orElseThrow();
    RolloutRun said = run.with(wave);
    for (Decision decision : decisions(judged, wave, facts.now())) {
      said = said.deciding(decision);
    }
    return switch (worst.getValue().outcome()) {
      case HARM ->
          FailureTurn.stop(said, wave, worst.getKey(), reasons(worst.getValue()), facts.now());
      case UNCLEAR -> ask(said, wave, reasons(worst.getValue()));
      case NOT_ENOUGH_TRAFFIC -> waitForMore(said, wave, reasons(worst.getValue()), facts.now());
      case HOLDS, NOT_SHOWN -> keep(said, wave, "no gate found harm", facts.now());
    };
  }

  private static List<Decision> decisions(
      Map<ReplicaRun, Judgement> judged, WaveRun wave, Instant now) {
    List<Decision> decisions = new ArrayList<>();
    judged.forEach((replica, judgement) ->
        decisions.add(
            new Decision(
                now,
                wave.number(),
                Optional.of(replica.target().address()),
                "%s: %s".formatted(judgement.outcome().name(), reasons(judgement)))));
    return decisions;
  }

  /** It is watched for as long again, so that there are few looks. */
  private static RolloutRun waitForMore(RolloutRun run, WaveRun wave, String why, Instant now) {
    Duration soak = run.rollout().soak();
    Duration watched = soak.multipliedBy(1L << Math.min(LOOKS_MAX, wave.looks() - 1));
    Instant began = wave.soakUntil().orElseThrow().minus(watched);
    Instant until = now.plus(watched);
    return until.isAfter(began.plus(soak).plus(run.rollout().gates().trafficWaitMax()))
        ? ask(run, wave, why)
        : run.in(
                RolloutState.RUNNING,
                "Wave %d is watched for longer: %s".formatted(wave.number(), why))
            .with(wave.soakingUntil(until));
  }

  private static RolloutRun ask(RolloutRun run, WaveRun wave, String why) {
    return run.in(
        RolloutState.ASKING,
        "Wave %d cannot be judged; approve keeps it, undo takes it back: %s"
            .formatted(wave.number(), why));
  }

  /**
   * @param why how a sentence goes on
   */
  static RolloutRun keep(RolloutRun run, WaveRun wave, String why, Instant now) {
    WaveRun kept =
        wave.in(WaveState.KEPT)
            .each(replica ->
                replica.state() == ReplicaState.SOAKING
                    ? replica.in(ReplicaState.KEPT, "")
                    : replica);
    String sentence = "Wave %d is kept: %s.".formatted(wave.number(), why);
    return run.in(RolloutState.RUNNING, sentence)
        .with(kept)
        .deciding(new Decision(now, wave.number(), Optional.empty(), sentence));
  }
}
