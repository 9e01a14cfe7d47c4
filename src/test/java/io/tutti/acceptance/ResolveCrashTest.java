package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.KillPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The controller is killed at every statement, and takes up what it began: no replica is left
 * without a source, and one only takes writes.
 */
@KillPoint
@OwnProcess
class ResolveCrashTest {

  @Test
  void itIsTakenUpWhereverTheControllerWasKilledOfMySql57() throws Exception {
    killControllerAtEachStatement(ServerRelease.MYSQL_5_7_22, 2, 3);
  }

  @Test
  void itIsTakenUpWhereverTheControllerWasKilledOfMariaDb1011() throws Exception {
    killControllerAtEachStatement(ServerRelease.MARIADB_10_11_5, 2, 3);
  }

  @Test
  void theFenceIsRaisedWhereverTheControllerWasKilledOfMySql57() throws Exception {
    killControllerAtEachStatement(ServerRelease.MYSQL_5_7_22, 1);
  }

  @Test
  void theFenceIsRaisedWhereverTheControllerWasKilledOfMariaDb1011() throws Exception {
    killControllerAtEachStatement(ServerRelease.MARIADB_10_11_5, 1);
  }

  /**
   * The controller is killed at one statement after the other that is said to these: the one that
   * is lost is node 1, the one that takes the place node 2, the one that follows node 3.
   */
  private static void killControllerAtEachStatement(ServerRelease release, Integer... nodes)
      throws Exception {
    int count = Integer.MAX_VALUE;
    for (int at = 0; at < count; at++) {
      Map<Integer, StatementProxy> proxies = new TreeMap<>();
      List.of(nodes).forEach(node -> proxies.put(node, StatementProxy.listen()));
      try (ResolveBed bed = ResolveBed.start(release, true, "1>2,1>3", 1, proxies)) {
        WriteLoad.start(bed.source(), 40).stop();
        bed.write(bed.source(), 5);
        bed.awaitKnown();
        bed.survivors().forEach(ResolveBed::refuseAllWrites);
        String incident = bed.crashIdle();
        String promote = bed.promotion(bed.address(bed.server(2)).toString());
        List<Said> said = said(bed, bed.plan(incident, promote));
        count = said.size() + 1;
        boolean isLast = at == said.size();
        Said trapped = said.get(isLast ? at - 1 : at);
        Trap trap =
            bed.proxy(trapped.node())
                .trap(
                    trapped.statement(),
                    isLast ? When.AFTER : When.BEFORE,
                    bed.controller()::killHard);
        String operation = bed.begin(incident, promote);
        assertThat(trap.awaitSprung()).as("%s", trapped).isTrue();
        bed.controller().startAgain();
        bed.assertSucceeded(operation);
        bed.assertGoesOn(bed.server(2), List.of(bed.server(3)));
        bed.assertKnown(incident, bed.server(2), List.of(bed.server(3)));
      }
    }
    assertThat(count).as("statements, and after the last").isGreaterThan(nodes.length == 1 ? 2 : 6);
  }

  /** What is said to a node behind a proxy. */
  private record Said(int node, String statement) {}

  /** Not what a stricter one has done before it is its turn. */
  private static List<Said> said(ResolveBed bed, JsonNode plan) {
    List<Said> said = new ArrayList<>();
    for (JsonNode step : plan.at("/steps")) {
      bed.proxies()
          .forEach((node, proxy) -> {
            if (step.at("/instance").asString().endsWith(":" + proxy.port())) {
              step.at("/statements").forEach(text -> said.add(new Said(node, text.asString())));
            }
          });
    }
    boolean isStrict =
        said.stream().anyMatch(each -> each.statement().startsWith("SET GLOBAL super_read_only"));
    return said.stream()
        .filter(each ->
            !isStrict
                || each.node() != bed.lost().node()
                || !each.statement().startsWith("SET GLOBAL read_only"))
        .toList();
  }
}
