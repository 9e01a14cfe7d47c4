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

/**
 * A fleet of which the servers show no key is found by one command and the name of its source, as
 * people do it: what is said of trust, and what it costs, is true when the source dies.
 */
class TrustOfServersTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @ParameterizedTest
  @Releases(
      value = {ServerRelease.MARIADB_10_11_5, ServerRelease.MYSQL_5_7_22},
      thorough = {ServerRelease.MARIADB_10_2_11})
  void trustIsOfTheServerAndACommandTrustsACluster(ServerRelease release) {
    try (Bed bed = start(release)) {
      String source = bed.source().address().toString();
      List<String> replicas =
          List.of(bed.server(2).address().toString(), bed.server(3).address().toString());

      CommandResult found =
          bed.controller().tutti("discover", "localhost:" + bed.source().address().port());
      assertThat(found.exitCode()).as("%s", found).isZero();
      assertThat(found.output())
          .contains("Not trusted, as only other servers named them:")
          .contains(replicas);
      assertThat(trusted(bed)).as("the server that was named").contains(source);

      CommandResult again = bed.controller().tutti("discover", source, "--trust");
      assertThat(again.output())
          .contains("Not trusted, as they show no key:")
          .contains(replicas)
          .contains("They are not promoted")
          .contains("tutti trust --cluster ");
      assertThat(trusted(bed)).doesNotContainAnyElementsOf(replicas);

      CommandResult all = bed.controller().tutti("trust", "--cluster", source, "--yes");
      assertThat(all.exitCode()).as("%s", all).isZero();
      assertThat(trusted(bed)).contains(source).containsAll(replicas);
      assertThat(bed.controller().tutti("discover", source).output()).doesNotContain("Not trusted");

      bed.source().killHard();
      awaitWritable(bed);
    }
  }

  @ParameterizedTest
  @Releases(
      value = {ServerRelease.MARIADB_10_11_5},
      thorough = {ServerRelease.MYSQL_5_7_22})
  void oneCommandFindsAndTrustsThem(ServerRelease release) {
    try (Bed bed = start(release)) {
      PageExamples.of("trust.md", "Servers without a key")
          .assertLinesPrintedBy(
              bed.controller(), Map.of("127.0.0.1:31097", bed.source().address().toString()));
      CommandResult found =
          bed.controller()
              .tutti(
                  "discover", "localhost:" + bed.source().address().port(), "--trust-without-key");
      assertThat(found.output()).doesNotContain("Not trusted");
      assertThat(trusted(bed))
          .contains(
              bed.source().address().toString(),
              bed.server(2).address().toString(),
              bed.server(3).address().toString());

      CommandResult removed =
          bed.controller().tutti("trust", bed.source().address().toString(), "--remove");
      assertThat(removed.exitCode()).as("%s", removed).isZero();
      assertThat(trusted(bed))
          .as("under none of its names")
          .doesNotContain(
              bed.source().address().toString(), "localhost:" + bed.source().address().port());
    }
  }

  private static Bed start(ServerRelease release) {
    return start(release, Map.of("TUTTI_DISCOVERY_TRUST", "", "TUTTI_FAILOVER_POLICY", "AUTO"));
  }

  static Bed start(ServerRelease release, Map<String, String> settings) {
    Bed bed =
        Bed.of(release)
            .byGtid(true)
            .topology("1>2,1>3")
            .about(1)
            .durable()
            .mayAttach()
            .settings(settings)
            .start();
    bed.createTable();
    bed.write(5);
    return bed;
  }

  private static List<String> trusted(Bed bed) {
    return bed.controller()
        .get("/trust")
        .body()
        .at("/items")
        .valueStream()
        .map(known -> known.at("/address").asString())
        .toList();
  }

  static void awaitWritable(Bed bed) {
    List<SandboxServer> replicas = List.of(bed.server(2), bed.server(3));
    await().atMost(PATIENCE).until(() -> replicas.stream().anyMatch(FenceBed::isOpen));
  }
}
