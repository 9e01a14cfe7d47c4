package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.Row;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.ServerAddress;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A source, a replica that does not start its replication by itself, and a controller that may act.
 * The replica can be made to lose what its host had not written: it is killed, and files of its
 * data directory are put back to what had been on disk.
 */
final class SalvageBed implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Sandbox sandbox;
  private final RunningController controller;
  private final ServerAddress known;
  private int written;

  private SalvageBed(Sandbox sandbox, RunningController controller, Optional<ServerAddress> known) {
    this.sandbox = sandbox;
    this.controller = controller;
    this.known = known.orElseGet(() -> replica().address());
  }

  static SalvageBed start(ServerRelease release, boolean byGtid, String... options) {
    return start(release, byGtid, "1>2", Optional.empty(), List.of(options));
  }

  /** Node 2 has replicas of its own, as the topology says. */
  static SalvageBed start(
      ServerRelease release, boolean byGtid, String topology, List<String> options) {
    return start(release, byGtid, topology, Optional.empty(), options);
  }

  /** The controller knows the replica by the proxy alone. */
  static SalvageBed behind(StatementProxy proxy, ServerRelease release, boolean byGtid) {
    return start(
        release, byGtid, "1>2", Optional.of(proxy), List.of("report_port=" + proxy.port()));
  }

  private static SalvageBed start(
      ServerRelease release,
      boolean byGtid,
      String topology,
      Optional<StatementProxy> proxy,
      List<String> options) {
    SandboxBuilder builder = Sandbox.builder().release(release).topology(topology);
    if (!byGtid) {
      builder.positionBased();
    }
    List<String> all = new ArrayList<>(options);
    all.add(
        release.has(ServerFeature.SOURCE_REPLICA_TERMS)
            ? "skip_replica_start"
            : "skip_slave_start");
    if (options.stream().noneMatch(option -> option.startsWith("relay_log_recovery"))) {
      all.add("relay_log_recovery=1");
    }
    Sandbox sandbox = builder.options(2, all.toArray(String[]::new)).start();
    proxy.ifPresent(between -> between.leadTo(sandbox.server(2).address()));
    WatcherAccount.createOnAll(sandbox);
    sandbox.servers().forEach(WatcherAccount::letOperate);
    SalvageBed bed =
        new SalvageBed(
            sandbox,
            RunningController.start(Map.of()),
            proxy.map(between -> new ServerAddress("127.0.0.1", between.port())));
    bed.source().execute("CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY)");
    bed.write(5);
    bed.awaitEqual();
    bed.controller.awaitDiscovered(bed.known, bed.source().address());
    return bed;
  }

  /** Options of so many workers that keep the order of commits, where the release can. */
  static String[] workers(ServerRelease release, int count) {
    if (count == 0) {
      return new String[0];
    }
    return switch (release) {
      case MARIADB_10_1_8, MARIADB_10_2_11, MARIADB_10_11_5, MARIADB_11_4_5 ->
          new String[] {"slave_parallel_threads=" + count};
      case MYSQL_9_7 -> new String[] {"replica_parallel_workers=" + count, "relay_log_recovery=0"};
      case MYSQL_5_6_14 -> new String[] {"slave_parallel_workers=" + count};
      case MYSQL_5_7_22, MYSQL_8_0_15 ->
          new String[] {
            "slave_parallel_workers=" + count,
            "slave_parallel_type=LOGICAL_CLOCK",
            "slave_preserve_commit_order=1"
          };
    };
  }

  /** The controller is killed at each statement, of one salvage after the other. */
  static void killAtEachStatement(ServerRelease release, boolean byGtid, int statements)
      throws InterruptedException {
    try (StatementProxy proxy = StatementProxy.listen();
        SalvageBed bed = SalvageBed.behind(proxy, release, byGtid)) {
      for (int statement = 0; statement < statements; statement++) {
        for (When when : When.beforeEach(statement == statements - 1)) {
          bed.loseBinlog(3);
          List<String> said = statements(bed.plan());
          assertThat(said).hasSize(statements);

          Trap trap = proxy.trap(said.get(statement), when, bed.controller::killHard);
          Answer accepted = bed.ask(false);
          assertThat(trap.awaitSprung()).as("%s %s: %s", when, said, accepted).isTrue();
          bed.controller.startAgain();

          JsonNode ended = bed.atRest(accepted.text("/id"));
          assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
          bed.assertWhole(byGtid);
        }
      }
    }
  }

  /** The server is killed just after each statement, of one salvage after the other. */
  static void killServerAfterEachStatement(ServerRelease release, int statements)
      throws InterruptedException {
    try (StatementProxy proxy = StatementProxy.listen();
        SalvageBed bed = SalvageBed.behind(proxy, release, true)) {
      for (int statement = 0; statement < statements; statement++) {
        bed.loseBinlog(3);
        List<String> said = statements(bed.plan());
        assertThat(said).hasSize(statements);

        Trap trap =
            proxy.trap(
                said.get(statement),
                When.AFTER,
                () -> {
                  bed.replica().killHard();
                  bed.replica().start();
                });
        Answer accepted = bed.ask(false);
        assertThat(trap.awaitSprung()).as("%s: %s", said, accepted).isTrue();

        JsonNode ended = bed.atRest(accepted.text("/id"));
        assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
        bed.assertReplicates(true);
      }
    }
  }

  private static List<String> statements(JsonNode plan) {
    List<String> statements = new ArrayList<>();
    plan.at("/steps")
        .forEach(step -> step.at("/statements").forEach(said -> statements.add(said.asString())));
    return statements;
  }

  SandboxServer source() {
    return sandbox.server(1);
  }

  SandboxServer replica() {
    return sandbox.server(2);
  }

  Sandbox sandbox() {
    return sandbox;
  }

  RunningController controller() {
    return controller;
  }

  boolean isMariaDb() {
    return replica().release().family() == ServerFamily.MARIADB;
  }

  void write(int count) {
    for (int i = 0; i < count; i++) {
      source().execute("INSERT INTO d.t VALUES (%d)".formatted(++written));
    }
  }

  void awaitEqual() {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .until(() -> checksum(replica()).equals(checksum(source())));
  }

  private static String checksum(SandboxServer server) {
    return server.query("CHECKSUM TABLE d.t").getFirst().firstText("Checksum");
  }

  private Path newestBinlog() {
    String base = replica().queryValue("SELECT @@log_bin_basename").orElseThrow();
    return Path.of(base)
        .resolveSibling(replica().query("SHOW BINARY LOGS").getLast().firstText("Log_name"));
  }

  /** InnoDB ahead: the binlog loses its newest transactions, their rows stay. */
  void loseBinlog(int lost) {
    loseBinlog(() -> write(lost));
  }

  /** The same of what is written so. */
  void loseBinlog(Runnable writes) {
    try {
      Path binlog = newestBinlog();
      long onDisk = Files.size(binlog);
      writes.run();
      awaitEqual();
      replica().killHard();
      try (FileChannel file = FileChannel.open(binlog, StandardOpenOption.WRITE)) {
        file.truncate(onDisk);
      }
      replica().start();
      awaitNoticed();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** InnoDB behind: the binlog keeps its newest transactions, their rows are lost. */
  void loseRows(int lost) {
    loseRows(() -> write(lost));
  }

  /** The same of what is written so. */
  void loseRows(Runnable writes) {
    try {
      Path data = replica().dataDirectory();
      Path image = Files.createTempDirectory("salvage-image");
      replica().killHard();
      copyAllButBinlogs(data, image);
      replica().start();
      replica().startReplication();
      writes.run();
      awaitEqual();
      replica().killHard();
      deleteAllButBinlogs(data);
      copyAllButBinlogs(image, data);
      deleteAllButBinlogs(image);
      replica().start();
      awaitNoticed();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static boolean isBinlog(Path file) {
    return file.getFileName().toString().startsWith("binlog.");
  }

  private static void copyAllButBinlogs(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(each -> !isBinlog(each)).toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else if (Files.isRegularFile(file)) {
          Files.copy(file, copy);
        }
      }
    }
  }

  private static void deleteAllButBinlogs(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        if (!Files.isDirectory(file) && !isBinlog(file)) {
          Files.delete(file);
        }
      }
    }
  }

  private String path() {
    return "/instances/%s:salvage".formatted(RunningController.encoded(known.toString()));
  }

  /** Until the controller has noticed that the server's process is another one. */
  void awaitNoticed() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(ask(true).body().toString()).doesNotContain("broke during"));
  }

  Answer ask(boolean dryRun) {
    return controller.post(path(), "{\"dryRun\":%s}".formatted(dryRun));
  }

  /** The plan, of which nothing is done. */
  JsonNode plan() {
    Answer plan = ask(true);
    assertThat(plan.status()).as("%s", plan.body()).isEqualTo(200);
    return plan.body();
  }

  JsonNode salvage() {
    Answer accepted = ask(false);
    assertThat(accepted.status()).as("%s", accepted.body()).isEqualTo(202);
    return atRest(accepted.text("/id"));
  }

  JsonNode atRest(String id) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> controller.get("/operations/" + id).body().at("/atRest").asBoolean());
    return controller.get("/operations/" + id).body();
  }

  void assertRefused(String code, String... words) {
    awaitNoticed();
    Answer refused = ask(true);
    assertThat(refused.text("/code")).as("%s", refused.body()).isEqualTo(code);
    assertThat(refused.body().toString()).contains(words);
  }

  /** The same, and its binlogs are those since the salvage. */
  void assertWhole(boolean byGtid) {
    assertReplicates(byGtid);
    // Setting gtid_purged begins another one on 5.6.
    boolean isRotated = byGtid && replica().release() == ServerRelease.MYSQL_5_6_14;
    assertThat(newestBinlog().getFileName())
        .hasToString(isRotated ? "binlog.000002" : "binlog.000001");
  }

  /** The replica has what its source has, counts exactly that, and goes on by itself. */
  void assertReplicates(boolean byGtid) {
    write(3);
    awaitEqual();
    assertThat(replica().replication())
        .allSatisfy(channel -> assertThat(channel.isRunning()).as("%s", channel).isTrue());
    if (byGtid) {
      String executed = isMariaDb() ? "@@global.gtid_current_pos" : "@@global.gtid_executed";
      String there = source().queryValue("SELECT " + executed).orElseThrow();
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> assertThat(replica().queryValue("SELECT " + executed)).contains(there));
    }
    Row status = replica().query(statusStatement()).getFirst();
    if (isMariaDb()) {
      assertThat(status.firstText("Using_Gtid")).isEqualTo("Slave_Pos");
    } else {
      assertThat(status.firstText("Auto_Position")).isEqualTo(byGtid ? "1" : "0");
    }
  }

  private String statusStatement() {
    return replica().release().has(ServerFeature.SOURCE_REPLICA_TERMS)
        ? "SHOW REPLICA STATUS"
        : "SHOW SLAVE STATUS";
  }

  /** The error with which the applier stands when it is started as it is. */
  int errorWithoutSalvage() {
    replica().startReplication();
    await()
        .atMost(PATIENCE)
        .until(() -> {
          Row status = replica().query(statusStatement()).getFirst();
          return !status.firstText("Last_SQL_Errno").equals("0")
              && status.firstText("Slave_SQL_Running", "Replica_SQL_Running").equals("No");
        });
    return Integer.parseInt(
        replica().query(statusStatement()).getFirst().firstText("Last_SQL_Errno"));
  }

  @Override
  public void close() {
    controller.close();
    sandbox.close();
  }
}
