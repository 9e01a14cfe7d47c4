package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A source, a replica that does not start its replication by itself, and a controller that may act.
 * The replica can be made to lose what its host had not written: it is killed, and files of its
 * data directory are restored to what had been on disk.
 */
final class SalvageBed extends Bed {
  private SalvageBed(BedBuilder builder) {
    super(builder);
    createTable();
    write(5);
    awaitEqual();
    awaitKnown();
  }

  static SalvageBed start(ServerRelease release, boolean byGtid, String... options) {
    return start(release, byGtid, "1>2", List.of(options));
  }

  /** Node 2 has replicas of its own, or another source, as the topology says. */
  static SalvageBed start(
      ServerRelease release, boolean byGtid, String topology, List<String> options) {
    return new SalvageBed(builder(release, byGtid, options).topology(topology));
  }

  private static BedBuilder builder(ServerRelease release, boolean byGtid, List<String> options) {
    List<String> all = new ArrayList<>(options);
    all.add("skip_%s_start".formatted(ReplicaStatus.word(release).toLowerCase(Locale.ROOT)));
    if (options.stream().noneMatch(option -> option.startsWith("relay_log_recovery"))) {
      all.add("relay_log_recovery=1");
    }
    return Bed.of(release).byGtid(byGtid).options(2, all);
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
    try (SalvageBed bed = behind(release, byGtid)) {
      new KillAtEachStatement(bed, statements)
          .ofController(bed.salvaging(() -> bed.assertWhole(byGtid)));
    }
  }

  /** The server is killed just after each statement, of one salvage after the other. */
  static void killServerAfterEachStatement(ServerRelease release, int statements)
      throws InterruptedException {
    try (SalvageBed bed = behind(release, true)) {
      new KillAtEachStatement(bed, statements)
          .ofServer(bed.salvaging(() -> bed.assertReplicates(true)));
    }
  }

  /** The controller knows the replica by a proxy alone. */
  private static SalvageBed behind(ServerRelease release, boolean byGtid) {
    return new SalvageBed(builder(release, byGtid, List.of()).behind(StatementProxy.listen()));
  }

  private KillAtEachStatement.Operation salvaging(Runnable assertDone) {
    return new KillAtEachStatement.Operation() {
      @Override
      public List<String> statements() {
        loseBinlog(3);
        return OperationCalls.statements(plan());
      }

      @Override
      public Answer begin() {
        return ask(false);
      }

      @Override
      public void assertDone() {
        assertDone.run();
      }
    };
  }

  void awaitEqual() {
    Checksums.awaitEqual(source(), replica(), "d.t");
  }

  /** InnoDB ahead: the binlog loses its newest transactions, their rows stay. */
  void loseBinlog(int lost) {
    loseBinlog(() -> write(lost));
  }

  /** The same of what is written so. */
  void loseBinlog(Runnable writes) {
    Binlogs.OnDisk binlog = Binlogs.onDisk(replica());
    writes.run();
    awaitEqual();
    replica().killHard();
    binlog.loseTheRest();
    replica().start();
    awaitNoticed();
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

  /** Until the controller has noticed that the server's process is another one. */
  void awaitNoticed() {
    await()
        .untilAsserted(
            () -> assertThat(ask(true).body().toString()).doesNotContain("broke during"));
  }

  Answer ask(boolean dryRun) {
    return ask(":salvage", "{\"dryRun\":%s}".formatted(dryRun));
  }

  /** The plan, of which nothing is done. */
  JsonNode plan() {
    return OperationCalls.planned(ask(true));
  }

  JsonNode salvage() {
    return atRest(OperationCalls.begun(ask(false)));
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
    assertThat(Binlogs.newest(replica()).getFileName())
        .hasToString(isRotated ? "binlog.000002" : "binlog.000001");
  }

  /** The replica has what its source has, counts exactly that, and continues by itself. */
  void assertReplicates(boolean byGtid) {
    write(3);
    awaitEqual();
    assertThat(replica().replication())
        .allSatisfy(channel -> assertThat(channel.isRunning()).as("%s", channel).isTrue());
    if (byGtid) {
      String executed = isMariaDb() ? "@@global.gtid_current_pos" : "@@global.gtid_executed";
      String there = source().queryValue("SELECT " + executed).orElseThrow();
      await()
          .untilAsserted(
              () -> assertThat(replica().queryValue("SELECT " + executed)).contains(there));
    }
    ReplicaStatus status = ReplicaStatus.of(replica());
    if (isMariaDb()) {
      assertThat(status.text("Using_Gtid")).isEqualTo("Slave_Pos");
    } else {
      assertThat(status.text("Auto_Position")).isEqualTo(byGtid ? "1" : "0");
    }
  }

  /** The error with which the applier is stopped when it is started as it is. */
  int errorWithoutSalvage() {
    replica().startReplication();
    await()
        .until(() -> {
          ReplicaStatus status = ReplicaStatus.of(replica());
          return !status.text("Last_SQL_Errno").equals("0")
              && status.text("Slave_SQL_Running", "Replica_SQL_Running").equals("No");
        });
    return Integer.parseInt(ReplicaStatus.of(replica()).text("Last_SQL_Errno"));
  }
}
