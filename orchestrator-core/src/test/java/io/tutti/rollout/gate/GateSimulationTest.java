package io.tutti.rollout.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.rollout.Gate;
import io.tutti.rollout.Gates;
import io.tutti.rollout.gate.GateAnswer.Outcome;
import io.tutti.rollout.gate.NoisyReplicas.Effect;
import io.tutti.rollout.gate.NoisyReplicas.Load;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What gates say of simulated replicas: of unchanged ones, and of harmed ones. */
class GateSimulationTest {
  private static final int ROLLOUTS = 100;
  private static final int REPLICAS = 12;

  private static Load load(String name) {
    return switch (name) {
      case "EASY" -> Load.EASY;
      case "BUSY" -> Load.BUSY;
      case "FULL" -> Load.FULL;
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static Judgement judge(Comparison compared, double significance) {
    return GateJudge.judge(EnumSet.allOf(Gate.class), significance / REPLICAS, compared);
  }

  /** 100 rollouts of a change that changes nothing, over 12 replicas each. */
  @ParameterizedTest
  @CsvSource({
    "EASY, 5",
    "EASY, 60",
    "EASY, 300",
    "BUSY, 30",
    "BUSY, 120",
    "BUSY, 300",
    "FULL, 60",
    "FULL, 300"
  })
  void atMostTwoOfAHundredRolloutsThatChangeNothingAreStopped(String name, int seconds) {
    List<String> stopped = new ArrayList<>();
    for (int rollout = 0; rollout < ROLLOUTS; rollout++) {
      Optional<String> harm = Optional.empty();
      for (int replica = 0; replica < REPLICAS; replica++) {
        long seed = (rollout * 1_000L + replica) * 7919 + seconds;
        Judgement judgement =
            judge(
                NoisyReplicas.observed(seed, load(name), Effect.NONE, seconds, seconds),
                Gates.SIGNIFICANCE_USUAL);
        if (judgement.outcome() == Outcome.HARM) {
          harm = Optional.of(judgement.reasons().toString());
        }
      }
      harm.ifPresent(stopped::add);
    }
    assertThat(stopped).hasSizeLessThanOrEqualTo(2);
  }

  /**
   * Each of these harms one of 12 replicas. What cannot be judged yet is watched for longer, up to
   * four times, and each look has half the significance of the one before; then a person is asked.
   */
  @ParameterizedTest
  @CsvSource({
    // An applier that becomes slower than its source: by two fifths, two fifths, one quarter.
    "EASY, 120, 0.15, 0, 0, 90",
    "BUSY, 120, 0.4, 0, 0, 90",
    "BUSY, 300, 0.5, 0, 0, 75",
    // Workers that block each other.
    "EASY, 120, 1, 0.3, 0, 98",
    "BUSY, 300, 1, 0.15, 0, 98",
    // Commits that wait for a slow replica.
    "EASY, 120, 1, 0, 0.02, 98",
    "BUSY, 300, 1, 0, 0.02, 98"
  })
  void realHarmIsSeenAndNeverTakenForNone(
      String name, int seconds, double capacity, double retries, double commitSeconds, int least) {
    Effect effect = new Effect(capacity, retries, commitSeconds);
    Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    for (int run = 0; run < ROLLOUTS; run++) {
      outcomes.merge(watched(run * 104_729L, load(name), effect, seconds), 1, Integer::sum);
    }
    assertThat(outcomes.getOrDefault(Outcome.HARM, 0))
        .as("%s", outcomes)
        .isGreaterThanOrEqualTo(least);
    assertThat(outcomes).doesNotContainKey(Outcome.HOLDS);
  }

  private static Outcome watched(long seed, Load load, Effect effect, int seconds) {
    Outcome outcome = Outcome.NOT_ENOUGH_TRAFFIC;
    double significance = Gates.SIGNIFICANCE_USUAL;
    for (int soaks = 1; soaks <= 4 && outcome == Outcome.NOT_ENOUGH_TRAFFIC; soaks++) {
      significance /= 2;
      outcome =
          judge(NoisyReplicas.observed(seed, load, effect, seconds, soaks * seconds), significance)
              .outcome();
    }
    return outcome;
  }
}
