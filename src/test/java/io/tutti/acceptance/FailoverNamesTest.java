package io.tutti.acceptance;

import static io.tutti.sandbox.release.ServerRelease.MARIADB_10_11_5;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_5_7_22;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_8_0_15;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_9_7;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * What a cluster is called, its alias, and what goes by them, go with the new source, whatever
 * happens in which order.
 */
class FailoverNamesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String ALIAS = "billing";

  /**
   * The cluster keeps the name of its first source, and what is set is set for the second one, by
   * its address.
   */
  @OwnProcess
  @ParameterizedTest
  @Releases(
      value = {MYSQL_8_0_15, MARIADB_10_11_5},
      thorough = {MYSQL_5_7_22, MYSQL_9_7})
  void allThatGoesByThePlaceGoesWithIt(ServerRelease release) {
    try (Bed bed = start(release, true, "1>2,1>3")) {
      String name = nameOf(bed, ALIAS);
      SandboxServer second = switchOver(bed);
      assertGoesBy(bed, name, second);
      run(bed, "tag", "set", second.address().toString(), "role=writer");
      run(bed, "tag", "set", second.address().toString(), "rack=a4");
      bed.controller().killHard();
      bed.controller()
          .startAgainWith(
              Map.of(
                  "TUTTI_FAILOVER_CLUSTERS_0_NAME",
                  second.address().toString(),
                  "TUTTI_FAILOVER_CLUSTERS_0_POLICY",
                  "AUTO"));
      awaitBegun(bed, "BY_ITSELF");

      second.killHard();
      SandboxServer third = awaitSource(bed);
      assertAllGoesBy(bed, name, third, second);

      second.start();
      await().atMost(PATIENCE).ignoreExceptions().until(() -> FenceBed.isShut(second));
      assertAllGoesBy(bed, name, third, second);

      bed.controller().killHardAndStartAgain();
      assertAllGoesBy(bed, name, third, second);
    }
  }

  private static void assertAllGoesBy(
      Bed bed, String name, SandboxServer source, SandboxServer former) {
    assertGoesBy(bed, name, source);
    awaitBegun(bed, "BY_ITSELF");
    String of = source.address().toString();
    assertThat(run(bed, "tag", "list", of)).contains("role=writer").doesNotContain("rack=a4");
    assertThat(run(bed, "tag", "list", former.address().toString()))
        .contains("rack=a4")
        .doesNotContain("role=writer");
    assertThat(run(bed, "hold", "list")).contains(name);
  }

  private static SandboxServer switchOver(Bed bed) {
    String to = bed.server(2).address().toString();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          CommandResult planned =
              bed.controller().tutti("switchover", ALIAS, "--to", to, "--dry-run");
          assertThat(planned.exitCode()).as("%s", planned).isZero();
          assertThat(planned.output()).contains("its alias " + ALIAS);
        });
    run(bed, "switchover", ALIAS, "--to", to, "--yes");
    return bed.server(2);
  }

  private static SandboxServer awaitSource(Bed bed) {
    List<SandboxServer> left = List.of(bed.server(1), bed.server(3));
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> left.stream().anyMatch(FenceBed::isOpen));
    return left.stream().filter(FenceBed::isOpen).findFirst().orElseThrow();
  }

  private static void awaitBegun(Bed bed, String how) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() -> {
          var shown = bed.controller().get("/clusters/" + ALIAS).body();
          assertThat(shown.at("/ifSourceDied/0/begun").asString()).as("%s", shown).isEqualTo(how);
        });
  }

  private static String run(Bed bed, String... command) {
    CommandResult result = bed.controller().tutti(command);
    assertThat(result.exitCode()).as("%s", result).isZero();
    return result.output();
  }

  @Matrix
  @ParameterizedTest
  @Releases(value = MYSQL_8_0_15, thorough = MARIADB_10_11_5)
  void ofOneReplicaAndOfAnOldSourceThatIsBackAtOnce(ServerRelease release) {
    try (Bed bed = start(release, true, "1>2")) {
      String name = nameOf(bed, ALIAS);
      SandboxServer next = failOver(bed);
      bed.source().start();
      assertGoesBy(bed, name, next);
      awaitFenced(bed);
      assertGoesBy(bed, name, next);
    }
  }

  /** It was away when the roles were changed, and comes up beside an old source that is open. */
  @OwnProcess
  @Matrix
  @Test
  void ofAControllerThatStartsAfterTheOldSourceIsBack() {
    try (Bed bed = start(MYSQL_8_0_15, true, "1>2")) {
      String name = nameOf(bed, ALIAS);
      SandboxServer next = failOver(bed);
      bed.controller().killHard();
      bed.source().start();
      bed.controller().startAgain();
      assertGoesBy(bed, name, next);
      awaitFenced(bed);
      assertGoesBy(bed, name, next);
    }
  }

  /** Nobody takes writes for a moment, and all find their places first. */
  @Matrix
  @ParameterizedTest
  @Releases(value = MYSQL_5_7_22, thorough = MARIADB_10_11_5)
  void byPosition(ServerRelease release) {
    for (String topology : new String[] {"1>2,1>3", "1>2"}) {
      try (Bed bed = start(release, false, topology)) {
        String name = nameOf(bed, ALIAS);
        SandboxServer next = failOver(bed);
        assertGoesBy(bed, name, next);
        bed.source().start();
        awaitFenced(bed);
        assertGoesBy(bed, name, next);
      }
    }
  }

  private static Bed start(ServerRelease release, boolean byGtid, String topology) {
    Bed bed =
        Bed.of(release)
            .byGtid(byGtid)
            .topology(topology)
            .about(1)
            .durable()
            .mayAttach()
            .settings(
                Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "100ms", "TUTTI_FAILOVER_TAGS", "role"))
            .start();
    bed.createTable();
    bed.write(3);
    bed.awaitKnown();
    bed.sandbox().servers().stream()
        .filter(each -> each.node() != 1)
        .forEach(each -> Checksums.awaitEqual(bed.source(), each, "d.t"));
    run(bed, "cluster", "alias", bed.source().address().toString(), ALIAS);
    return bed;
  }

  private static String nameOf(Bed bed, String cluster) {
    return bed.controller().get("/clusters/" + cluster).body().at("/name").asString();
  }

  private static SandboxServer failOver(Bed bed) {
    String lost = bed.source().address().toString();
    bed.source().killHard();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          CommandResult planned = bed.controller().tutti("failover", lost, "--dry-run");
          assertThat(planned.exitCode()).as("%s", planned).isZero();
        });
    CommandResult done = bed.controller().tutti("failover", lost, "--yes");
    assertThat(done.exitCode()).as("%s", done).isZero();
    return ResolveBed.takesWrites(bed.server(2)) ? bed.server(2) : bed.server(3);
  }

  private static void awaitFenced(Bed bed) {
    await().atMost(PATIENCE).ignoreExceptions().until(() -> FenceBed.isShut(bed.source()));
  }

  private static void assertGoesBy(Bed bed, String name, SandboxServer source) {
    for (String each : new String[] {ALIAS, name}) {
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .untilAsserted(() -> {
            var shown = bed.controller().get("/clusters/" + each).body();
            assertThat(shown.at("/name").asString()).as("%s", shown).isEqualTo(name);
            assertThat(shown.at("/heads/0").asString())
                .as("%s", shown)
                .isEqualTo(source.address().toString());
            assertThat(shown.at("/aliases/0").asString()).as("%s", shown).isEqualTo(ALIAS);
          });
    }
  }
}
