package io.tutti.acceptance;

import static io.tutti.sandbox.release.ServerRelease.MARIADB_10_11_5;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_5_7_22;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_8_0_15;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_9_7;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Soak;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Rollouts of a change that changes nothing, over real replicas under load, four at a time: how
 * many of them a gate stops. The figures of docs/rollouts.md.
 */
@Soak
class RolloutFalseAlarmsTest {
  private static final int ROLLOUTS = Integer.getInteger("tutti.test.rollouts", 100);
  private static final int STOPPED_MAX = 2;
  private static final Duration END_MAX = Duration.ofMinutes(5);

  /** Each has a source, two replicas that are changed, and one beside them that is not. */
  private static final List<ServerRelease> CLUSTERS =
      List.of(MYSQL_5_7_22, MYSQL_8_0_15, MYSQL_9_7, MARIADB_10_11_5);

  private static final int SERVERS = 4;

  private static Bed start() {
    BedBuilder bed =
        Bed.of(MYSQL_5_7_22)
            .topology("1>2,1>3,1>4,5>6,5>7,5>8,9>10,9>11,9>12,13>14,13>15,13>16")
            .options("innodb_flush_log_at_trx_commit=2", "sync_binlog=0");
    for (int node = 1; node <= SERVERS * CLUSTERS.size(); node++) {
      ServerRelease release = CLUSTERS.get((node - 1) / SERVERS);
      bed.release(node, release)
          .options(
              node,
              switch (release) {
                case MARIADB_10_11_5 -> "slave_parallel_threads=4";
                case MYSQL_9_7 -> "replica_parallel_workers=4";
                default -> "slave_parallel_workers=4";
              });
    }
    return bed.start();
  }

  private static int source(int cluster) {
    return cluster * SERVERS + 1;
  }

  /** How often a checkpoint is made, or how long a queue may be, by a trifle. */
  private static String setting(int cluster, int round) {
    return switch (CLUSTERS.get(cluster)) {
      case MARIADB_10_11_5 -> "slave_parallel_max_queued: " + (262_144 + round % 2);
      case MYSQL_9_7 -> "replica_checkpoint_period: " + (400 + round % 2);
      default -> "slave_checkpoint_period: " + (400 + round % 2);
    };
  }

  private static String file(Bed bed, int cluster, int round) {
    return """
    name: nothing
    targets: { instances: ['%s', '%s'] }
    settings: { %s }
    waves: [ { percent: 100 } ]
    atOnce: { perCluster: 2 }
    soak: PT10S
    gates: { trafficWait: 1m }
    approval: none
    """
        .formatted(
            bed.server(source(cluster) + 1).address(),
            bed.server(source(cluster) + 2).address(),
            setting(cluster, round));
  }

  @Test
  void hardlyAnyIsStopped() {
    Map<String, Integer> ends = new TreeMap<>();
    List<String> stopped = new ArrayList<>();
    List<WriteLoad> loads = new ArrayList<>();
    try (Bed bed = start()) {
      bed.awaitKnown();
      for (int cluster = 0; cluster < CLUSTERS.size(); cluster++) {
        loads.add(WriteLoad.start(bed.server(source(cluster)), 30, "a", "b", "c", "d"));
      }
      for (int round = 0; round * CLUSTERS.size() < ROLLOUTS; round++) {
        for (JsonNode end : round(bed, round)) {
          ends.merge(end.at("/state").asString(), 1, Integer::sum);
          if (end.at("/state").asString().equals("UNDONE")) {
            stopped.add(end.at("/why").asString());
          }
        }
      }
    } finally {
      loads.forEach(WriteLoad::close);
      System.out.printf("Rollouts that change nothing ended so: %s; stopped: %s%n", ends, stopped);
    }
    assertThat(stopped).hasSizeLessThanOrEqualTo(STOPPED_MAX);
    assertThat(ends.getOrDefault("KEPT", 0)).as("%s", ends).isGreaterThan(ROLLOUTS / 2);
  }

  private static List<JsonNode> round(Bed bed, int round) {
    List<RolloutCalls> rollouts = new ArrayList<>();
    for (int cluster = 0; cluster < CLUSTERS.size(); cluster++) {
      rollouts.add(RolloutCalls.create(bed.controller(), file(bed, cluster, round)));
    }
    return rollouts.stream().map(RolloutFalseAlarmsTest::end).toList();
  }

  /** One that cannot be judged asks a person. */
  private static JsonNode end(RolloutCalls rollout) {
    JsonNode end = rollout.awaitRest(END_MAX);
    assertThat(
            end.at("/waves/0/replicas").valueStream().map(each -> each.at("/control").asString()))
        .as("%s", end)
        .hasSize(2)
        .doesNotContain("");
    if (end.at("/state").asString().equals("ASKING")) {
      System.out.println(end.at("/why").asString());
      rollout.act("approve");
    }
    return end;
  }
}
