package io.tutti.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.FakeFlavor;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.spi.advice.Advice;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.AdviceRule;
import io.tutti.spi.advice.AdvisedSetting;
import io.tutti.topology.WorldView;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What becomes of the rules of a plugin where somebody asks what to set. */
class SettingsAdviceTest {
  private static final Advice SETS =
      Advice.of("b:1 waits for room.", "SET GLOBAL room = 4")
          .setting("room", 4, "It takes memory.");

  private static SettingsAdvice advice(String server, AdviceRule... rules) {
    FakeFlavor plugin =
        new FakeFlavor("test-1", Set.of()) {
          @Override
          public List<AdviceRule> advice() {
            return List.of(rules);
          }
        };
    WorldView world =
        States.world(States.of("a:1").reached(), States.of("b:1").replicatesFrom("a:1").reached());
    return SettingsAdvice.of(
        AdviceCatalogue.of(List.of(plugin)),
        world,
        world.topology().find(InstanceAddress.parse(server)).orElseThrow());
  }

  private static AdviceRule rule(AdviceCode code, Observed<Advice> said) {
    return AdviceRule.of(code, situation -> said);
  }

  @Test
  void setsWhatARuleOfItsChannelSets() {
    SettingsAdvice advice =
        advice("b:1", rule(AdviceCode.WORKER_QUEUES_FULL, Observed.known(SETS)));

    assertThat(advice.settings())
        .containsExactly(
            new SettingsAdvice.Wanted(
                AdviceCode.WORKER_QUEUES_FULL,
                "b:1",
                "b:1 waits for room.",
                new AdvisedSetting("room", "4", "It takes memory.")));
    assertThat(advice.elsewhere()).isEmpty();
    assertThat(advice.unknown()).isEmpty();
  }

  @Test
  void saysWhatNoSettingOfThisServerChanges() {
    SettingsAdvice advice =
        advice(
            "b:1",
            rule(
                AdviceCode.PARALLELISM_LOST_UPSTREAM,
                Observed.known(Advice.of("a:1 marks little.", "change a:1"))));

    assertThat(advice.settings()).isEmpty();
    assertThat(advice.elsewhere())
        .containsExactly(
            new SettingsAdvice.Found(
                AdviceCode.PARALLELISM_LOST_UPSTREAM,
                "b:1",
                "a:1 marks little.",
                List.of("change a:1")));
  }

  @Test
  void saysWhatCouldNotBeJudgedAndAdvisesNothingByIt() {
    SettingsAdvice advice =
        advice(
            "b:1",
            rule(AdviceCode.WORKERS_WITHOUT_WORK, Observed.unknown("GRANT it")),
            rule(AdviceCode.WORKER_QUEUES_FULL, Observed.absent("all is well")));

    assertThat(advice.settings()).isEmpty();
    assertThat(advice.unknown()).containsExactly("WORKERS_WITHOUT_WORK: GRANT it");
  }

  @Test
  void leavesOutWhatIsAboutDurability() {
    SettingsAdvice advice =
        advice("b:1", rule(AdviceCode.COMMITS_NOT_DURABLE, Observed.known(SETS)));

    assertThat(advice.settings()).isEmpty();
    assertThat(advice.elsewhere()).isEmpty();
  }

  @Test
  void saysHowEachChannelAppliesNow() {
    assertThat(advice("a:1").notes()).containsExactly("a:1 replicates from no other server.");
    assertThat(advice("b:1").notes()).singleElement().asString().startsWith("b:1 applies ");
  }
}
