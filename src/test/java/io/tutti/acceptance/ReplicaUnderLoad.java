package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A source that is written to, its replica, and a controller that may change them. */
class ReplicaUnderLoad extends Bed {
  private static final Duration OPERATION_MAX = Duration.ofMinutes(2);

  private final WriteLoad load;

  /**
   * @param longest how long an operation may take
   */
  ReplicaUnderLoad(BedBuilder builder, Duration longest) {
    super(
        builder.settings(Map.of("TUTTI_DISCOVERY_CONTACT_TIMEOUT", "PT10S")).operationMax(longest));
    this.load = WriteLoad.start(source(), 300);
    awaitKnown();
  }

  static ReplicaUnderLoad start(ServerRelease release) {
    return start(release, Map.of());
  }

  /**
   * @param settings of the controller, by environment variable
   */
  static ReplicaUnderLoad start(ServerRelease release, Map<String, String> settings) {
    return new ReplicaUnderLoad(Bed.of(release).settings(settings), OPERATION_MAX);
  }

  /** The controller knows the replica, and reaches it, by the proxy's address only. */
  static ReplicaUnderLoad behind(StatementProxy proxy, ServerRelease release) {
    return new ReplicaUnderLoad(Bed.of(release).behind(proxy), OPERATION_MAX);
  }

  Answer ask(String body, String... headers) {
    return controller().post(path("/parallelism"), body, headers);
  }

  Answer askUndo() {
    return askUndo(false);
  }

  Answer askUndo(boolean dryRun) {
    return controller()
        .post(path("/parallelism:undo"), "{\"settle\":\"PT1S\",\"dryRun\":%b}".formatted(dryRun));
  }

  JsonNode shown() {
    return controller().get(path("/parallelism")).body();
  }

  /** Starts an operation and waits until it rests. */
  JsonNode done(Answer accepted) {
    return atRest(OperationCalls.begun(accepted));
  }

  /** It applies, and ends with the data of its source. */
  void assertAppliesTheSame() {
    assertThat(applierRuns()).isTrue();
    assertThat(receiverRuns()).isTrue();
    assertSameData();
  }

  /** What its events say of how long the applier was stopped. */
  List<String> standstills(JsonNode operation) {
    return controller()
        .events(operation.at("/id").asString())
        .lines()
        .filter(line -> line.contains("was stopped for"))
        .map(line -> line.replaceAll(".*(was stopped for \\d+ ms).*", "$1"))
        .toList();
  }

  /** The value of a variable on the replica itself. */
  String value(String variable) {
    return replica().queryValue("SELECT @@global." + variable).orElseThrow();
  }

  boolean applierRuns() {
    return replica().replication().stream()
        .allMatch(channel -> channel.applierState().equals("Yes"));
  }

  boolean receiverRuns() {
    return replica().replication().stream()
        .allMatch(channel -> channel.receiverState().equals("Yes"));
  }

  /**
   * The connections over which the source sends its binlog. Nothing is sent twice over one
   * connection, so as long as it stays the same one, no relay log is fetched twice.
   */
  List<String> dumps() {
    return Binlogs.dumps(source());
  }

  /** Stops the load, waits for the replica, and compares every table of both. */
  void assertSameData() {
    WriteLoad.Counts counts = load.stop();
    assertThat(counts.committed()).isPositive();
    List<String> tables =
        source()
            .query(
                "SELECT CONCAT('`', table_schema, '`.`', table_name, '`') AS name"
                    + " FROM information_schema.tables WHERE table_schema LIKE 'load%'")
            .stream()
            .map(row -> row.firstText("name"))
            .toList();
    assertThat(tables).isNotEmpty();
    Checksums.awaitEqual(source(), replica(), tables.toArray(String[]::new));
  }

  @Override
  public void close() {
    load.close();
    super.close();
  }
}
