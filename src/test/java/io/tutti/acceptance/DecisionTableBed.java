package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.SandboxException;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * A source that goes through every row of the decision table of crashes, each time under load and
 * with a replica attached. What is reported of it is compared with what the two servers have. The
 * machine of the tests stays up, so that its host was booted is reported by the test.
 */
final class DecisionTableBed implements AutoCloseable {
  private static final double WRITES_PER_SECOND = 500;
  private static final long WRITES_TO_LOSE = 100;

  /** Of eight crashes of 9.7.4, which syncs most often, each cost some rows. */
  private static final int ATTEMPTS_MAX = 3;

  private final FenceBed bed;
  private final boolean byGtid;
  private final IncidentBed incidents;
  private final HostDisk disk;
  private int restarts;
  private int loads;
  private int fences;

  /** How a row ends the server. */
  private interface End {
    void run() throws IOException;
  }

  private DecisionTableBed(FenceBed bed, boolean byGtid) throws IOException {
    this.bed = bed;
    this.byGtid = byGtid;
    this.incidents = new IncidentBed(bed.controller(), bed.source());
    incidents.seeWith(0, 0);
    this.disk = HostDisk.of(bed.source());
    restarts++;
  }

  static void assertEveryRow(ServerRelease release, boolean byGtid) throws IOException {
    BedBuilder builder =
        Bed.of(release)
            .byGtid(byGtid)
            .settings(
                Map.of(
                    "TUTTI_FENCE_AUTOMATIC", "SUSPECT", "TUTTI_DISCOVERY_POLL_INTERVAL", "300ms"))
            // What is left to the second's flush is not on disk, however slow the machine is.
            .options(1, "innodb_flush_log_at_timeout=2700")
            // Or MariaDB writes its log past the kernel, where it does not go down with that.
            .options(1, "loose_innodb_log_file_buffering=ON");
    try (FenceBed bed = new FenceBed(builder);
        DecisionTableBed table = new DecisionTableBed(bed, byGtid)) {
      table.whereWhatMayBeLostIsFenced();
      table.whereNobodyKnowsHowItEnded();
      table.whereOnlyWhatIsLostIsFenced();
    }
  }

  private void whereWhatMayBeLostIsFenced() throws IOException {
    JsonNode clean = incidents.settled(restarts);
    IncidentBed.assertJudged(clean, "STOPPED", "NONE");
    assertLeftAlone(clean, "shut down");

    JsonNode nobodyKnows = happens(0, 2, this::kill);
    IncidentBed.assertJudged(nobodyKnows, "CUT_OFF", "COMMITS_WITH_THE_HOST");
    assertNothingIsMissing(nobodyKnows);
    assertFenced(nobodyKnows, "kill -9, nobody knows of the host");
    unfence();
  }

  /** The controller comes back with the policy of the rows after this one. */
  private void whereNobodyKnowsHowItEnded() {
    incidents.awaitAnotherSecond();
    bed.controller().killHard();
    bed.source().killHard();
    bed.source().start();
    assertThat(bed.refusal()).isEmpty();
    bed.awaitReplicated();
    bed.source()
        .execute("PURGE BINARY LOGS TO '%s'".formatted(Binlogs.newest(bed.source()).getFileName()));
    bed.controller().startAgainWith(Map.of("TUTTI_FENCE_AUTOMATIC", "LOSSY"));
    bed.controller().awaitDiscovered(bed.replica().address(), bed.source().address());
    restarts++;
    JsonNode purged = byGtid ? incidents.settled(restarts) : replicaUnknown();
    assertThat(purged.at("/ended").has("value")).as("%s", purged).isFalse();
    assertThat(purged.at("/cost").asString()).as("%s", purged).isEqualTo("NONE_BY_SETTINGS");
    assertLeftAlone(purged, "kill -9 and purged");
  }

  /** By position a log proves nothing when it is not known which process began it. */
  private JsonNode replicaUnknown() {
    await()
        .untilAsserted(() -> {
          assertThat(incidents.incidents()).hasSize(restarts);
          assertThat(incidents.incidents().getFirst().at("/replicas/0/why").asString())
              .contains("an earlier process may have written another");
        });
    return incidents.incidents().getFirst();
  }

  private void whereOnlyWhatIsLostIsFenced() throws IOException {
    JsonNode byHost = happens(0, 2, this::kill);
    IncidentBed.assertJudged(byHost, "CUT_OFF", "COMMITS_WITH_THE_HOST");
    assertNothingIsMissing(byHost);
    incidents.reportBoot(IncidentBed.bootId(), IncidentBed.bootedAt());
    JsonNode ranOn = incidents.settled(restarts);
    IncidentBed.assertJudged(ranOn, "CUT_OFF", "NONE_BY_HOST");
    assertLeftAlone(ranOn, "kill -9, the host ran on");

    JsonNode durable = happens(1, 1, this::kill);
    IncidentBed.assertJudged(durable, "CUT_OFF", "NONE_BY_SETTINGS");
    assertNothingIsMissing(durable);
    assertLeftAlone(durable, "kill -9");

    JsonNode durableHost = happens(1, 1, this::crashHost);
    IncidentBed.assertJudged(durableHost, "CUT_OFF", "NONE_BY_SETTINGS");
    assertThat(durableHost.at("/host/value").asString()).isEqualTo("WENT_DOWN");
    assertNothingIsMissing(durableHost);
    assertLeftAlone(durableHost, "host crash");

    JsonNode inMemory = happens(1, 0, this::kill);
    assertLossy(inMemory, "[\"ROWS\"]");
    assertLostOnSourceAreThoseOf(inMemory);
    assertFenced(inMemory, "kill -9");
    unfence();

    loseRowsWithTheHost();

    JsonNode binlogLost = happens(0, 1, this::crashHost);
    assertLossy(binlogLost, "[\"BINLOG\"]");
    assertLostOnSourceAreThoseOf(binlogLost);
    // Where InnoDB keeps GTIDs, a source misses but what it was just committing.
    boolean hasLostThem = bed.source().release() != ServerRelease.MYSQL_9_7;
    assertThat(hasLostThem && lostOnSource().isEmpty()).as("%s", binlogLost).isFalse();
    assertFenced(binlogLost, "host crash");
    assertThat(bed.raisedByItself()).hasSize(fences);
  }

  /** Again where the server had synced its log at the last moment, for reasons of its own. */
  private void loseRowsWithTheHost() throws IOException {
    long lost = 0;
    for (int attempt = 0; lost == 0 && attempt < ATTEMPTS_MAX; attempt++) {
      JsonNode incident = happens(1, 2, this::crashHost);
      assertLossy(incident, "[\"ROWS\"]");
      assertLostOnSourceAreThoseOf(incident);
      assertThat(lostOnSource()).isEmpty();
      assertFenced(incident, "host crash");
      unfence();
      assertThat(bed.refusal()).isEmpty();
      bed.awaitReplicated();
      assertThat(bed.replica().replication().getFirst().isRunning()).as("nobody notices").isTrue();
      lost = rows(bed.replica()) - rows(bed.source());
    }
    assertThat(lost).isPositive();
  }

  private void kill() {
    bed.source().killHard();
  }

  /** Its host sends its report before the server is started. */
  private void crashHost() throws IOException {
    disk.crash();
    incidents.reportBoot(UUID.randomUUID().toString(), Instant.now());
  }

  /** The restart with these settings, after an end in the middle of a load. */
  private JsonNode happens(int syncBinlog, int flushLog, End end) throws IOException {
    SandboxServer source = bed.source();
    loads++;
    try (WriteLoad load = WriteLoad.start(source, WRITES_PER_SECOND, schema())) {
      incidents.seeWith(syncBinlog, flushLog);
      await().ignoreExceptions().until(() -> rows(bed.replica()) > 0);
      disk.sync();
      long before = load.counts().committed();
      long replicated = rows(bed.replica());
      await()
          .pollInterval(Duration.ofMillis(50))
          .until(() ->
              load.counts().committed() >= before + WRITES_TO_LOSE
                  && rows(bed.replica()) >= replicated + WRITES_TO_LOSE);
      end.run();
    }
    source.start();
    restarts++;
    return incidents.settled(restarts);
  }

  private String schema() {
    return "load_" + loads;
  }

  /** How many transactions of the last load its tables show: each inserts one row, or adds 1. */
  private long rows(SandboxServer server) {
    return server
        .queryValue(
            "SELECT COUNT(*) + COALESCE(SUM(touched), 0) FROM %s.writes".formatted(schema()))
        .map(Long::parseLong)
        .orElseThrow();
  }

  private void assertLossy(JsonNode incident, String missing) {
    IncidentBed.assertJudged(incident, "CUT_OFF", "COMMITS");
    assertThat(incident.at("/missing").toString()).as("%s", incident).isEqualTo(missing);
  }

  /** The source has all that its replica has, which gets the rest. */
  private void assertNothingIsMissing(JsonNode incident) {
    assertThat(incident.at("/replicas/0/lostOnSource").asString())
        .as("%s", incident)
        .isEqualTo("none");
    assertThat(lostOnSource()).isEmpty();
    assertThat(rows(bed.source())).isGreaterThanOrEqualTo(rows(bed.replica()));
  }

  /** What is reported of the replica is what the two servers show. */
  private void assertLostOnSourceAreThoseOf(JsonNode incident) {
    JsonNode reported = incident.at("/replicas/0");
    Optional<String> lostOnSource = lostOnSource();
    if (lostOnSource.isEmpty()) {
      assertThat(reported.at("/lostOnSource").asString()).as("%s", reported).isEqualTo("none");
    } else {
      assertThat(reported.at(byGtid ? "/gtids" : "/received").asString())
          .as("%s", reported)
          .isEqualTo(lostOnSource.get());
    }
  }

  /** What the replica has and the source has not, by what both say themselves. */
  private Optional<String> lostOnSource() {
    // The fence that is being raised ends the sessions of whoever asks at that moment.
    return await()
        .ignoreExceptionsInstanceOf(SandboxException.class)
        .until(this::readWhatIsLostOnSource, answered -> true);
  }

  private Optional<String> readWhatIsLostOnSource() {
    ReplicaStatus status = ReplicaStatus.of(bed.replica());
    if (!byGtid) {
      return beyond(status);
    }
    if (bed.isMariaDb()) {
      String received = status.text("Gtid_IO_Pos");
      String has = bed.source().queryValue("SELECT @@global.gtid_binlog_pos").orElse("0-0-0");
      return sequence(received) > sequence(has) ? Optional.of(received) : Optional.empty();
    }
    String has = status.text("Retrieved_Gtid_Set") + "," + status.text("Executed_Gtid_Set");
    return bed.source()
        .queryValue("SELECT GTID_SUBTRACT('%s', @@global.gtid_executed)".formatted(has))
        .filter(gtids -> !gtids.isEmpty());
  }

  private static long sequence(String gtid) {
    return gtid.isEmpty() ? 0 : Long.parseLong(gtid.substring(gtid.lastIndexOf('-') + 1));
  }

  private Optional<String> beyond(ReplicaStatus status) {
    String received = status.received();
    return bed.source().query("SHOW BINARY LOGS").stream()
        .filter(log -> log.firstText("Log_name").equals(status.receivedFile()))
        .filter(log ->
            Long.parseLong(log.firstText("File_size"))
                < Long.parseLong(received.replaceAll(".*:", "")))
        .map(log -> received)
        .findFirst();
  }

  private void assertFenced(JsonNode incident, String what) {
    String id = incident.at("/id").asString();
    bed.awaitShut();
    await().until(() -> bed.fence().at("/incident").asString().equals(id));
    assertThat(bed.refusal()).isPresent();
    fences++;
    await()
        .untilAsserted(() ->
            assertThat(bed.raisedByItself())
                .as(() -> bed.controller().get("/operations?limit=3").body().toString())
                .hasSize(fences));
    assertThat(shown(incident).at("/promotion/replica").asString())
        .as("%s", incident)
        .isEqualTo(bed.replica().address().toString());
    report(incident, what, "fenced");
  }

  private JsonNode shown(JsonNode incident) {
    return bed.controller().get("/incidents/" + incident.at("/id").asString()).body();
  }

  private void assertLeftAlone(JsonNode incident, String what) {
    assertThat(shown(incident).has("promotion")).as("nobody is to take its place").isFalse();
    assertThat(FenceBed.isOpen(bed.source())).isTrue();
    assertThat(bed.refusal()).isEmpty();
    bed.awaitReceives();
    bed.awaitReplicated();
    if (loads > 0) {
      await().until(() -> rows(bed.replica()) == rows(bed.source()));
    }
    report(incident, what, "left alone");
  }

  private void report(JsonNode incident, String what, String done) {
    System.err.printf(
        "%s | %s | %s, %s | %s %s | %s | %s | %s%n",
        bed.source().release(),
        what,
        incident.at("/settings/syncBinlog/value").asString(),
        incident.at("/settings/flushLogAtCommit/value").asString(),
        incident.at("/cost").asString(),
        incident.at("/missing"),
        lostOnSource().orElse("nothing lost on the source"),
        loads == 0 ? "" : "rows %d, replica %d".formatted(rows(bed.source()), rows(bed.replica())),
        done);
  }

  /** A person decides to continue with it. */
  private void unfence() {
    bed.succeeded(bed.carryOut(":unfence", "{\"force\":true,\"why\":\"compared by hand\"}"));
    startWhereItStoppedForGood();
    bed.awaitReceives();
  }

  /**
   * A receiver that the end of its source cut off in the middle of its first questions (error 2026,
   * 8.0 and later) has stopped for good: that person starts it, too.
   */
  private void startWhereItStoppedForGood() {
    var channel = bed.replica().replication().getFirst();
    if (channel.receiverState().equals("No") && channel.receiverError().contains("fatal error")) {
      String word = ReplicaStatus.word(bed.replica().release());
      bed.replica().execute("START %s IO_THREAD".formatted(word));
    }
  }

  @Override
  public void close() throws IOException {
    disk.close();
  }
}
