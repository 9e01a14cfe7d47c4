package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.analysis.Evidence;
import io.tutti.model.Lag;
import io.tutti.model.Observed;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import io.tutti.topology.ChainLag;
import io.tutti.topology.Starvation;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Servers that keep something from those below them, on purpose or not. */
@Matrix
class PassingOnTest {
  private static final String KEYED = "id INT AUTO_INCREMENT PRIMARY KEY, v INT";
  private static final Duration ENOUGH = Duration.ofSeconds(30);

  private static JudgedSandbox start(ServerRelease release, SandboxBuilder builder) {
    // 5.6 has GTIDs only where what is replicated is logged.
    return JudgedSandbox.start(
        release == ServerRelease.MYSQL_5_6_14
            ? builder.release(release).positionBased()
            : builder.release(release));
  }

  private static Observed<Lag> chainLag(JudgedSandbox judged, int node) {
    TopologySnapshot snapshot = judged.snapshot();
    return new ChainLag(snapshot, Starvation.of(snapshot))
        .of(snapshot.linksOf(judged.address(node)).getFirst());
  }

  private static Evidence evidence(Map<String, Evidence> found, String code) {
    return Optional.ofNullable(found.get(code))
        .orElseThrow(() -> new AssertionError(code + " is not in " + found));
  }

  @ParameterizedTest
  @Releases(ServerRelease.MARIADB_10_11_5)
  void anIntermediateThatLogsNothingIsCriticalAndItsRemedyHelps(ServerRelease release) {
    try (JudgedSandbox judged =
        start(
            release,
            Sandbox.builder().fastTimeouts().topology("1>2,2>3").withoutReplicaUpdates(2))) {
      judged.write(1, "shop", KEYED, 2);
      judged.awaitRows(2, "shop", 2);
      Map<String, Evidence> found = judged.findings(2);
      String sentence = evidence(found, "INTERMEDIATE_LOGS_NOTHING").sentence();
      assertThat(sentence)
          .contains("_updates is OFF", judged.address(3) + " lacks ", judged.address(1).toString());
      if (release.family() == ServerFamily.MYSQL && release != ServerRelease.MYSQL_5_6_14) {
        assertThat(sentence).contains("lacks 4 transactions of " + judged.address(1));
      }
      assertThat(judged.server(3).query("SHOW DATABASES LIKE 'shop'")).isEmpty();
      assertThat(chainLag(judged, 3).toString())
          .isEqualTo(
              "unknown (%s does not log what it replicates, so nothing that %s writes arrives here)"
                  .formatted(judged.address(2), judged.address(1)));
      assertThat(judged.findings(3)).doesNotContainKey("INTERMEDIATE_LOGS_NOTHING");
      if (release != ServerRelease.MYSQL_5_6_14) {
        replicateFrom(judged, release, 3, 1);
        judged.awaitRows(3, "shop", 2);
        assertThat(judged.findings(2)).doesNotContainKey("INTERMEDIATE_LOGS_NOTHING");
      }
    }
  }

  private static void replicateFrom(
      JudgedSandbox judged, ServerRelease release, int node, int source) {
    boolean isNew = release == ServerRelease.MYSQL_9_7;
    judged
        .server(node)
        .execute(
            isNew ? "STOP REPLICA" : "STOP SLAVE",
            (isNew ? "CHANGE REPLICATION SOURCE TO SOURCE_PORT=" : "CHANGE MASTER TO MASTER_PORT=")
                + judged.server(source).port(),
            isNew ? "START REPLICA" : "START SLAVE");
  }

  @ParameterizedTest
  @Releases(ServerRelease.MYSQL_5_7_22)
  void filtersAreShownAndJudged(ServerRelease release) {
    try (JudgedSandbox judged =
        JudgedSandbox.start(
            Sandbox.builder()
                .fastTimeouts()
                .release(release)
                .topology("1>2,1>3,2>4")
                .options(1, "binlog-ignore-db=hidden")
                .options(
                    2, "replicate-ignore-table=shop.secret", "replicate-wild-do-table=s%.%"))) {
      assertThat(evidence(judged.findings(2), "FILTERS_PASSED_ON").sentence())
          .startsWith(
              "%s has replication filters: replicate_ignore_table = shop.secret, replicate_wild_do_table = s%%.%%. So %s lacks"
                  .formatted(judged.address(2), judged.address(4)));
      Map<String, Evidence> ofSource = judged.findings(1);
      assertThat(evidence(ofSource, "FILTERS_DIFFER").sentence())
          .contains(judged.address(3) + ": none", judged.address(2) + ": replicate_ignore_table");
      assertThat(evidence(ofSource, "FILTERS_PASSED_ON").sentence())
          .contains("binlog_ignore_db = hidden");
      assertThat(judged.findings(3)).doesNotContainKey("REPLICATION_FILTERED");
      assertThat(judged.findings(4)).doesNotContainKey("REPLICATION_FILTERED");
    }
  }

  @Test
  void aFilterOfOneChannelIsReportedOfThatChannel() {
    try (JudgedSandbox judged =
        JudgedSandbox.start(
            Sandbox.builder()
                .fastTimeouts()
                .release(ServerRelease.MYSQL_8_0_15)
                .topology("1>3,2>3"))) {
      String channel = judged.server(3).replication().getFirst().name();
      judged
          .server(3)
          .execute(
              "STOP SLAVE SQL_THREAD FOR CHANNEL '" + channel + "'",
              "CHANGE REPLICATION FILTER REPLICATE_REWRITE_DB=((a, b)) FOR CHANNEL '"
                  + channel
                  + "'",
              "START SLAVE SQL_THREAD FOR CHANNEL '" + channel + "'");
      assertThat(evidence(judged.findings(3), "REPLICATION_FILTERED").sentence())
          .contains("replicate_rewrite_db = (a,b) (channel '" + channel + "')");
    }
  }

  @Test
  void belowALateIntermediateTheDataIsAsLateAsThat() {
    try (JudgedSandbox judged =
        JudgedSandbox.start(
            Sandbox.builder()
                .fastTimeouts()
                .release(ServerRelease.MYSQL_8_0_15)
                .topology("1>2,2>3"))) {
      judged.write(1, "shop", KEYED, 1);
      judged.awaitRows(3, "shop", 1);
      assertThat(chainLag(judged, 2)).isInstanceOf(Observed.Absent.class);
      judged
          .server(2)
          .execute(
              "STOP SLAVE SQL_THREAD",
              "CHANGE MASTER TO MASTER_DELAY = 600",
              "START SLAVE SQL_THREAD");
      judged.write(1, "shop", KEYED, 1);
      await()
          .atMost(ENOUGH)
          .untilAsserted(() -> {
            TopologySnapshot snapshot = judged.snapshot();
            var link = snapshot.linksOf(judged.address(3)).getFirst();
            assertThat(link.channel().lag().asOptional().orElseThrow().amount()).isZero();
            assertThat(
                    new ChainLag(snapshot, Starvation.of(snapshot))
                        .of(link)
                        .asOptional()
                        .orElseThrow()
                        .amount())
                .isGreaterThan(Duration.ofSeconds(3));
          });
    }
  }

  @ParameterizedTest
  @Releases(ServerRelease.MYSQL_5_7_22)
  void whatAReplicaWroteItselfIsFoundAndNothingElseIs(ServerRelease release) {
    try (JudgedSandbox judged =
        JudgedSandbox.start(
            Sandbox.builder()
                .fastTimeouts()
                .release(release)
                .topology("1>2,2>3")
                .writableReplicas())) {
      for (int round = 0; round < 5; round++) {
        // Each replica is read after its source, and has what was written in between.
        judged.write(1, "shop", KEYED, 20);
        assertThat(judged.findings(2)).doesNotContainKey("ERRANT_TRANSACTIONS");
        assertThat(judged.findings(3)).doesNotContainKey("ERRANT_TRANSACTIONS");
      }
      judged.awaitRows(3, "shop", 100);
      judged.write(2, "own", KEYED, 1);
      judged.awaitRows(3, "own", 1);
      String sentence = evidence(judged.findings(2), "ERRANT_TRANSACTIONS").sentence();
      assertThat(sentence)
          .contains(
              judged.address(2).toString(),
              "that its source never had",
              "in its own binlog, somewhere before ");
      assertThat(sentence)
          .contains(
              release.family() == ServerFamily.MYSQL
                  ? "has 3 transactions that its source never had"
                  : "written on it under its own server_id " + judged.server(2).port());
      assertThat(judged.findings(3))
          .as("it came from its source")
          .doesNotContainKey("ERRANT_TRANSACTIONS");
    }
  }
}
