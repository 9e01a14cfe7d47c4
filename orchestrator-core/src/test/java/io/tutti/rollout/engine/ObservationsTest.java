package io.tutti.rollout.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.rollout.AnyRollout;
import io.tutti.rollout.Rollout;
import io.tutti.rollout.RolloutPlan;
import io.tutti.rollout.RolloutPlan.PlannedWave;
import io.tutti.rollout.RolloutPlan.Target;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutRun.WaveRun;
import io.tutti.rollout.TargetRole;
import io.tutti.rollout.WaveState;
import io.tutti.rollout.gate.Readings;
import io.tutti.rollout.gate.Sample;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What was read in a wave is there after a restart, is bounded, and is forgotten in the end. */
class ObservationsTest {
  private static final InstanceAddress SOURCE = InstanceAddress.parse("db1:3306");
  private static final InstanceAddress CHANGED = InstanceAddress.parse("db2:3306");
  private static final InstanceAddress BESIDE = InstanceAddress.parse("db3:3306");
  private static final Instant BEGAN = States.NOW;
  private static final int BEFORE_SECONDS = 60;

  /** What survives the controller. */
  private static final class Kept implements RolloutReadings {
    private final Map<String, Map<InstanceAddress, Readings>> waves = new TreeMap<>();
    private int saves;

    @Override
    public void save(String rollout, int wave, Map<InstanceAddress, Readings> readings) {
      saves++;
      waves.computeIfAbsent(rollout + "/" + wave, first -> new HashMap<>()).putAll(readings);
    }

    @Override
    public Map<InstanceAddress, Readings> load(String rollout, int wave) {
      return waves.getOrDefault(rollout + "/" + wave, Map.of());
    }

    @Override
    public List<String> rollouts() {
      return new ArrayList<>(waves.keySet())
          .reversed().stream().map(key -> key.split("/")[0]).distinct().toList();
    }

    @Override
    public void forget(String rollout) {
      waves.keySet().removeIf(key -> key.startsWith(rollout + "/"));
    }
  }

  private final Kept kept = new Kept();
  private Observations observations = new Observations(kept);

  private static RolloutRun run(String id, WaveState state) {
    Rollout rollout = new AnyRollout().soak(Duration.ofSeconds(BEFORE_SECONDS)).build();
    Target target =
        new Target(
            CHANGED, "db1:3306", TargetRole.LEAF, "test", List.of(), List.of(), Optional.empty());
    RolloutRun begun =
        RolloutRun.begun(
            id,
            rollout,
            "",
            "ann",
            BEGAN,
            new RolloutPlan(List.of(new PlannedWave(1, List.of(target))), List.of()));
    WaveRun wave = begun.waves().getFirst();
    return begun.with(wave.begun(BEGAN).each(each -> each.beside(Optional.of(BESIDE))).in(state));
  }

  private static TopologySnapshot at(int second) {
    Instant moment = BEGAN.plusSeconds(second);
    return States.snapshot(
        States.of(SOURCE.toString()).observedAt(moment).reached(),
        States.of(CHANGED.toString())
            .replicatesFrom(SOURCE.toString())
            .observedAt(moment)
            .reached(),
        States.of(BESIDE.toString()).replicatesFrom(SOURCE.toString()).observedAt(moment).reached(),
        States.of("db9:3306").observedAt(moment).reached());
  }

  private void observe(String id, int from, int until) {
    for (int second = from; second < until; second++) {
      observations.observe(at(second), List.of(run(id, WaveState.SOAKING)));
    }
  }

  private List<Sample> seen(InstanceAddress address) {
    return observations.of("r1", 1, address);
  }

  @Test
  void theServersOfAWaveThoseBesideThemAndTheirSourcesAreRead() {
    observe("r1", 0, 10);

    assertThat(observations.of("r1", 1).keySet()).containsExactly(SOURCE, CHANGED, BESIDE);
    assertThat(seen(CHANGED)).hasSize(10);
    assertThat(seen(InstanceAddress.parse("db9:3306"))).isEmpty();
  }

  @Test
  void aReadingThatWasSeenIsNotCountedAgain() {
    observe("r1", 3, 4);
    observe("r1", 3, 4);

    assertThat(seen(CHANGED)).hasSize(1);
  }

  @Test
  void theNextControllerHasWhatWasReadBeforeAChange() {
    observe("r1", 0, BEFORE_SECONDS + 5);
    List<Sample> before =
        seen(CHANGED).stream()
            .filter(sample -> !sample.at().isAfter(BEGAN.plusSeconds(BEFORE_SECONDS)))
            .toList();

    observations = new Observations(kept);
    observe("r1", BEFORE_SECONDS + 9, BEFORE_SECONDS + 11);

    assertThat(seen(CHANGED)).containsAll(before);
    assertThat(seen(CHANGED).getLast().at()).isEqualTo(BEGAN.plusSeconds(BEFORE_SECONDS + 10));
    assertThat(seen(BESIDE)).hasSizeGreaterThan(before.size());
  }

  @Test
  void aKillAtAnySecondLosesAFifthAtMost() {
    for (int second = 5; second < 200; second += 3) {
      kept.waves.clear();
      observations = new Observations(kept);
      observe("r1", 0, second);
      observations = new Observations(kept);
      observations.observe(at(second), List.of(run("r1", WaveState.SOAKING)));

      assertThat(seen(CHANGED).size()).as("%d s", second).isGreaterThan((second - 6) * 5 / 6);
    }
  }

  @Test
  void aLongWaveIsBoundedAndSavedSeldom() {
    observe("r1", 0, 30_000);

    assertThat(seen(CHANGED)).hasSizeBetween(2_000, 2 * 4_000);
    Readings stored = kept.load("r1", 1).getOrDefault(CHANGED, Readings.NONE);
    assertThat(stored.before()).hasSize(BEFORE_SECONDS + 1);
    assertThat(stored.since()).hasSize(Observations.KEPT_MAX);
    assertThat(kept.saves).isLessThan(60);
  }

  @Test
  void aWaveThatIsOverIsKeptToItsLastReading() {
    observe("r1", 0, 100);
    observations.observe(at(100), List.of(run("r1", WaveState.KEPT)));

    Readings stored = kept.load("r1", 1).getOrDefault(CHANGED, Readings.NONE);
    assertThat(stored.all()).hasSize(100);
    assertThat(observations.of("r1", 1)).containsEntry(CHANGED, stored);
    int saves = kept.saves;
    observations.observe(at(101), List.of(run("r1", WaveState.KEPT)));
    assertThat(kept.saves).isEqualTo(saves);
  }

  @Test
  void readingsOfTheOldestRolloutsAreForgotten() {
    for (int i = 0; i < Observations.ROLLOUTS_MAX + 20; i++) {
      kept.save("r%04d".formatted(i), 1, Map.of(CHANGED, Readings.NONE));
    }
    observe("r9999", 0, 30);

    assertThat(kept.rollouts())
        .hasSizeBetween(Observations.ROLLOUTS_MAX, Observations.ROLLOUTS_MAX + 1);
    assertThat(kept.rollouts()).contains("r9999", "r0119").doesNotContain("r0000", "r0019");
  }
}
