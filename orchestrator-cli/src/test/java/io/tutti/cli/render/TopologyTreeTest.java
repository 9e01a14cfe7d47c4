package io.tutti.cli.render;

import static io.tutti.cli.render.SampleInstance.RUNS;
import static io.tutti.cli.render.SampleInstance.UUID;
import static io.tutti.cli.render.SampleInstance.cluster;
import static io.tutti.cli.render.SampleInstance.reached;
import static io.tutti.cli.render.SampleInstance.unread;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.api.TopologyView;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TopologyTreeTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private static String drawn(TopologyView... clusters) {
    return drawn(Glyphs.UNICODE, 120, clusters);
  }

  private static String drawn(Glyphs glyphs, int columns, TopologyView... clusters) {
    return new TopologyTree(glyphs, columns, NOW)
        .lines(List.of(clusters)).stream().map(Line::plain).collect(Collectors.joining("\n"));
  }

  @Test
  void drawsReplicasBelowTheirSourceWithColumnsInLine() {
    String tree =
        drawn(
            cluster(
                "db1:3306",
                List.of("db1:3306"),
                reached("db1:3306").role("SOURCE").writable(true).gtid(UUID + ":1-1523"),
                reached("db2:3306")
                    .role("REPLICA")
                    .writable(false)
                    .gtid(UUID + ":1-1520")
                    .workers(4, "LOGICAL_CLOCK")
                    .from("db1:3306"),
                reached("db3:3306")
                    .role("INTERMEDIATE_SOURCE")
                    .writable(false)
                    .gtid(UUID + ":1-1523")
                    .workers(0, "DATABASE")
                    .from("db1:3306"),
                reached("db4:3306")
                    .role("REPLICA")
                    .writable(true)
                    .gtid(UUID + ":1-1523")
                    .with("\"problems\":[\"REPLICA_WRITABLE\"]")
                    .workers(0, "DATABASE")
                    .from("db3:3306")));

    assertThat(tree)
        .isEqualTo(
            """
            db1:3306  4 instances, all reached
            db1:3306        source        mysql 8.0.15  ok                            gtid 1-1523  rw
            ├─ db2:3306     replica       mysql 8.0.15  ok  0.2s ct  LOGICAL_CLOCK×4  gtid 1-1520  ro
            └─ db3:3306     intermediate  mysql 8.0.15  ok  0.2s ct  single           gtid 1-1523  ro
               └─ db4:3306  replica       mysql 8.0.15  ok  0.2s ct  single           gtid 1-1523  rw  REPLICA_WRITABLE

            lag by ct = commit timestamps\
            """);
  }

  @Test
  void drawsWithAsciiSignsWhereTheTerminalHasNoOthers() {
    String tree =
        drawn(
            Glyphs.ASCII,
            120,
            cluster(
                "a:1",
                List.of("a:1"),
                reached("a:1").role("SOURCE").from("c:1"),
                reached("b:1").role("REPLICA").workers(2, "optimistic").from("a:1"),
                reached("c:1").role("REPLICA").from("a:1")));

    assertThat(tree.chars()).allMatch(c -> c < 128);
    assertThat(tree).contains("|- b:1", "`- c:1", "optimisticx2", "(ring) replicates from c:1");
  }

  @Test
  void drawsSeveralHeadsAndEachMultiSourceReplicaOnce() {
    String tree =
        drawn(
            cluster(
                "a:1",
                List.of("a:1", "b:1"),
                reached("a:1").role("SOURCE"),
                reached("b:1").role("SOURCE"),
                reached("c:1")
                    .role("REPLICA")
                    .channel("from_a", "a:1", RUNS, RUNS, "")
                    .channel("from_b", "b:1", RUNS, "STOPPED", "")));

    assertThat(tree)
        .isEqualTo(
            """
            a:1  3 instances, all reached
            a:1     source   mysql 8.0.15  ok                      ?
            └─ c:1  replica  mysql 8.0.15  applier stopped 1/2  ?  ?  ?
                  also from b:1 (channel from_b)
            b:1     source   mysql 8.0.15  ok                      ?\
            """
                .replace("                      ?", "                         ?"));
  }

  @Test
  void namesTheEdgeThatClosesARing() {
    String tree =
        drawn(
            cluster(
                "a:1",
                List.of("a:1"),
                reached("a:1").role("INTERMEDIATE_SOURCE").from("c:1"),
                reached("b:1").role("INTERMEDIATE_SOURCE").from("a:1"),
                reached("c:1").role("INTERMEDIATE_SOURCE").from("b:1")));

    assertThat(names(tree))
        .containsExactly("a:1", "│  ↺ replicates from c:1", "└─ b:1", "   └─ c:1");
  }

  @Test
  void showsThatCoPrimariesReplicateFromEachOther() {
    String tree =
        drawn(
            cluster(
                "a:1",
                List.of("a:1"),
                reached("a:1").from("b:1"),
                reached("b:1").from("a:1"),
                reached("c:1").from("b:1")));

    assertThat(names(tree))
        .containsExactly("a:1", "│  ↺ replicates from b:1", "└─ b:1", "   └─ c:1");
  }

  @Test
  void drawsARingThatNoHeadLeadsTo() {
    String tree =
        drawn(
            cluster(
                "a:1",
                List.of("a:1"),
                reached("a:1"),
                reached("m:1")
                    .channel("x", "a:1", RUNS, RUNS, "")
                    .channel("y", "r1:1", RUNS, RUNS, ""),
                reached("r1:1").from("r2:1"),
                reached("r2:1").from("r1:1")));

    assertThat(names(tree))
        .containsExactly(
            "a:1",
            "└─ m:1",
            "      also from r1:1 (channel y)",
            "r1:1",
            "│  ↺ replicates from r2:1",
            "└─ r2:1");
  }

  @Test
  void showsWhyABranchIsDeadAndKeepsWhatHangsBelowIt() {
    String tree =
        drawn(
            cluster(
                "a:1",
                List.of("a:1"),
                reached("a:1"),
                unread("b:1", "FAILED")
                    .role("INTERMEDIATE_SOURCE")
                    .server("mysql-8.0", "8.0.15")
                    .with(
                        "\"failure\":{\"code\":\"CONNECTION_REFUSED\",\"observed\":\"b:1 refused"
                            + " the connection.\",\"since\":\"2026-11-20T11:59:48Z\"}")
                    .from("a:1"),
                reached("c:1")
                    .rawChannel(
                        """
                        {"name":"","source":"b:1","receiver":{"state":"CONNECTING","lastError":{"number":2003,"message":"error connecting"}},
                         "applier":{"state":"RUNNING"}}\
                        """)));

    assertThat(tree)
        .contains("a:1  3 instances, 2 reached")
        .contains("└─ b:1     intermediate  mysql 8.0.15  failed 12s")
        .contains("   │  b:1 refused the connection.")
        .contains("   └─ c:1  unknown       mysql 8.0.15  receiver failed")
        .contains("         receiver: 2003 error connecting");
  }

  @Test
  void showsServersThatWereNeverRead() {
    String tree =
        drawn(
            cluster(
                "a:1",
                List.of("a:1"),
                unread("a:1", "PENDING"),
                unread("z:1", "FAILED")
                    .with(
                        "\"failure\":{\"code\":\"HOST_UNKNOWN\",\"observed\":\"The name z does not"
                            + " resolve.\",\"since\":\"2026-11-20T11:59:48Z\"}")));

    assertThat(tree)
        .isEqualTo(
            """
            a:1  2 instances, 0 reached
            a:1  unknown  -  not read yet
            z:1  unknown  -  failed 12s
               The name z does not resolve.\
            """);
  }

  @Test
  void showsTheAgeOfWhatIsOnlyKnownFromBeforeARestart() {
    String tree =
        drawn(
            cluster(
                "a:1",
                List.of("a:1"),
                unread("a:1", "RESTORED")
                    .role("SOURCE")
                    .server("mariadb-10", "10.11.5")
                    .with("\"ageMillis\":185000")));

    assertThat(tree).contains("mariadb 10.11.5  last seen 3m05s ago");
  }

  @Test
  void followsAliasesToTheServerTheyName() {
    String tree =
        drawn(
            cluster(
                "a:1",
                List.of("a:1"),
                reached("a:1").with("\"aliases\":[\"10.0.0.1:1\"]"),
                reached("b:1").from("10.0.0.1:1")));

    assertThat(names(tree)).containsExactly("a:1", "│  also known as 10.0.0.1:1", "└─ b:1");
  }

  @Test
  void namesASourceThatIsNotInTheCluster() {
    String tree = drawn(cluster("b:1", List.of("b:1"), reached("b:1").from("gone:1")));

    assertThat(tree).contains("replicates from gone:1, which is not known here");
  }

  @Test
  void showsStoppedAndBrokenChannels() {
    String broken =
        """
        {"name":"","source":"a:1","receiver":{"state":"RUNNING"},
         "applier":{"state":"STOPPED","lastError":{"number":1062,"message":"Duplicate entry '7'"}}}\
        """;
    String tree =
        drawn(
            cluster(
                "a:1",
                List.of("a:1"),
                reached("a:1"),
                reached("b:1").channel("", "a:1", "STOPPED", "STOPPED", ""),
                reached("c:1").channel("", "a:1", "STOPPED", RUNS, ""),
                reached("d:1").channel("", "a:1", "CONNECTING", RUNS, ""),
                reached("e:1").rawChannel(broken)));

    assertThat(tree)
        .contains("├─ b:1  unknown  mysql 8.0.15  stopped")
        .contains("├─ c:1  unknown  mysql 8.0.15  receiver stopped")
        .contains("├─ d:1  unknown  mysql 8.0.15  connecting")
        .contains("└─ e:1  unknown  mysql 8.0.15  applier failed")
        .contains("      applier: 1062 Duplicate entry '7'");
  }

  @Test
  void namesTheSourceOfEachLag() {
    String tree =
        drawn(
            cluster(
                "a:1",
                List.of("a:1"),
                reached("a:1"),
                reached("b:1")
                    .channel(
                        "",
                        "a:1",
                        RUNS,
                        RUNS,
                        ",\"lag\":{\"value\":{\"millis\":1000,\"source\":\"SECONDS_BEHIND\"}}"),
                reached("c:1")
                    .channel(
                        "",
                        "a:1",
                        RUNS,
                        RUNS,
                        ",\"lag\":{\"value\":{\"millis\":75000,\"source\":\"HEARTBEAT\"}}"),
                reached("d:1")
                    .channel(
                        "",
                        "a:1",
                        RUNS,
                        RUNS,
                        ",\"lag\":{\"unknown\":\"the applier is stopped\"}")));

    assertThat(tree)
        .contains("1s sbm", "1m15s hb", "ok  ?")
        .contains("lag by hb = heartbeat table; sbm = seconds behind, the server's own");
  }

  @Test
  void showsPositionsWhereThereAreNoGtids() {
    String tree =
        drawn(
            cluster(
                "a:1",
                List.of("a:1"),
                reached("a:1")
                    .with("\"gtid\":{\"mode\":{\"value\":\"OFF\"},\"executed\":{\"value\":\"\"}}")
                    .with("\"binlog\":{\"position\":{\"value\":\"binlog.000003:4711\"}}"),
                reached("b:1")
                    .rawChannel(
                        """
                        {"name":"","source":"a:1","receiver":{"state":"RUNNING"},
                         "applier":{"state":"RUNNING","executed":{"value":"binlog.000003:4600"}}}\
                        """)));

    assertThat(tree).contains("pos 000003:4711", "pos 000003:4600");
  }

  @Test
  void putsFindingsBelowWhereTheLineWouldBeTooWide() {
    String tree =
        drawn(
            Glyphs.UNICODE,
            80,
            cluster(
                "a:1",
                List.of("a:1"),
                reached("a:1")
                    .role("SOURCE")
                    .writable(true)
                    .gtid(UUID + ":1-5")
                    .with("\"problems\":[\"SERVER_ID_SHARED\",\"SEVERAL_WRITABLE_SOURCES\"]")));

    assertThat(tree).contains("rw\n   SERVER_ID_SHARED SEVERAL_WRITABLE_SOURCES");
    assertThat(tree.lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void marksAReadingThatIsOld() {
    TopologyView old =
        cluster("a:1", List.of("a:1"), unread("a:1", "REACHED").with("\"ageMillis\":14000"));

    assertThat(drawn(old)).contains("ok, read 14s ago");
  }

  /** The tree without its columns. */
  private static List<String> names(String tree) {
    return tree.lines()
        .skip(1)
        .takeWhile(line -> !line.isEmpty())
        .map(line -> line.replaceFirst("  +(unknown|source|replica|intermediate) .*", ""))
        .toList();
  }

  private static final String NO_LAG =
      ",\"lag\":{\"value\":{\"millis\":0,\"source\":\"COMMIT_TIMESTAMPS\"}}";

  @Test
  void showsWhatItsOwnLagDoesNot() {
    String tree =
        drawn(
            cluster(
                "a:1",
                List.of("a:1"),
                reached("a:1").role("SOURCE"),
                reached("late:1")
                    .channel(
                        "",
                        "a:1",
                        RUNS,
                        RUNS,
                        NO_LAG
                            + ",\"chainLag\":{\"value\":{\"millis\":26000,\"source\":\"COMMIT_TIMESTAMPS\"}}"),
                reached("alike:1")
                    .channel(
                        "",
                        "a:1",
                        RUNS,
                        RUNS,
                        NO_LAG
                            + ",\"chainLag\":{\"value\":{\"millis\":900,\"source\":\"COMMIT_TIMESTAMPS\"}}"),
                reached("starved:1")
                    .channel(
                        "",
                        "a:1",
                        RUNS,
                        RUNS,
                        NO_LAG
                            + ",\"chainLag\":{\"unknown\":\"b:1 logs nothing\"},\"starved\":\"b:1"
                            + " logs nothing\"")));
    assertThat(lineOf(tree, "late:1")).contains("ok", "0.0s ct (26s ct in all)");
    assertThat(lineOf(tree, "alike:1")).contains("ok", "0.0s ct").doesNotContain("in all");
    assertThat(lineOf(tree, "starved:1")).contains("starved  0.0s ct (? in all)");
    assertThat(tree).contains("      b:1 logs nothing");
  }

  @Test
  void showsAConfiguredDelayAndWhatIsLeftOut() {
    String tree =
        drawn(
            cluster(
                "a:1",
                List.of("a:1"),
                reached("a:1").role("SOURCE").with("\"binlogFilters\":[\"binlog_do_db = b\"]"),
                reached("b:1")
                    .rawChannel(
                        """
                        {"name":"","source":"a:1","receiver":{"state":"RUNNING"},
                         "applier":{"state":"RUNNING","delaySeconds":{"value":20.0}},
                         "lag":{"value":{"millis":17000,"source":"SECONDS_BEHIND"}},
                         "filters":["replicate_ignore_table = t.t"]}
                        """)));
    assertThat(lineOf(tree, "b:1")).contains("17s sbm delay 20s");
    assertThat(tree)
        .contains("filters: replicate_ignore_table = t.t", "does not log: binlog_do_db = b");
  }

  private static String lineOf(String tree, String instance) {
    return tree.lines()
        .filter(line -> line.contains("─ " + instance) || line.startsWith(instance + " "))
        .filter(line -> line.contains("mysql 8.0.15"))
        .findFirst()
        .orElseThrow(() -> new AssertionError(instance + " is not in\n" + tree));
  }
}
