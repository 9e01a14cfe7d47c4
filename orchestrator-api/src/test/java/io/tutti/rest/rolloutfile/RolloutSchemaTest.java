package io.tutti.rest.rolloutfile;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.tutti.fixtures.States;
import io.tutti.topology.TopologySnapshot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What an editor says of a rollout file, by the schema that is published: nothing of a right one,
 * and of a wrong one what can be known without servers.
 */
class RolloutSchemaTest {
  private static final Path DOCS = Path.of("../docs");
  private static final Pattern FILE = Pattern.compile("```yaml\\n(name:.*?)```", Pattern.DOTALL);
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  private static final Schema SCHEMA = REGISTRY.getSchema(text());

  private static String text() {
    try (InputStream file =
        RolloutFile.class.getResourceAsStream("/io/tutti/rest/rollout.schema.json")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Where it is wrong: of a key that is missing or too much, the map. */
  private static List<String> wrong(String file) {
    return SCHEMA.validate(file, InputFormat.YAML).stream()
        .map(error -> error.getInstanceLocation().toString())
        .distinct()
        .toList();
  }

  private static void assertRight(String file) {
    assertThat(SCHEMA.validate(file, InputFormat.YAML)).as("%s", file).isEmpty();
    assertThat(RolloutFile.read(file).mistakes()).as("%s", file).isEmpty();
  }

  /** What is commented out, and is no prose, is said. */
  private static String withComments(String example) {
    return example.replaceAll("(?m)^schedule: now\n", "").replaceAll("(?m)^#(?=[a-zA-Z]|  )", "");
  }

  @Test
  void isASchema() {
    Schema ofSchemas =
        REGISTRY.getSchema(SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId()));

    assertThat(ofSchemas.validate(text(), InputFormat.JSON)).isEmpty();
  }

  @Test
  void theExampleThatIsPrintedIsRightWithAllOfItsComments() {
    for (TopologySnapshot topology :
        List.of(States.snapshot(), States.snapshot(States.of("db2:3306").reached()))) {
      String example = RolloutExample.of(topology);

      assertRight(example);
      assertRight(withComments(example));
      assertThat(withComments(example))
          .as("no key is forgotten: what they stand for is")
          .contains("\ntargets:", "\n  clusters: [", "\n  flavors: [", "\n  instances: [")
          .contains("\natOnce:", "\nschedule:\n", "\n  windows:\n", "\ngates:", "\ncontinuous:");
    }
  }

  @Test
  void thePagesShowRightFiles() throws IOException {
    try (Stream<Path> pages = Files.walk(DOCS)) {
      List<String> files =
          pages
              .filter(page -> page.toString().endsWith(".md"))
              .sorted()
              .flatMap(page -> FILE.matcher(read(page)).results())
              .map(found -> found.group(1))
              .toList();

      assertThat(files).hasSizeGreaterThanOrEqualTo(2).allSatisfy(RolloutSchemaTest::assertRight);
    }
  }

  private static String read(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "targets: { clusters: shop, flavors: [mysql-8.0], roles: [leaf, source], tags: [env=prod] }",
        "targets: { instances: [db2, 'db2:3306', '::1', '[::1]:3306'], versions: { from: 8.0.20 } }",
        "waves: [ { count: 2 }, { percent: 25% }, { percent: 100 } ]",
        "waves: [ { percent: 100 } ]",
        "soak: 2h",
        "soak: PT1H30M",
        "atOnce: { perCluster: 2, total: 20 }",
        "schedule: { at: 2030-12-01T02:00 }",
        "schedule: { at: '2030-12-01T02:00:00+09:00', zone: Asia/Tokyo }",
        "schedule: { cron: '0 2 * * sat', windows: [ { from: 22:00, until: 04:30:10 } ] }",
        "schedule: { windows: [ { days: [mon-wed, sat], from: 22:00, until: 04:30 } ] }",
        "schedule: { blackouts: [ 2026-12-24/2027-01-02, 2027-05-01 ] }",
        "gates: { check: [lag, applier-errors], significance: 0.05, trafficWait: 10m }",
        "gates: { check: commit-latency }",
        "onFailure: undo-all",
        "approval: each",
        "persist: no",
        "continuous: true",
      })
  void whatIsReadIsRight(String more) {
    assertRight("name: n\nsettings: { w: 8, x: ON, y: off, z: 0.5 }\n" + more);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nam: x                                                  | ''",
        "targets: { role: [replica] }                            | /targets",
        "targets: all                                            | /targets",
        "targets: { roles: [writer] }                            | /targets/roles/0",
        "targets: { roles: [] }                                  | /targets/roles",
        "targets: { tags: [prod] }                               | /targets/tags/0",
        "targets: { instances: ['db2:x'] }                       | /targets/instances/0",
        "targets: { versions: { from: eight } }                  | /targets/versions/from",
        "waves: []                                               | /waves",
        "waves: [ { count: 0 }, { percent: 100 } ]               | /waves/0/count",
        "waves: [ { count: 1, percent: 100 } ]                   | /waves/0",
        "waves: [ { percent: 101 } ]                             | /waves/0/percent",
        "soak: soon                                              | /soak",
        "soak: [5s]                                              | /soak",
        "atOnce: { total: 0 }                                    | /atOnce/total",
        "schedule: later                                         | /schedule",
        "schedule: { at: tomorrow }                              | /schedule/at",
        "schedule: { cron: '0 2 * *' }                           | /schedule/cron",
        "schedule: { windows: [ { from: 02:00 } ] }              | /schedule/windows/0",
        "schedule: { windows: [ { days: xyz, from: 02:00, until: 03:00 } ] } | /schedule/windows/0/days",
        "schedule: { windows: [ { from: night, until: 03:00 } ] } | /schedule/windows/0/from",
        "schedule: { blackouts: [christmas] }                    | /schedule/blackouts/0",
        "gates: { check: [speed] }                               | /gates/check/0",
        "gates: { significance: 2 }                              | /gates/significance",
        "gates: { trafficWait: long }                            | /gates/trafficWait",
        "onFailure: panic                                        | /onFailure",
        "approval: maybe                                         | /approval",
        "persist: perhaps                                        | /persist",
        "continuous: 2                                           | /continuous",
      })
  void whatIsWrongWithoutServersIsFound(String more, String where) {
    String file = "name: n\nsettings: { w: 8 }\n" + more;

    assertThat(RolloutFile.read(file).mistakes()).isNotEmpty();
    assertThat(wrong(file)).as("%s", SCHEMA.validate(file, InputFormat.YAML)).contains(where);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ settings: { w: 8 } }           | ''",
        "{ name: n }                      | ''",
        "{ name: '', settings: advised }  | /name",
        "{ name: n, settings: advise }    | /settings",
        "{ name: n, settings: {} }        | /settings",
        "{ name: n, settings: [ w ] }     | /settings",
        "[ a, b ]                         | ''",
      })
  void aFileWithoutNameOrSettingsIsFound(String file, String where) {
    assertThat(RolloutFile.read(file).mistakes()).isNotEmpty();
    assertThat(wrong(file)).as("%s", SCHEMA.validate(file, InputFormat.YAML)).contains(where);
  }

  /** Sums, orders and names of zones are beyond a schema: the controller says them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "waves: [ { percent: 50 }, { percent: 20 }, { percent: 100 } ]",
        "waves: [ { count: 1 } ]",
        "soak: 8d",
        "schedule: { zone: Mars/Base }",
        "schedule: { cron: '0 25 * * *' }",
        "schedule: { windows: [ { from: 02:00, until: 02:00 } ] }",
        "targets: { versions: { from: 8.0.40, before: 8.0.20 } }",
      })
  void whatNoSchemaCanKnowIsLeftToTheController(String more) {
    String file = "name: n\nsettings: { w: 8 }\n" + more;

    assertThat(RolloutFile.read(file).mistakes()).isNotEmpty();
    assertThat(wrong(file)).isEmpty();
  }
}
