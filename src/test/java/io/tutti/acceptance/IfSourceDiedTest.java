package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/**
 * What a failover would do is said before the source dies: each refusal, while it would be refused,
 * and who takes the place, which is who takes it.
 */
class IfSourceDiedTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String FOUND = "NO_AUTOMATIC_FAILOVER";

  @ParameterizedTest
  @Releases(
      value = {ServerRelease.MARIADB_10_11_5},
      thorough = {ServerRelease.MYSQL_5_7_22, ServerRelease.MYSQL_8_0_15})
  void eachRefusalIsSaidBeforeItHappens(ServerRelease release) {
    try (Bed bed =
        TrustOfServersTest.start(
            release, Map.of("TUTTI_DISCOVERY_TRUST", "", "TUTTI_FAILOVER_POLICY", "AUTO"))) {
      String source = bed.source().address().toString();
      run(bed, "discover", source);
      awaitRefused(bed, "nobody has trusted it");
      assertThat(bed.controller().tutti("topology", source).output())
          .contains("a failover would be refused, by itself", "tutti trust --cluster");

      run(bed, "trust", "--cluster", source, "--yes");
      awaitTaken(bed);
      PageExamples.of("failover.md", "If the source died now")
          .assertLinesPrintedBy(bed.controller(), Map.of("127.0.0.1:31097", source));

      tag(bed, 2, "promotion=must_not");
      tag(bed, 3, "promotion=must_not");
      awaitRefused(bed, "must not be promoted, as its tag says");
      tag(bed, 2, "promotion=neutral");
      tag(bed, 3, "promotion=prefer");
      assertThat(awaitTaken(bed)).isEqualTo(bed.server(3).address().toString());

      bed.server(2).stop();
      awaitRefused(bed, bed.server(2).address() + " may have something that no other has");
      bed.server(2).start();
      assertThat(awaitTaken(bed)).isEqualTo(bed.server(3).address().toString());

      bed.source().killHard();
      SandboxServer foreseen = bed.server(3);
      await().atMost(PATIENCE).ignoreExceptions().until(() -> FenceBed.isOpen(foreseen));
    }
  }

  @ParameterizedTest
  @Releases(value = {ServerRelease.MYSQL_5_7_22})
  void whereAPersonDecidesARefusalIsAWarning(ServerRelease release) {
    try (Bed bed =
        TrustOfServersTest.start(
            release, Map.of("TUTTI_DISCOVERY_TRUST", "", "TUTTI_FAILOVER_POLICY", "PROPOSE"))) {
      String source = bed.source().address().toString();
      run(bed, "discover", source);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(bed.controller().tutti("findings", "--severity", "warning").output())
                  .contains("NO_REPLICA_CAN_TAKE_OVER", "nobody has trusted it"));

      bed.source().killHard();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(bed.controller().tutti("findings", "--code", "SOURCE_DEAD").output())
                  .contains(
                      "then let a replica take its place: tutti failover " + source,
                      "until then that is refused",
                      "tutti trust"));
    }
  }

  private static void run(Bed bed, String... words) {
    CommandResult result = bed.controller().tutti(words);
    assertThat(result.exitCode()).as("%s", result).isZero();
  }

  private static void tag(Bed bed, int node, String tag) {
    run(bed, "tag", "set", bed.server(node).address().toString(), tag);
  }

  private static JsonNode foreseen(Bed bed) {
    JsonNode cluster =
        bed.controller()
            .get("/clusters/" + RunningController.encoded(bed.source().address().toString()))
            .body();
    return cluster.at("/ifSourceDied/0");
  }

  private static void awaitRefused(Bed bed, String why) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(foreseen(bed).at("/refused").asString("")).contains(why);
          assertThat(bed.controller().tutti("findings", "--severity", "critical").output())
              .contains(FOUND, "would not be failed over by itself", why);
        });
    assertThat(bed.controller().tutti("clusters").output()).contains("refused");
  }

  /** Returns who takes the place. */
  private static String awaitTaken(Bed bed) {
    List<String> replicas =
        List.of(bed.server(2).address().toString(), bed.server(3).address().toString());
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(foreseen(bed).at("/successor").asString("")).isIn(replicas);
          assertThat(bed.controller().tutti("findings").output()).doesNotContain(FOUND);
        });
    return foreseen(bed).at("/successor").asString();
  }
}
