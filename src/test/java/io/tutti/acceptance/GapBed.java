package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.Row;
import io.tutti.sandbox.SandboxException;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import tools.jackson.databind.JsonNode;

/**
 * A replica whose workers can be made to run past a locked row, and gaps as Tutti sees and closes
 * them.
 */
final class GapBed extends ChannelBed {
  /** The schemas, and on MariaDB the domains, that transactions are written to in turn. */
  private static final List<String> SCHEMAS = List.of("gap_a", "gap_b", "gap_c");

  private static final List<String> SCHEMAS_OF_SECOND = List.of("gap_x", "gap_y", "gap_z");

  private static final int WORKERS = 4;

  /** What a coordinator says that has handed out all. */
  private static final String IDLE = "read all relay log";

  /** The row that was last held. */
  private String held = "";

  /** How a replica is set to its position, and what lets its workers run past each other. */
  enum Mode {
    /** By log position; one worker for each schema. */
    POSITION,
    /** By log position; all that does not write the same rows. */
    POSITION_CLOCK,
    /** By GTID; one worker for each schema, for 9.7 all that does not write the same rows. */
    GTID
  }

  private GapBed(BedBuilder builder) {
    super(builder, SCHEMAS);
  }

  private GapBed(GapBed first) {
    super(first, 3, SCHEMAS_OF_SECOND);
  }

  /**
   * @param options of the replica, beside those that let its workers run
   */
  static GapBed start(ServerRelease release, Mode mode, String... options) {
    return new GapBed(builder(release, mode, options));
  }

  /** The replica has two sources; this is about the first one, and {@link #second} the other. */
  static GapBed ofTwoSources(ServerRelease release, Mode mode, String... options) {
    BedBuilder builder = builder(release, mode, options).topology("1>2,3>2");
    return new GapBed(letRunPast(builder, release, mode, 3));
  }

  /** The channel of the second source of the same replica. Closed with this one. */
  GapBed second() {
    return new GapBed(this);
  }

  /** All of its servers answer at ::1 only. */
  static GapBed onIpv6(ServerRelease release, Mode mode, String... options) {
    return new GapBed(builder(release, mode, options).onIpv6());
  }

  /** The controller knows the replica, and reaches it, by the proxy's address only. */
  static GapBed behind(StatementProxy proxy, ServerRelease release, Mode mode, String... options) {
    return new GapBed(builder(release, mode, options).behind(proxy));
  }

  private static BedBuilder builder(ServerRelease release, Mode mode, String... options) {
    BedBuilder builder =
        Bed.of(release)
            .byGtid(mode == Mode.GTID)
            .options(2, parallel(release, mode))
            .options(2, options);
    return letRunPast(builder, release, mode, 1);
  }

  /** What a source writes so that workers can be handed all that does not write the same rows. */
  private static BedBuilder letRunPast(
      BedBuilder builder, ServerRelease release, Mode mode, int source) {
    return mode == Mode.POSITION_CLOCK && release != ServerRelease.MYSQL_9_7
        ? builder.options(
            source,
            "transaction_write_set_extraction=XXHASH64",
            "binlog_transaction_dependency_tracking=WRITESET")
        : builder;
  }

  private static List<String> parallel(ServerRelease release, Mode mode) {
    if (release.family() == ServerFamily.MARIADB) {
      return List.of(
          "slave_parallel_threads=" + WORKERS,
          "slave_domain_parallel_threads=2",
          "skip_slave_start",
          "innodb_lock_wait_timeout=600");
    }
    String word = ReplicaStatus.word(release).toLowerCase(Locale.ROOT);
    List<String> options =
        new ArrayList<>(
            List.of(
                word + "_parallel_workers=" + WORKERS,
                "skip_%s_start".formatted(word),
                "innodb_lock_wait_timeout=600"));
    if (mode != Mode.GTID) {
      // Otherwise a killed receiver does not know how far it had come, and fetches again.
      options.add(
          release.has(ServerFeature.SOURCE_REPLICA_TERMS)
              ? "sync_source_info=1"
              : "sync_master_info=1");
    }
    if (!release.has(ServerFeature.SOURCE_REPLICA_TERMS)) {
      // Otherwise a worker may have applied DDL and not noted it.
      options.add("sync_relay_log_info=1");
    }
    if (release == ServerRelease.MYSQL_9_7) {
      options.add("replica_preserve_commit_order=0");
    } else if (mode == Mode.POSITION_CLOCK) {
      options.add("slave_parallel_type=LOGICAL_CLOCK");
    }
    return options;
  }

  /** Writes on, and kills the replica in the middle: when so many of the rows are there. */
  void killWhileWriting(int count, int whenThere, String... options) throws InterruptedException {
    int before = rowsOfReplica().size();
    Thread writing = Thread.ofVirtual().start(() -> write(count));
    await()
        .pollInterval(Duration.ofMillis(5))
        .until(() -> rowsOfReplica().size() >= before + whenThere);
    killReplica(options);
    writing.join();
  }

  /**
   * Holds the row of the next transaction on the replica, writes, and waits until the workers of
   * the other schemas have run past it.
   *
   * @return what holds it
   */
  Connection runPastALockedRow(int count) throws SQLException {
    String schema = nextSchema();
    Connection lock = holdNext(schema);
    write(count);
    awaitApplied(schemas().stream().filter(each -> !each.equals(schema)).toList());
    return lock;
  }

  /** Writes to those schemas alone, in turn, until all of it was applied. */
  void runPast(int count, String... free) {
    for (int each = 0; each < count; each++) {
      transaction(free[each % free.length]);
    }
    awaitApplied(List.of(free));
  }

  private void awaitApplied(List<String> free) {
    await()
        .untilAsserted(() ->
            assertThat(missingAnyway().stream().filter(each -> free.contains(each.schema())))
                .isEmpty());
  }

  /** Holds the row of the schema's next transaction on the replica. */
  Connection holdNext(String schema) throws SQLException {
    int row = transactions().size() + 1;
    held = "%s.t WHERE id = %d".formatted(schema, row);
    return hold(schema, row);
  }

  /** Holds a row on the replica, so that the worker that shall write it waits. */
  Connection hold(String schema, int row) throws SQLException {
    Connection lock = replica().connect();
    lock.setAutoCommit(false);
    try (Statement statement = lock.createStatement()) {
      statement.execute("INSERT INTO %s.t VALUES (%d)".formatted(schema, row));
    }
    return lock;
  }

  /** Holds the row of the first transaction that is left out. */
  Connection holdTheGap() throws SQLException {
    return hold(heldSchema(), Integer.parseInt(held.replaceAll(".*= ", "")));
  }

  /** The schema of the row that was last held. */
  String heldSchema() {
    return held.substring(0, held.indexOf('.'));
  }

  /** Takes away what the failing transaction of {@link #runPastALockedRow} stumbles over. */
  void repair() {
    replica().execute("SET SESSION sql_log_bin=0", "DELETE FROM " + held);
  }

  /** Kills it with -9 and starts it again; its replication then is stopped. */
  void killReplica(String... options) {
    replica().killHard();
    replica().start(options);
  }

  /**
   * Kills the thread that hands out the work, and then the workers, of which one waits for the row.
   */
  void killCoordinator(Connection lock) throws SQLException {
    String coordinator = coordinator();
    replica().execute("KILL " + coordinator);
    await()
        .until(() ->
            replica().query("SHOW PROCESSLIST").stream()
                .map(Row::values)
                .filter(row -> coordinator.equals(row.get("Id")))
                .noneMatch(row -> String.valueOf(row.get("State")).contains(IDLE)));
    replica().query("SHOW PROCESSLIST").stream()
        .map(Row::values)
        .filter(row -> "system user".equals(row.get("User")))
        .filter(row -> !String.valueOf(row.get("State")).contains("send event"))
        .map(row -> row.get("Id"))
        .forEach(this::kill);
    lock.rollback();
    awaitApplierStopped();
  }

  /** One that has ended meanwhile is as good as killed. */
  private void kill(String thread) {
    try {
      replica().execute("KILL " + thread);
    } catch (SandboxException e) {
      assertThat(e).hasMessageContaining("Unknown thread");
    }
  }

  private String coordinator() {
    return replica().query("SHOW PROCESSLIST").stream()
        .map(Row::values)
        .filter(row -> {
          String state = String.valueOf(row.get("State"));
          return state.contains(IDLE);
        })
        .map(row -> row.get("Id"))
        .findFirst()
        .orElseThrow(
            () -> new AssertionError("no coordinator in " + replica().query("SHOW PROCESSLIST")));
  }

  /** How many workers the replica is set to. */
  String workers() {
    String variable =
        isMariaDb()
            ? "slave_parallel_threads"
            : ReplicaStatus.word(replica().release()).toLowerCase(Locale.ROOT)
                + "_parallel_workers";
    return replica().queryValue("SELECT @@global." + variable).orElseThrow();
  }

  /** An operation rests as it should; else with what the replica says. */
  static void assertState(String state, JsonNode operation, GapBed bed) {
    assertThat(operation.at("/state").asString())
        .as(() -> operation + bed.reported())
        .isEqualTo(state);
  }

  /** Until the operation has reported of its progress twice. */
  void awaitGoingOn(String id) {
    long reported = operation(id).at("/lastEvent").asLong();
    await().until(() -> operation(id).at("/lastEvent").asLong() >= reported + 2);
  }

  /** The gaps of the channel, as Tutti sees them. */
  JsonNode seen() {
    Answer answer = controller().get(path("/gaps"));
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
    assertThat(answer.body().at("/channels")).hasSize(hasTwoSources() ? 2 : 1);
    return answer
        .body()
        .at("/channels")
        .valueStream()
        .filter(each -> each.at("/channel").asString().equals(channel()))
        .findFirst()
        .orElseThrow();
  }

  /** It names exactly the transactions that are missing, by GTID or by where they end. */
  void assertSeenExactly() {
    assertSeenExactly(missing());
  }

  /** The same, where some of what is missing leaves no row to know it by. */
  void assertSeenExactly(List<Written> truth) {
    assertThat(truth).as("the gap that this test is about").isNotEmpty();
    JsonNode seen = seen();
    assertThat(seen.at("/missingCount").asInt()).as("%s", seen).isEqualTo(truth.size());
    assertThat(named(seen)).isEqualTo(names(seen, truth));
  }

  /** It names all of these, and beside them nothing but some of those that came later. */
  void assertSeenAtLeast(List<Written> truth, List<Written> later) {
    JsonNode seen = seen();
    List<Written> all = new ArrayList<>(truth);
    all.addAll(later);
    assertThat(named(seen)).containsAll(names(seen, truth)).isSubsetOf(names(seen, all));
  }

  private static boolean isByGtid(JsonNode seen) {
    JsonNode gtids = seen.at("/missingGtids");
    return !gtids.isMissingNode() && !gtids.isNull();
  }

  /** What Tutti names as missing: the numbers of GTIDs, or where transactions end. */
  private static List<String> named(JsonNode seen) {
    assertThat(seen.at("/gaps").asString()).as("%s", seen).isEqualTo("open");
    return isByGtid(seen)
        ? numbers(seen.at("/missingGtids").asString())
        : seen.at("/missing").valueStream().map(each -> each.at("/end").asString()).toList();
  }

  private static List<String> names(JsonNode seen, List<Written> transactions) {
    return transactions.stream()
        .map(each -> isByGtid(seen) ? each.gtid().replaceAll(".*:", "") : each.end())
        .toList();
  }

  private static List<String> numbers(String set) {
    return Arrays.stream(set.substring(set.indexOf(':') + 1).split(":"))
        .map(range -> range.split("-"))
        .flatMap(ends ->
            LongStream.rangeClosed(Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]))
                .mapToObj(Long::toString))
        .toList();
  }

  /** The steps of a dry run. */
  JsonNode plan() {
    return OperationCalls.planned(ask("/gaps:close", "{\"dryRun\":true}")).at("/steps");
  }

  Answer askToClose(String deadline) {
    return ask("/gaps:close", "{\"deadline\":\"%s\"}".formatted(deadline));
  }

  /** Says that the row that a worker failed at was repaired. */
  Answer askToCloseRowRepaired() {
    return ask("/gaps:close", "{\"deadline\":\"PT20S\",\"rowRepaired\":true}");
  }

  Answer askToChange(String knob, String value) {
    return ask(
        "/parallelism",
        "{\"settings\":{\"%s\":\"%s\"},\"settle\":\"PT1S\"}".formatted(knob, value));
  }

  /** Changes a parallel setting and waits until the operation rests. */
  JsonNode change(String knob, String value) {
    return atRest(OperationCalls.begun(askToChange(knob, value)));
  }

  /** Closes the gaps and waits until the operation rests. */
  JsonNode close(String deadline) {
    return atRest(OperationCalls.begun(askToClose(deadline)));
  }

  /** The gaps are closed, and Tutti says so. */
  void assertClosed() {
    assertThat(missing()).isEmpty();
    JsonNode seen = seen();
    assertThat(seen.at("/gaps").asString()).as("%s", seen).isEqualTo("free");
  }
}
