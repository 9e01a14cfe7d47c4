package io.tutti.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.rollout.RolloutPlan.Reason;
import io.tutti.rollout.RolloutPlan.Target;
import io.tutti.spi.knob.VersionRange;
import io.tutti.topology.Downtime;
import io.tutti.topology.Extent;
import io.tutti.topology.RebuildMark;
import io.tutti.topology.Tag;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whom a rollout reaches, in which wave, with what; and why not. */
class RolloutPlannerTest {
  private static final Wanted EIGHT = new Wanted.Named(Map.of("workers", "8"));

  private Selector targets = Selector.REPLICAS;
  private Wanted settings = EIGHT;
  private List<Wave> waves = List.of(new Wave.Count(1), new Wave.Percent(100));
  private Schedule schedule = Schedule.now(ZoneOffset.UTC);
  private boolean persist = true;

  private RolloutPlanner.Result plan(RolloutFleet fleet) {
    return RolloutPlanner.plan(rollout(), fleet.world());
  }

  private Rollout rollout() {
    return new AnyRollout()
        .targets(targets)
        .settings(settings)
        .waves(waves)
        .schedule(schedule)
        .persist(persist)
        .build();
  }

  /** Each wave with those in it. */
  private List<String> waves(RolloutFleet fleet) {
    RolloutPlanner.Result result = plan(fleet);
    assertThat(result.mistakes()).isEmpty();
    return result.plan().waves().stream()
        .map(wave ->
            wave.number()
                + " "
                + String.join(
                    " ", wave.targets().stream().map(each -> each.address().toString()).toList()))
        .toList();
  }

  private List<String> mistakes(RolloutFleet fleet) {
    return plan(fleet).mistakes().stream().map(Mistake::toString).toList();
  }

  private Map<InstanceAddress, Reason> leftOut(RolloutFleet fleet) {
    return plan(fleet).plan().leftOut().stream()
        .collect(
            java.util.stream.Collectors.toMap(
                RolloutPlan.LeftOut::address, RolloutPlan.LeftOut::reason));
  }

  private Target only(RolloutFleet fleet) {
    List<Target> all = plan(fleet).plan().targets();
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  private static RolloutFleet three() {
    return RolloutFleet.of("a:1", "b:1<a:1", "c:1<a:1", "d:1<a:1");
  }

  private void choose(List<String> clusters, Set<TargetRole> roles, String... instances) {
    targets =
        new Selector(
            clusters,
            Set.of(),
            VersionRange.ALL,
            roles,
            List.of(),
            RolloutFleet.addresses(instances));
  }

  @Test
  void beginsWithACanaryAndEndsWithAllOthers() {
    assertThat(waves(three())).containsExactly("1 b:1", "2 c:1 d:1");
  }

  @Test
  void percentagesCountEarlierWavesAndRoundUp() {
    waves = List.of(new Wave.Count(1), new Wave.Percent(30), new Wave.Percent(100));
    RolloutFleet ten = RolloutFleet.of("a:1");
    for (int i = 0; i < 10; i++) {
      ten.with("r%d:1<a:1".formatted(i), state -> state);
    }
    assertThat(waves(ten))
        .containsExactly("1 r0:1", "2 r1:1 r2:1", "3 r3:1 r4:1 r5:1 r6:1 r7:1 r8:1 r9:1");
    assertThat(waves(three())).as("no wave is empty").containsExactly("1 b:1", "2 c:1 d:1");
  }

  @Test
  void leavesComeBeforeIntermediatesAndClustersTakeTurns() {
    waves = List.of(new Wave.Percent(100));
    RolloutFleet two =
        RolloutFleet.of(
            "a:1", "b:1<a:1", "c:1<b:1", "d:1<b:1", "s:1", "t:1<s:1", "u:1<s:1", "v:1<s:1");

    assertThat(waves(two)).containsExactly("1 c:1 t:1 d:1 u:1 v:1 b:1");
  }

  @Test
  void sourcesComeLastInAWaveOfTheirOwnAndOnlyWhenAskedFor() {
    settings = new Wanted.Named(Map.of("groups", "5"));
    assertThat(waves(three())).noneMatch(wave -> wave.contains("a:1"));

    choose(List.of(), EnumSet.allOf(TargetRole.class));
    assertThat(waves(three())).containsExactly("1 b:1", "2 c:1 d:1", "3 a:1");
  }

  @Test
  void aNamedSourceIsLeftOutUnlessItsRoleIsNamed() {
    choose(List.of(), Selector.REPLICAS.roles(), "a:1", "b:1");

    assertThat(leftOut(three())).containsEntry(InstanceAddress.parse("a:1"), Reason.SOURCE);
    assertThat(waves(three())).containsExactly("1 b:1");
  }

  @Test
  void membersOfARingAreSources() {
    RolloutFleet ring = RolloutFleet.of("a:1<b:1", "b:1<a:1", "c:1<a:1");

    assertThat(waves(ring)).containsExactly("1 c:1");
  }

  @Test
  void selectsByClusterAliasFlavorTagAndName() {
    RolloutFleet fleet =
        RolloutFleet.of("a:1", "b:1<a:1", "s:1", "t:1<s:1")
            .with("c:1<a:1", state -> state.flavor(RolloutFleet.SECOND))
            .tagged("b:1", "env", "prod");
    waves = List.of(new Wave.Percent(100));

    choose(List.of("s:1"), Selector.REPLICAS.roles());
    assertThat(waves(fleet)).containsExactly("1 t:1");
    choose(List.of("shop"), Selector.REPLICAS.roles());
    assertThat(waves(fleet)).containsExactly("1 b:1 c:1");
    targets =
        new Selector(
            List.of(),
            Set.of(RolloutFleet.SECOND),
            VersionRange.ALL,
            Selector.REPLICAS.roles(),
            List.of(),
            List.of());
    assertThat(waves(fleet)).containsExactly("1 c:1");
    targets =
        new Selector(
            List.of(),
            Set.of(),
            VersionRange.ALL,
            Selector.REPLICAS.roles(),
            List.of(new Tag("env", "prod")),
            List.of());
    assertThat(waves(fleet)).containsExactly("1 b:1");
    targets =
        new Selector(
            List.of(),
            Set.of(),
            VersionRange.since("8.4.0"),
            Selector.REPLICAS.roles(),
            List.of(),
            List.of());
    assertThat(mistakes(fleet)).anyMatch(said -> said.startsWith("targets: None of the 5 servers"));
  }

  @Test
  void refusesUnknownSelectorsWithWhatThereIs() {
    targets =
        new Selector(
            List.of("nobody"),
            Set.of("oracle"),
            VersionRange.ALL,
            Selector.REPLICAS.roles(),
            List.of(new Tag("env", "prod")),
            RolloutFleet.addresses("z:9"));

    assertThat(mistakes(three()))
        .containsExactlyInAnyOrder(
            "targets.clusters: There is no cluster \"nobody\". There are: a:1.",
            "targets.instances: The server z:9 is not known. Discover it first.",
            "targets.flavors: There is no flavor \"oracle\". There are: test-1, test-2.",
            "targets.tags: No server has the tag env=prod. Give the tag first, or leave it out.");
  }

  @Test
  void showsStatementsInTheServersSpelling() {
    settings = new Wanted.Named(Map.of("threads", "8"));
    RolloutFleet fleet = RolloutFleet.of("a:1", "b:1<a:1");

    RolloutPlan.Setting kept = only(fleet).settings().getFirst();
    assertThat(kept.statements()).containsExactly("SET PERSIST workers=8");
    assertThat(kept.stops()).isEqualTo("applier");
    persist = false;
    assertThat(only(fleet).settings().getFirst().statements())
        .containsExactly("SET GLOBAL workers=8");
  }

  @Test
  void aServerWithoutASettingGetsTheOthersAndSaysSo() {
    settings = new Wanted.Named(Map.of("mode", "B", "workers", "8"));
    RolloutFleet both =
        RolloutFleet.of("a:1", "b:1<a:1")
            .with("c:1<a:1", state -> state.flavor(RolloutFleet.SECOND));
    Map<String, List<String>> got =
        plan(both).plan().targets().stream()
            .collect(
                java.util.stream.Collectors.toMap(
                    target -> target.address().toString(),
                    target ->
                        target.settings().stream()
                            .map(RolloutPlan.Setting::toString)
                            .sorted()
                            .toList()));

    assertThat(got.get("b:1")).containsExactly("workers=8");
    assertThat(got.get("c:1")).containsExactly("mode=B", "workers=8");
    settings = new Wanted.Named(Map.of("mode", "B"));
    assertThat(leftOut(both))
        .containsEntry(InstanceAddress.parse("b:1"), Reason.NO_SUCH_SETTING)
        .hasSize(1);
  }

  @Test
  void refusesASettingThatNoTargetKnows() {
    settings = new Wanted.Named(Map.of("worker", "8"));
    assertThat(mistakes(three()))
        .anyMatch(said ->
            said.startsWith("settings.worker: None of the 3 targets has a setting of that name.")
                && said.contains("did you mean workers?"));

    settings = new Wanted.Named(Map.of("mode", "B"));
    assertThat(mistakes(three()))
        .anyMatch(said -> said.contains("mode is a knob of test-2, and this server is test-1"));
  }

  @Test
  void aSettingThatNobodyKnowsIsSaidTogetherWithATargetThatThereIsNot() {
    targets =
        new Selector(
            List.of("nobody"),
            Set.of(),
            VersionRange.ALL,
            Selector.REPLICAS.roles(),
            List.of(),
            List.of());
    settings = new Wanted.Named(Map.of("worker", "8"));

    assertThat(mistakes(three()))
        .hasSize(2)
        .anyMatch(said -> said.startsWith("targets.clusters: There is no cluster \"nobody\"."))
        .anyMatch(said ->
            said.startsWith(
                "settings.worker: No server that is known has a setting of that name."));
  }

  @Test
  void refusesAValueOnceForAllWhomItConcerns() {
    settings = new Wanted.Named(Map.of("workers", "many"));
    assertThat(mistakes(three()))
        .hasSize(1)
        .allMatch(
            said -> said.startsWith("settings.workers: b:1, c:1, d:1: workers cannot be \"many\""));

    settings = new Wanted.Named(new java.util.TreeMap<>(Map.of("threads", "8", "workers", "8")));
    assertThat(mistakes(three()))
        .singleElement()
        .asString()
        .contains("threads and workers are two names of workers");
  }

  @Test
  void leavesOutWhoMustNotBeTouched() {
    RolloutFleet fleet =
        three()
            .keeping(kept ->
                kept.withFences(List.of(States.fence(InstanceAddress.parse("b:1"))))
                    .withRebuilds(
                        List.of(
                            new RebuildMark(
                                InstanceAddress.parse("c:1"),
                                States.NOW,
                                Optional.empty(),
                                Optional.empty()))));

    assertThat(waves(fleet)).containsExactly("1 d:1");
    assertThat(leftOut(fleet))
        .containsEntry(InstanceAddress.parse("b:1"), Reason.FENCED)
        .containsEntry(InstanceAddress.parse("c:1"), Reason.TO_BE_REBUILT);
  }

  @Test
  void waitsForWhatPasses() {
    RolloutFleet fleet =
        three()
            .actedOn("b:1", "20261120-120000-00000001")
            .keeping(kept ->
                kept.withDowntimes(
                    List.of(
                        new Downtime(
                            Extent.of(InstanceAddress.parse("c:1")),
                            "dba",
                            "a disk",
                            "dba",
                            States.NOW,
                            States.NOW.plusSeconds(60)))));

    assertThat(plan(fleet).plan().targets())
        .extracting(target -> target.waitsFor().map(RolloutPlan.LeftOut::sentence).orElse(""))
        .containsExactly(
            "b:1 is acted on by operation 20261120-120000-00000001.", "c:1 is in downtime.", "");
  }

  @Test
  void leavesOutWhoShowsAllOfItAlready() {
    persist = false;
    RolloutFleet fleet =
        RolloutFleet.of("a:1", "b:1<a:1").with("c:1<a:1", state -> state.setting("workers", "8"));

    assertThat(leftOut(fleet)).containsEntry(InstanceAddress.parse("c:1"), Reason.ALREADY_SO);
    persist = true;
    assertThat(leftOut(fleet)).as("it is not kept over a restart yet").isEmpty();
  }

  @Test
  void saysThatNobodyMatches() {
    targets =
        new Selector(
            List.of(),
            Set.of(RolloutFleet.SECOND),
            VersionRange.ALL,
            Selector.REPLICAS.roles(),
            List.of(),
            List.of());

    assertThat(mistakes(three()))
        .containsExactly(
            "targets: None of the 4 servers that are known matches all of this. Compare with the"
                + " clusters, flavors, releases and tags of the instances.");
  }

  @Test
  void saysThatNothingIsToBeDone() {
    persist = false;
    settings = new Wanted.Named(Map.of("workers", "0"));

    assertThat(mistakes(three()))
        .singleElement()
        .asString()
        .startsWith("targets: Nobody is left of those selected: b:1 shows workers=0 already.");
  }

  @Test
  void takesOfEachServerWhatIsAdvised() {
    settings = new Wanted.Advised();
    RolloutFleet fleet =
        RolloutFleet.of("a:1", "b:1<a:1").with("c:1<a:1", state -> state.setting("workers", "2"));

    assertThat(only(fleet).settings().getFirst().because())
        .contains("WRITESETS_NOT_USABLE: It applies one by one.");
    assertThat(leftOut(fleet)).containsEntry(InstanceAddress.parse("c:1"), Reason.NOTHING_ADVISED);
  }

  @Test
  void takesOfEachReplicaWhatWasFoundBestForIt() {
    settings = new Wanted.Auto();
    RolloutFleet fleet =
        RolloutFleet.of("a:1", "b:1<a:1", "c:1<a:1").found("b:1", Map.of("workers", "4"));

    RolloutPlan.Setting setting = only(fleet).settings().getFirst();
    assertThat(setting.value()).isEqualTo("4");
    assertThat(setting.because()).contains("measured on it");
    assertThat(leftOut(fleet)).containsEntry(InstanceAddress.parse("c:1"), Reason.NOTHING_ADVISED);
  }

  @Test
  void leavesAReplicaForWhichNothingWouldBeBetter() {
    settings = new Wanted.Auto();
    RolloutFleet fleet =
        RolloutFleet.of("a:1", "b:1<a:1", "c:1<a:1")
            .found("b:1", Map.of("workers", "4"))
            .found("c:1", Map.of());

    assertThat(plan(fleet).plan().leftOut())
        .extracting(RolloutPlan.LeftOut::sentence)
        .contains("c:1 gets nothing: what it has is best, measured on it.");
  }

  @Test
  void refusesServersOfARolloutThatHasNotEnded() {
    RolloutRun other =
        RolloutRun.begun(
            "20261120-110000-00000001",
            rollout(),
            "",
            "dba",
            States.NOW,
            plan(RolloutFleet.of("a:1", "b:1<a:1", "c:1<a:1")).plan());

    assertThat(mistakes(three().beside(other)))
        .containsExactly(
            "targets: b:1, c:1 are in the rollout 20261120-110000-00000001 (eight), which has not"
                + " ended. Wait for it, or abort it.");
  }

  @Test
  void refusesAScheduleThatIsPastOrNeverComes() {
    schedule =
        new Schedule(
            new Schedule.Start.At(Instant.parse("2020-01-01T00:00:00Z")),
            ZoneOffset.UTC,
            List.of(),
            List.of());
    assertThat(mistakes(three())).singleElement().asString().startsWith("schedule.at: 2020-01-01");

    schedule =
        new Schedule(
            new Schedule.Start.Repeated(Cron.parse("0 0 31 2 *")),
            ZoneOffset.UTC,
            List.of(),
            List.of());
    assertThat(mistakes(three()))
        .singleElement()
        .asString()
        .startsWith("schedule: It never begins");
  }
}
