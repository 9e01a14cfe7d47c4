package io.tutti.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.fixtures.FakeFlavor;
import io.tutti.fixtures.States;
import io.tutti.model.CounterInterval;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.StatusCounters;
import io.tutti.spi.advice.Advice;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.AdviceRule;
import io.tutti.spi.advice.Situation;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What core does with the rules of plugins: which it runs, on what, and in which order. */
class AdviceCatalogueTest {
  private static final Observed<Advice> SAID = Observed.known(Advice.of("a:1 is odd.", "mend it"));

  /** A plugin that only advises. */
  private static final class Advising extends FakeFlavor {
    private final List<AdviceRule> advice;

    Advising(String id, List<AdviceRule> advice) {
      super(id, Set.of());
      this.advice = advice;
    }

    @Override
    public List<AdviceRule> advice() {
      return advice;
    }
  }

  /** The flavor of the made-up states. */
  private static Analysis analysis(AdviceRule... rules) {
    return analysis(FindingSettings.USUAL, rules);
  }

  private static Analysis analysis(FindingSettings settings, AdviceRule... rules) {
    return Analysis.of(
        AdviceCatalogue.of(
            List.of(
                new Advising("test-1", List.of(rules)),
                new Advising(
                    "test-2",
                    List.of(AdviceRule.of(AdviceCode.WRITESETS_WRONG, situation -> SAID))))),
        settings);
  }

  private static WorldView pair() {
    return States.world(
        States.of("a:1").reached(), States.of("b:1").replicatesFrom("a:1").reached());
  }

  private static List<String> advised(Analysis analysis, WorldView world) {
    return analysis.findings(world).stream()
        .filter(finding -> finding.code() instanceof Advised)
        .map(finding -> finding.subject() + " " + finding.code())
        .toList();
  }

  @Test
  void asksOnlyTheServersOwnPluginAndOnlyRulesOfTheScope() {
    Analysis analysis =
        analysis(
            AdviceRule.of(AdviceCode.COMMITS_NOT_DURABLE, situation -> SAID),
            AdviceRule.of(AdviceCode.WORKER_QUEUES_FULL, situation -> SAID));
    assertThat(advised(analysis, pair()))
        .containsExactlyInAnyOrder(
            "a:1 COMMITS_NOT_DURABLE", "b:1 COMMITS_NOT_DURABLE", "b:1 WORKER_QUEUES_FULL");
  }

  @Test
  void leavesOutWhatAnotherRuleExplains() {
    AdviceRule explained = AdviceRule.of(AdviceCode.WORKERS_NOT_CRASH_SAFE, situation -> SAID);
    AdviceRule explaining =
        AdviceRule.of(AdviceCode.RELAY_LOG_RECOVERY_TRAP, situation -> SAID)
            .before(AdviceCode.WORKERS_NOT_CRASH_SAFE);
    assertThat(advised(analysis(explained, explaining), pair()))
        .containsExactly("b:1 RELAY_LOG_RECOVERY_TRAP");
  }

  @Test
  void listsWhatCouldNotBeJudged() {
    Analysis analysis =
        analysis(
            AdviceRule.of(
                AdviceCode.COMMITS_NOT_DURABLE, situation -> Observed.unknown("GRANT it")),
            AdviceRule.of(AdviceCode.WRITESETS_WRONG, situation -> Observed.absent("well")));
    WorldView world = pair();
    assertThat(advised(analysis, world)).isEmpty();
    assertThat(analysis.notJudged(world, world.topology().clusters().getFirst()))
        .filteredOn(open -> open.code() instanceof Advised)
        .extracting(open -> open.about().subject() + " " + open.code() + ": " + open.why())
        .containsExactly("a:1 COMMITS_NOT_DURABLE: GRANT it", "b:1 COMMITS_NOT_DURABLE: GRANT it");
  }

  @Test
  void showsARuleThePositionOfTheServer() {
    CounterInterval interval =
        new CounterInterval(
            Duration.ofMinutes(1), StatusCounters.of(Map.of()), StatusCounters.of(Map.of()));
    WorldView world =
        WorldView.of(
            pair().topology().over(Map.of(InstanceAddress.parse("a:1"), interval), Map.of()));
    List<Situation> seen = new java.util.ArrayList<>();
    Analysis analysis =
        analysis(
            AdviceRule.of(
                AdviceCode.GROUP_COMMITS_TOO_SMALL,
                situation -> {
                  seen.add(situation);
                  return Observed.absent("well");
                }),
            AdviceRule.of(
                AdviceCode.COMMITS_NOT_DURABLE,
                situation ->
                    situation.hasReplicas().is(true) ? SAID : Observed.absent("no replicas")));
    assertThat(advised(analysis, world)).containsExactly("a:1 COMMITS_NOT_DURABLE");
    assertThat(seen)
        .singleElement()
        .satisfies(situation -> {
          assertThat(situation.source().map(source -> source.address().toString()))
              .isEqualTo(Observed.known("a:1"));
          assertThat(situation.sourceInterval()).isEqualTo(Observed.known(interval));
          assertThat(situation.interval().isUnknown()).isTrue();
          assertThat(situation.hasReplicas()).isEqualTo(Observed.known(false));
        });
  }

  @Test
  void whatIsOffIsNeitherFoundNorNotJudgedAndExplainsNothing() {
    FindingSettings off =
        new FindingSettings(
            Map.of(
                "RELAY_LOG_RECOVERY_TRAP",
                new FindingSettings.Switch(true, Optional.empty(), Optional.empty()),
                "COMMITS_NOT_DURABLE",
                new FindingSettings.Switch(true, Optional.empty(), Optional.empty())));
    Analysis analysis =
        analysis(
            off,
            AdviceRule.of(AdviceCode.COMMITS_NOT_DURABLE, situation -> Observed.unknown("why")),
            AdviceRule.of(AdviceCode.WORKERS_NOT_CRASH_SAFE, situation -> SAID),
            AdviceRule.of(AdviceCode.RELAY_LOG_RECOVERY_TRAP, situation -> SAID)
                .before(AdviceCode.WORKERS_NOT_CRASH_SAFE));
    WorldView world = pair();

    assertThat(advised(analysis, world)).containsExactly("b:1 WORKERS_NOT_CRASH_SAFE");
    assertThat(analysis.notJudged(world, world.topology().clusters().getFirst()))
        .noneMatch(open -> open.code() instanceof Advised);
  }

  @Test
  void aRuleIsShownTheThresholdOfTheSettings() {
    AdviceRule rule =
        AdviceRule.of(
            AdviceCode.CHECKPOINT_GROUP_FULL,
            situation ->
                Observed.known(
                    Advice.of(
                        "a:1 " + situation.threshold(AdviceCode.CHECKPOINT_GROUP_FULL), "mend")));
    FindingSettings half =
        new FindingSettings(
            Map.of(
                "CHECKPOINT_GROUP_FULL",
                new FindingSettings.Switch(false, Optional.empty(), Optional.of(50.0))));

    assertThat(sentences(analysis(rule))).containsExactly("a:1 90.0");
    assertThat(sentences(analysis(half, rule))).containsExactly("a:1 50.0");
  }

  private static List<String> sentences(Analysis analysis) {
    return analysis.findings(pair()).stream()
        .filter(finding -> finding.code() instanceof Advised)
        .map(finding -> finding.evidence().sentence())
        .toList();
  }

  @Test
  void refusesTwoRulesForOneCodeAndRulesInACircle() {
    AdviceRule rule = AdviceRule.of(AdviceCode.WRITESETS_WRONG, situation -> SAID);
    assertThatThrownBy(() -> analysis(rule, rule))
        .hasMessage("test-1 has two rules for WRITESETS_WRONG");
    AdviceRule first =
        AdviceRule.of(AdviceCode.WRITESETS_WRONG, situation -> SAID)
            .before(AdviceCode.WRITESETS_FALL_BACK);
    AdviceRule second =
        AdviceRule.of(AdviceCode.WRITESETS_FALL_BACK, situation -> SAID)
            .before(AdviceCode.WRITESETS_WRONG);
    assertThatThrownBy(() -> analysis(first, second)).hasMessageContaining("cycle");
  }
}
