package io.tutti.rest.rolloutfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.rollout.Approval;
import io.tutti.rollout.Bounds;
import io.tutti.rollout.Gate;
import io.tutti.rollout.Gates;
import io.tutti.rollout.Mistake;
import io.tutti.rollout.OnFailure;
import io.tutti.rollout.Rollout;
import io.tutti.rollout.Schedule;
import io.tutti.rollout.Selector;
import io.tutti.rollout.TargetRole;
import io.tutti.rollout.Wanted;
import io.tutti.rollout.Wave;
import io.tutti.topology.Tag;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What rollout files say, and all that is wrong with one at once, with its lines. */
class RolloutFileTest {
  private static final String SMALLEST =
      """
      name: eight-workers
      targets: { roles: [replica] }          # all clusters unless named
      settings: { replica_parallel_workers: 8 }   # in any flavor's name
      waves: [ { count: 1 }, { percent: 100 } ]
      soak: PT5S
      schedule: now
      approval: none
      """;

  private static Rollout rollout(String text) {
    RolloutFile file = RolloutFile.read(text);
    assertThat(file.mistakes()).isEmpty();
    return file.rollout().orElseThrow();
  }

  private static List<String> mistakes(String text) {
    RolloutFile file = RolloutFile.read(text);
    assertThat(file.rollout()).isEmpty();
    assertThat(file.mistakesWith(List.of())).isEqualTo(file.mistakes());
    return file.mistakes().stream().map(Located::toString).toList();
  }

  /** What is wrong with the smallest file and these lines after it. */
  private static List<String> mistakesIn(String more) {
    return mistakes("name: n\nsettings: { w: 8 }\n" + more);
  }

  @Test
  void theSmallestFileWorks() {
    Rollout read = rollout(SMALLEST);

    assertThat(read.name()).isEqualTo("eight-workers");
    assertThat(read.targets()).isEqualTo(Selector.REPLICAS);
    assertThat(read.settings())
        .isEqualTo(new Wanted.Named(Map.of("replica_parallel_workers", "8")));
    assertThat(read.waves()).containsExactly(new Wave.Count(1), new Wave.Percent(100));
    assertThat(read.soak()).isEqualTo(Duration.ofSeconds(5));
    assertThat(read.schedule().start()).isEqualTo(new Schedule.Start.Now());
    assertThat(read.approval()).isEqualTo(Approval.NONE);
    assertThat(read.onFailure()).isEqualTo(OnFailure.UNDO_WAVE);
    assertThat(read.bounds()).isEqualTo(Bounds.USUAL);
    assertThat(read.gates()).isEqualTo(Gates.ALL);
    assertThat(read.persist()).isTrue();
  }

  @Test
  void aPersonIsAskedUnlessTheFileSaysOtherwise() {
    assertThat(rollout("{name: n, settings: {w: 8}}").approval()).isEqualTo(Approval.FIRST);
  }

  @Test
  void readsAllOfIt() {
    Rollout read =
        rollout(
            """
            name: all
            targets:
              clusters: [shop, db1:3306]
              flavors: mysql-8.0
              versions: { from: 8.0.20, before: 8.0.40 }
              roles: [leaf, source]
              tags: [env=prod]
              instances: [db2:3306]
            settings:
              replica_parallel_workers: 8
              binlog_transaction_dependency_tracking: WRITESET
              replica_preserve_commit_order: ON
            waves: [ { count: 2 }, { percent: 25% }, { percent: 100 } ]
            soak: 2h
            atOnce: { perCluster: 2, total: 20 }
            schedule:
              cron: "0 2 * * sat"
              zone: Europe/Berlin
              windows: [ { days: [mon-wed, sat], from: 22:00, until: 04:30 } ]
              blackouts: [ 2026-12-24/2027-01-02, 2027-05-01 ]
            gates: { check: [lag, applier-errors], significance: 0.05, trafficWait: 10m }
            onFailure: undo-all
            approval: each
            persist: no
            """);

    assertThat(read.targets().clusters()).containsExactly("shop", "db1:3306");
    assertThat(read.targets().flavors()).containsExactly("mysql-8.0");
    assertThat(read.targets().versions()).hasToString("from 8.0.20 before 8.0.40");
    assertThat(read.targets().roles())
        .containsExactlyInAnyOrder(TargetRole.LEAF, TargetRole.SOURCE);
    assertThat(read.targets().tags()).containsExactly(new Tag("env", "prod"));
    assertThat(read.targets().instances()).containsExactly(InstanceAddress.parse("db2:3306"));
    assertThat(((Wanted.Named) read.settings()).values())
        .as("words that YAML may take for something else stay as they are written")
        .containsEntry("replica_preserve_commit_order", "ON")
        .hasSize(3);
    assertThat(read.waves())
        .containsExactly(new Wave.Count(2), new Wave.Percent(25), new Wave.Percent(100));
    assertThat(read.bounds()).isEqualTo(new Bounds(2, 20));
    assertThat(read.schedule().zone()).hasToString("Europe/Berlin");
    assertThat(read.schedule().windows().getFirst().days()).hasSize(4);
    assertThat(read.schedule().opens(Instant.parse("2027-05-01T10:00:00Z")))
        .as("May Day is a Saturday")
        .contains(Instant.parse("2027-05-01T22:00:00Z"));
    assertThat(read.gates().checked()).containsExactlyInAnyOrder(Gate.LAG, Gate.APPLIER_ERRORS);
    assertThat(read.gates().significance()).isEqualTo(0.05);
    assertThat(read.gates().trafficWaitMax()).hasMinutes(10);
    assertThat(read.persist()).isFalse();
  }

  @Test
  void readsJsonIndentedByTabs() {
    Rollout read =
        rollout("{\n\t\"name\": \"n\",\n\t\"settings\": \"advised\",\n\t\"soak\": \"PT1H\"\n}\n");

    assertThat(read.settings()).isEqualTo(new Wanted.Advised());
    assertThat(read.soak()).hasHours(1);
  }

  @Test
  void anIsoMomentIsTakenWithAnOffsetOrInTheZone() {
    String schedule = "name: n\nsettings: advised\nschedule: { zone: Asia/Tokyo, at: \"%s\" }\n";

    Instant moment = Instant.parse("2026-12-01T02:00:00Z");
    assertThat(rollout(schedule.formatted("2026-12-01T02:00:00Z")).schedule().start())
        .isEqualTo(new Schedule.Start.At(moment));
    assertThat(rollout(schedule.formatted("2026-12-01T11:00")).schedule().start())
        .isEqualTo(new Schedule.Start.At(moment));
  }

  @Test
  void listsAllMistakesAtOnceEachWithItsLine() {
    assertThat(
            mistakes(
                """
                nam: x
                targets: { role: [replica], tags: [prod], instances: [db2:x] }
                settings: advise
                waves: [ { count: 0 }, { percent: 50 }, { percent: 20 } ]
                soak: soon
                schedule:
                  at: tomorrow
                  zone: Mars/Base
                  windows:
                    - { from: 02:00 }
                    - { days: xyz, from: 02:00, until: 03:00 }
                approval: maybe
                """))
        .containsExactly(
            "line 1: nam: There is no key \"nam\" here. There are: name, targets, settings, waves,"
                + " soak, atOnce, schedule, gates, onFailure, approval, persist, continuous.",
            "line 1: name: The rollout has no name. Add one: name: eight-workers",
            "line 2: targets.role: There is no key \"role\" here. There are: clusters, flavors,"
                + " versions, roles, tags, instances.",
            "line 2: targets.tags: \"prod\" is not understood. A tag is name=value.",
            "line 2: targets.instances: \"db2:x\" is not understood. An instance is HOST:PORT.",
            "line 3: settings: Settings are a map, or the word advised, or auto.",
            "line 4: waves.count: \"0\" is not understood. It is 1 or more.",
            "line 4: waves.percent: Percentages count those of earlier waves, and 20 is not more"
                + " than 50. Let them rise, such as 10, 50, 100.",
            "line 4: waves: The last wave goes until 20 percent: some targets may be in no wave."
                + " End with { percent: 100 }.",
            "line 5: soak: \"soon\" is not understood. Write PT5S, or 90s, 30m, 2h, 1d.",
            "line 7: schedule.at: \"tomorrow\" is not understood. Write 2026-12-01T02:00:00Z, or"
                + " 2026-12-01T02:00 in the zone of the schedule.",
            "line 8: schedule.zone: \"Mars/Base\" is not understood. A zone is such as"
                + " Europe/Berlin, or UTC.",
            "line 10: schedule.windows: A window has from and until. Write a time of day such as"
                + " 02:00.",
            "line 11: schedule.windows.days: \"xyz\" is not understood. A day is such as mon, or"
                + " mon-fri.",
            "line 12: approval: \"maybe\" is not understood. It is one of: none, first, each.");
  }

  @Test
  void saysWhatIsWrongWithSingleValues() {
    assertThat(mistakesIn("atOnce: { total: 0 }"))
        .containsExactly("line 3: atOnce.total: \"0\" is not understood. It is 1 or more.");
    assertThat(mistakesIn("gates: { check: [speed], significance: 2 }"))
        .containsExactly(
            "line 3: gates.check: \"speed\" is not understood. It is one of: applier-errors,"
                + " restarts, lag, throughput, retries, commit-latency, gaps, memory.",
            "line 3: gates.significance: \"2\" is not understood. It is more than 0 and less than"
                + " 1, such as 0.01.");
    assertThat(mistakesIn("schedule: { cron: '0 25 * * *' }"))
        .singleElement()
        .asString()
        .startsWith("line 3: schedule.cron: It is not understood: \"25\" is no hour:");
    assertThat(mistakesIn("schedule: { at: 2026-12-01T02:00, cron: '0 2 * * *' }"))
        .containsExactly(
            "line 3: schedule.cron: A schedule has at or cron, not both. Keep one of them.");
    assertThat(mistakesIn("schedule: { windows: [{ from: 02:00, until: 02:00 }] }"))
        .containsExactly(
            "line 3: schedule.windows.until: This window never opens: it ends when it begins.");
    assertThat(mistakesIn("waves: [ { count: 1 } ]"))
        .containsExactly(
            "line 3: waves: The last wave goes count 1: some targets may be in no wave. End with"
                + " { percent: 100 }.");
    assertThat(mistakesIn("waves: []"))
        .containsExactly("line 3: waves: This list is empty. Leave it out, or name something.");
    assertThat(mistakesIn("soak: 8d")).containsExactly("line 3: soak: That is more than 7 days.");
    assertThat(mistakesIn("targets: { roles: [] }"))
        .containsExactly(
            "line 3: targets.roles: This list is empty. Leave it out, or name something.");
    assertThat(mistakesIn("targets: { versions: { from: 8.0.40, before: 8.0.20 } }"))
        .containsExactly(
            "line 3: targets.versions.before: No release is from 8.0.40 and before 8.0.20.");
    assertThat(mistakesIn("soak: 5s\nsoak: 6s"))
        .containsExactly("line 4: soak: This key is there twice. Keep one of them.");
    assertThat(mistakesIn("targets: all"))
        .containsExactly("line 3: targets: A map of keys and values is wanted here.");
    assertThat(mistakesIn("soak: [5s]"))
        .containsExactly("line 3: soak: A single value is wanted here.");
  }

  @Test
  void aContinuousOneIsNotBegunByCronToo() {
    String start = "name: x\nsettings: { workers: 8 }\ncontinuous: true\n";
    assertThat(RolloutFile.read(start).rollout().orElseThrow().continuous()).isTrue();
    assertThat(RolloutFile.read(start + "schedule: { cron: '0 2 * * sat' }").mistakes())
        .singleElement()
        .asString()
        .startsWith("line 3: continuous: A continuous rollout looks for more servers all the time");
  }

  @Test
  void refusesWhatIsNoRolloutFile() {
    assertThat(mistakes(""))
        .containsExactly("line 1: The file is empty. tutti rollout init writes one to begin with.");
    assertThat(mistakes("- a\n- b\n")).singleElement().asString().startsWith("line 1: A rollout");
    assertThat(mistakes("name: [a\nb: c\n"))
        .singleElement()
        .asString()
        .startsWith("line 2: This is not YAML: ");
    assertThat(mistakes("name: a\n---\nname: b\n"))
        .singleElement()
        .asString()
        .contains("There is a second document.");
    assertThat(mistakes("? [a, b]\n: c\n")).anyMatch(said -> said.contains("a single word"));
  }

  @Test
  @Timeout(60)
  void refusesBombsBeforeTheyGrow() {
    StringBuilder laughs = new StringBuilder("a0: &a0 [lol, lol, lol, lol, lol]\n");
    for (int i = 1; i < 30; i++) {
      laughs.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(9)));
    }
    assertThat(mistakes(laughs.toString()))
        .containsExactly(
            "line 2: Aliases such as *a0 are not taken in rollout files. Write the value itself.");
    assertThat(mistakes("name: " + "[".repeat(200_000)))
        .containsExactly("line 1: Lists and maps are more than 20 deep here.");
    assertThat(mistakes("name:\n" + "- ".repeat(100_000)))
        .containsExactly("line 2: Lists and maps are more than 20 deep here.");
    assertThat(mistakes("#".repeat(300_000)))
        .singleElement()
        .asString()
        .startsWith("line 1: The file has 300000 characters, and 262144 are possible.");
    assertThat(mistakes("a: b\n".repeat(40_000))).hasSizeLessThanOrEqualTo(50);
  }

  @Test
  void namesTheLineOfAMistakeThatIsFoundLater() {
    RolloutFile file = RolloutFile.read(SMALLEST);

    assertThat(file.locate(new Mistake("settings.replica_parallel_workers", "No.", "")).line())
        .isEqualTo(3);
    assertThat(file.locate(new Mistake("targets.clusters", "No.", "")).line()).isEqualTo(2);
    assertThat(file.locate(new Mistake("schedule.at", "No.", "")).line()).isEqualTo(6);
    assertThat(file.locate(new Mistake("gates", "No.", "")).line()).isEqualTo(1);
  }

  /** What servers say of a draft is said where it is so whatever was meant. */
  private static List<String> said(String text, String... keys) {
    return RolloutFile.read(text)
        .mistakesWith(Arrays.stream(keys).map(key -> new Mistake(key, "No.", "")).toList())
        .stream()
        .filter(located -> located.mistake().sentence().equals("No."))
        .map(located -> located.line() + " " + located.mistake().key())
        .toList();
  }

  @Test
  void whatServersSayIsListedWithTheMistakesOfTheFile() {
    String start = "name: n\ntargets: { clusters: [x] }\nsettings: { w: 8 }\n";

    assertThat(said(start + "soak: soon", "settings.w", "targets.clusters", "schedule"))
        .containsExactly("1 schedule", "2 targets.clusters", "3 settings.w");
    assertThat(said(start + "schedule: { at: never }", "schedule", "targets"))
        .as("the schedule is not known")
        .containsExactly("2 targets");
    assertThat(
            said(
                "name: n\ntargets: { clusters: [x], tags: [prod] }\nsettings: { w: 8 }\n",
                "settings.w",
                "targets",
                "targets.tags",
                "targets.clusters"))
        .as("who is selected is not known")
        .containsExactly("2 targets.clusters");
    assertThat(said("targts: { clusters: [x] }\n" + start, "settings.w", "targets.clusters"))
        .as("a key that there is not may be any")
        .containsExactly("3 targets.clusters");
    assertThat(said("- a\n", "targets")).isEmpty();
  }

  @Test
  void theSchemaHasTheKeysThatAreRead() throws IOException {
    JsonNode schema = schema();

    assertKeys(schema.at("/properties"), RolloutFile.KEYS);
    assertKeys(schema.at("/properties/targets/properties"), TargetsPart.KEYS);
    assertKeys(
        schema.at("/properties/targets/properties/versions/properties"), TargetsPart.VERSIONS_KEYS);
    assertKeys(schema.at("/properties/waves/items/properties"), RolloutFile.WAVE_KEYS);
    assertKeys(schema.at("/properties/atOnce/properties"), RolloutFile.AT_ONCE_KEYS);
    assertKeys(schema.at("/properties/gates/properties"), RolloutFile.GATES_KEYS);
    assertKeys(schema.at("/properties/schedule/oneOf/1/properties"), SchedulePart.KEYS);
    assertKeys(
        schema.at("/properties/schedule/oneOf/1/properties/windows/items/properties"),
        SchedulePart.WINDOW_KEYS);
    assertThat(texts(schema.at("/$defs/gate/enum")))
        .containsExactlyElementsOf(Arrays.stream(Gate.values()).map(Words::spelled).toList());
    assertThat(texts(schema.at("/properties/onFailure/enum")))
        .containsExactlyElementsOf(Arrays.stream(OnFailure.values()).map(Words::spelled).toList());
    assertThat(texts(schema.at("/properties/approval/enum")))
        .containsExactlyElementsOf(Arrays.stream(Approval.values()).map(Words::spelled).toList());
  }

  private static void assertKeys(JsonNode properties, List<String> keys) {
    assertThat(new TreeSet<>(properties.propertyNames())).isEqualTo(new TreeSet<>(keys));
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asString).toList();
  }

  private static JsonNode schema() throws IOException {
    try (InputStream file =
        RolloutFile.class.getResourceAsStream("/io/tutti/rest/rollout.schema.json")) {
      return JsonMapper.shared().readTree(Objects.requireNonNull(file));
    }
  }
}
