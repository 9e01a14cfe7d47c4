package io.tutti.analysis;

import static io.tutti.analysis.FindingCode.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.crash.Incident;
import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.crash.ProcessEnd;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.Incidents;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.Claim;
import io.tutti.model.Durability;
import io.tutti.model.GroupMembership;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Lag;
import io.tutti.model.LagSource;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ProcessStart;
import io.tutti.model.SemiSync;
import io.tutti.model.Settings;
import io.tutti.model.ThreadState;
import io.tutti.model.WorkerCheckpoint;
import io.tutti.operation.promotion.FailoverForesight;
import io.tutti.operation.promotion.FailoverPolicy;
import io.tutti.operation.promotion.FailoverSettings;
import io.tutti.topology.BackupSession;
import io.tutti.topology.ContactFailure;
import io.tutti.topology.DesiredSetting;
import io.tutti.topology.Fence;
import io.tutti.topology.Node;
import io.tutti.topology.RebuildMark;
import io.tutti.topology.RememberedCluster;
import io.tutti.topology.StartupObservation;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every finding with a world where it hits and one where it nearly does; a code without both fails.
 */
class FindingCatalogueTest {
  /** A cluster with that server is failed over by itself. */
  private static final String AUTOMATIC = "auto:1";

  private static final FailoverForesight FORESIGHT =
      new FailoverForesight(
          new FailoverSettings(
              FailoverSettings.BY_HAND.usual(),
              List.of(
                  new FailoverSettings.Named(
                      AUTOMATIC, Optional.of(FailoverPolicy.AUTO), Optional.empty()))));

  private static final Analysis ANALYSIS = new Analysis(FindingCatalogue.rules());

  /** What is not known of most servers here would refuse each failover. */
  private static final Analysis FORESEEING =
      Analysis.of(AdviceCatalogue.NONE, FindingSettings.USUAL, FORESIGHT);

  private static final Duration LAG_MAX = FindingSettings.USUAL.duration(REPLICA_LAGGING);
  private static final LastError ERROR = new LastError(1062, "Duplicate entry", Optional.empty());

  private static final String SOURCE_UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final String OWN_UUID = "038e01f0-71ca-11e1-9e33-c80aa9429562";

  private record Case(WorldView hit, WorldView nearMiss) {}

  private static Node reached(States state) {
    return state.reached();
  }

  private static Node failed(ErrorCode code) {
    return reached(States.of("a:1"))
        .withFailure(
            new OrchestratorException(code, "a:1", "a:1 fails.", List.of("mend it")), States.NOW);
  }

  private static WorldView of(Node... nodes) {
    return States.world(nodes);
  }

  private static WorldView replica(Channel channel) {
    return of(reached(States.of("a:1").writable()), reached(States.of("b:1").channel(channel)));
  }

  /** The source has that OWN_UUID. */
  private static WorldView receivedFrom(String received, String had) {
    return of(
        reached(
            States.of("a:1")
                .writable()
                .uuid(OWN_UUID)
                .gtid("ON", Observed.known(GtidSet.parse(had)))),
        reached(
            States.of("b:1")
                .gtid("ON", Observed.known(GtidSet.parse(received)))
                .channel(
                    Channels.from("a:1")
                        .retrieved(Observed.known(GtidSet.parse(received)))
                        .build())));
  }

  private static Channel channel(ThreadState receiver, ThreadState applier, boolean error) {
    return Channels.from("a:1")
        .receiver(receiver)
        .applier(applier)
        .error(error ? Optional.of(ERROR) : Optional.empty())
        .build();
  }

  /** 5.6.14 after kill -9: a worker has gone from 937 to 5612. */
  private static Channel workerAt(ThreadState applier, String bitmap) {
    return workerAt(applier, bitmap, 937);
  }

  /**
   * @param checkpointAt from where it counts; the applier's own mark is at 937
   */
  private static Channel workerAt(ThreadState applier, String bitmap, long checkpointAt) {
    Observed<BinlogPosition> mark = Observed.known(new BinlogPosition("binlog.000001", 937));
    WorkerCheckpoint checkpoint =
        new WorkerCheckpoint(
            Observed.absent(States.WHY),
            Observed.known(new BinlogPosition("binlog.000001", 5612)),
            Observed.absent(States.WHY),
            Observed.known(new BinlogPosition("binlog.000001", checkpointAt)),
            24,
            4,
            bitmap);
    return Channels.from("a:1")
        .positioning(Positioning.LOG_POSITION)
        .applier(applier)
        .executed(mark)
        .workerWith(checkpoint)
        .build();
  }

  private static WorldView receiverAt(String gtidMode, long read, long executed) {
    Channel channel =
        Channels.from("a:1")
            .positioning(Positioning.LOG_POSITION)
            .receiver(ThreadState.STOPPED)
            .applier(ThreadState.STOPPED)
            .received(Observed.known(new BinlogPosition("binlog.000001", read)))
            .executed(Observed.known(new BinlogPosition("binlog.000001", executed)))
            .build();
    return of(
        reached(States.of("a:1").writable()),
        reached(States.of("b:1").gtid(gtidMode, Observed.absent("no GTIDs")).channel(channel)));
  }

  private static Channel receiving(String stateText) {
    return Channels.from("a:1").receiver(ThreadState.RUNNING).receiverText(stateText).build();
  }

  private static WorldView clockBehindBy(Duration apart) {
    return of(
        reached(States.of("a:1").writable()),
        reached(
            States.of("b:1")
                .replicatesFrom("a:1")
                .startedAt(States.NOW.minus(Duration.ofMinutes(5)).minus(apart))));
  }

  private static Channel lagging(Duration lag) {
    return channel(ThreadState.RUNNING, ThreadState.RUNNING, false)
        .withLag(Observed.known(new Lag(lag, LagSource.SECONDS_BEHIND)));
  }

  /** Only a server has named it. */
  private static Node stranger(ErrorCode code) {
    return Node.found(
            InstanceAddress.parse("a:1"), Optional.of(InstanceAddress.parse("z:1")), States.NOW)
        .withFailure(
            new OrchestratorException(code, "a:1", "a:1 fails.", List.of("mend it")), States.NOW);
  }

  private static WorldView failing(ErrorCode code) {
    return of(failed(code));
  }

  private static Map<FindingCode, Case> cases() {
    Map<FindingCode, Case> cases = new EnumMap<>(FindingCode.class);
    contactCases(cases);
    instanceCases(cases);
    passingOnCases(cases);
    fenceCases(cases);
    channelCases(cases);
    clusterCases(cases);
    return cases;
  }

  private static void contactCases(Map<FindingCode, Case> cases) {
    cases.put(
        INSTANCE_UNREACHABLE,
        new Case(failing(ErrorCode.CONNECTION_REFUSED), failing(ErrorCode.NO_GREETING)));
    cases.put(
        INSTANCE_SILENT,
        new Case(failing(ErrorCode.NO_GREETING), failing(ErrorCode.CONNECTION_TIMED_OUT)));
    sourceCases(cases);
    cases.put(
        LOGIN_REFUSED,
        new Case(failing(ErrorCode.ACCESS_DENIED), failing(ErrorCode.TOO_MANY_CONNECTIONS)));
    cases.put(
        CONNECTIONS_EXHAUSTED,
        new Case(failing(ErrorCode.TOO_MANY_CONNECTIONS), failing(ErrorCode.ACCESS_DENIED)));
    cases.put(
        TLS_MISMATCH, new Case(failing(ErrorCode.TLS_REQUIRED), failing(ErrorCode.ACCESS_DENIED)));
    cases.put(
        FindingCode.SERVER_KEY_CHANGED,
        new Case(failing(ErrorCode.SERVER_KEY_CHANGED), failing(ErrorCode.SERVER_UNTRUSTED)));
    cases.put(
        FindingCode.SERVER_UNTRUSTED,
        new Case(failing(ErrorCode.SERVER_UNTRUSTED), failing(ErrorCode.SERVER_KEY_CHANGED)));
    cases.put(
        FindingCode.NOT_CONTACTED,
        new Case(failing(ErrorCode.ADDRESS_NOT_ALLOWED), failing(ErrorCode.HOST_UNKNOWN)));
    cases.put(
        FindingCode.STRANGER_REGISTERED,
        new Case(
            of(stranger(ErrorCode.CONNECTION_REFUSED)), failing(ErrorCode.CONNECTION_REFUSED)));
    cases.put(
        FindingCode.NOT_A_DATABASE_SERVER,
        new Case(failing(ErrorCode.NOT_A_DATABASE_SERVER), failing(ErrorCode.UNSUPPORTED_SERVER)));
    cases.put(
        SERVER_UNSUPPORTED,
        new Case(failing(ErrorCode.UNSUPPORTED_SERVER), failing(ErrorCode.NOT_A_DATABASE_SERVER)));
    cases.put(
        READING_FAILED,
        new Case(failing(ErrorCode.STATEMENT_FAILED), failing(ErrorCode.CONNECTION_LOST)));
    cases.put(
        STATE_FROM_BEFORE_RESTART,
        new Case(of(reached(States.of("a:1")).asRestored()), of(reached(States.of("a:1")))));
  }

  /** Not answering for as long as any verdict takes; its replica lost it. */
  private static Node source(ErrorCode code, States state) {
    OrchestratorException failed =
        new OrchestratorException(code, "a:1", "a:1 fails.", List.of("mend it"));
    return reached(state)
        .withFailure(
            failed, new ContactFailure.Attempt(States.NOW.minusSeconds(10), States.NOW, false))
        .withFailure(failed, States.NOW);
  }

  private static WorldView witnessed(Node source, Channel before, Channel now, Node... others) {
    Node replica =
        Node.found(InstanceAddress.parse("b:1"), Optional.empty(), States.NOW)
            .withState(
                States.of("b:1").channel(before).observedAt(States.NOW.minusSeconds(5)).build())
            .withState(States.of("b:1").channel(now).build());
    List<Node> all = new java.util.ArrayList<>(List.of(source, replica));
    all.addAll(List.of(others));
    return of(all.toArray(Node[]::new));
  }

  /** Of which it is known what it received. */
  private static States passingOn(String address) {
    return passingOn(address, Duration.ZERO);
  }

  private static WorldView automatic(Duration delay) {
    return of(
        reached(States.of(AUTOMATIC).writable()), reached(passingOn("b:1", AUTOMATIC, delay)));
  }

  private static States passingOn(String address, Duration delay) {
    return passingOn(address, "a:1", delay);
  }

  private static States passingOn(String address, String source, Duration delay) {
    return States.of(address)
        .channel(
            Channels.from(source)
                .positioning(Positioning.LOG_POSITION)
                .received(Observed.known(new BinlogPosition("binlog.000001", 154)))
                .delayed(delay)
                .build());
  }

  private static WorldView two(States one, States other) {
    return of(reached(States.of("a:1").writable()), reached(one), reached(other));
  }

  private static void sourceCases(Map<FindingCode, Case> cases) {
    Channel connected = channel(ThreadState.RUNNING, ThreadState.RUNNING, false);
    Channel lost = channel(ThreadState.CONNECTING, ThreadState.RUNNING, false);
    Node gone = source(ErrorCode.CONNECTION_REFUSED, States.of("a:1"));
    Node intermediate =
        source(ErrorCode.CONNECTION_REFUSED, States.of("a:1").replicatesFrom("z:1"));
    cases.put(
        SOURCE_DEAD,
        new Case(witnessed(gone, connected, lost), witnessed(intermediate, connected, lost)));
    cases.put(
        INTERMEDIATE_SOURCE_DEAD,
        new Case(witnessed(intermediate, connected, lost), witnessed(gone, connected, lost)));
    cases.put(
        SOURCE_FROZEN,
        new Case(
            witnessed(source(ErrorCode.NO_GREETING, States.of("a:1")), connected, connected),
            witnessed(
                source(ErrorCode.CONNECTION_TIMED_OUT, States.of("a:1")), connected, connected)));
    Channel moved =
        Channels.from("a:1")
            .received(Observed.known(new BinlogPosition("binlog.000001", 154)))
            .build();
    cases.put(
        SOURCE_UNREACHABLE_FROM_HERE,
        new Case(witnessed(gone, connected, moved), witnessed(gone, connected, connected)));
    cases.put(
        SOURCE_NOT_PROVED_DEAD,
        new Case(witnessed(gone, connected, connected), witnessed(gone, connected, lost)));
    WorldView shut = of(reached(States.of("a:1")), reached(States.of("b:1").replicatesFrom("a:1")));
    cases.put(
        SOURCE_READ_ONLY,
        new Case(
            shut,
            shut.with(
                kept -> kept.withFences(List.of(States.fence(InstanceAddress.parse("a:1")))))));
    cases.put(
        NO_AUTOMATIC_FAILOVER, new Case(automatic(Duration.ofHours(1)), automatic(Duration.ZERO)));
    cases.put(
        NO_REPLICA_CAN_TAKE_OVER,
        new Case(
            two(passingOn("b:1").logsNothing(), passingOn("c:1").logsNothing()),
            two(passingOn("b:1").logsNothing(), passingOn("c:1"))));
    cases.put(
        SOURCE_IS_ANOTHER_SERVER,
        new Case(
            receivedFrom(SOURCE_UUID + ":1-3", OWN_UUID + ":1-5"),
            receivedFrom(SOURCE_UUID + ":1-3", SOURCE_UUID + ":1-3," + OWN_UUID + ":1-5")));
    cases.put(
        SOURCE_WAITS_FOR_ACKS,
        new Case(
            of(reached(States.of("a:1").semiSync(0))), of(reached(States.of("a:1").semiSync(1)))));
    cases.put(
        SEMI_SYNC_LOST,
        new Case(
            two(States.of("b:1").replicatesFrom("a:1").semiSync(giving()), passingOn("c:1")),
            two(passingOn("b:1"), passingOn("c:1"))));
    assertThat(
            codes(
                of(
                    reached(States.of("a:1").writable().semiSync(1)),
                    reached(States.of("b:1").replicatesFrom("a:1").semiSync(giving())))))
        .doesNotContain(SEMI_SYNC_LOST);
    assertThat(codes(of(reached(States.of("a:1").semiSync(ofOneAck(0))))))
        .contains(SOURCE_WAITS_FOR_ACKS);
    assertThat(codes(of(reached(States.of("a:1").semiSync(ofOneAck(1))))))
        .doesNotContain(SOURCE_WAITS_FOR_ACKS);
    binlogCases(cases);
    assertThat(codes(connections(151))).contains(CONNECTIONS_EXHAUSTED);
    assertThat(codes(connections(150))).doesNotContain(CONNECTIONS_EXHAUSTED);
    cases.put(
        DISK_FULL,
        new Case(
            replica(Channels.from("a:1").receiverText("Waiting for disk space").build()),
            replica(
                Channels.from("a:1")
                    .receiverText("Waiting for the slave SQL thread to free enough relay log space")
                    .build())));
  }

  /** The words are those of MariaDB 11.4.5 and of 9.7. */
  private static void binlogCases(Map<FindingCode, Case> cases) {
    String said = "Waiting for someone to free space";
    cases.put(
        BINLOG_DISK_FULL,
        new Case(
            of(reached(States.of("a:1").stuck(said, 14L, 15L))),
            of(reached(States.of("a:1").stuck(said)))));
    assertThat(codes(stuckFor(20, said))).contains(BINLOG_DISK_FULL).doesNotContain(COMMITS_STUCK);
    cases.put(
        FindingCode.PREPARED_TRANSACTIONS,
        new Case(FindingThresholdsTest.preparedFor(60), FindingThresholdsTest.preparedFor(59)));
    cases.put(COMMITS_STUCK, new Case(stuckFor(10, ""), stuckFor(9, "")));
    assertThat(codes(stuckFor(20, ""))).doesNotContain(BINLOG_DISK_FULL);
    cases.put(
        BINLOG_SWITCHED_OFF,
        new Case(
            of(reached(States.of("a:1").binlogEnd(Observed.absent("it names no file")))),
            of(reached(States.of("a:1").binlogEnd(Observed.unknown("it is not allowed"))))));
    assertThat(
            codes(
                of(
                    reached(
                        States.of("a:1")
                            .binlogs(Observed.known(false))
                            .binlogEnd(Observed.absent("it names no file"))))))
        .doesNotContain(BINLOG_SWITCHED_OFF);
  }

  /** Sessions 14 and 15 first, of which one is through by now. */
  private static WorldView stuckFor(int seconds, String said) {
    Instant from = States.NOW.minusSeconds(seconds);
    return of(
        Node.found(InstanceAddress.parse("a:1"), Optional.empty(), from)
            .withState(States.of("a:1").observedAt(from).stuck(said, 14L, 15L).build())
            .withState(States.of("a:1").stuck(said, 15L, 16L).build()));
  }

  /** How many must acknowledge cannot be set on MariaDB. */
  /** It acknowledges, and does not wait itself. */
  private static SemiSync giving() {
    return new SemiSync(
        Observed.known(false),
        Observed.known(false),
        Observed.known(1L),
        Observed.known(Duration.ofSeconds(10)),
        Observed.known(0L),
        Observed.known(true),
        Observed.known(true));
  }

  private static SemiSync ofOneAck(long connected) {
    return new SemiSync(
        Observed.known(true),
        Observed.known(true),
        Observed.absent("this server has no such variable"),
        Observed.known(Duration.ofSeconds(10)),
        Observed.known(connected),
        Observed.known(false),
        Observed.known(false));
  }

  private static WorldView connections(long connected) {
    return of(
        reached(
            States.of("a:1")
                .setting("max_connections", "151")
                .counters(Map.of("Threads_connected", connected))));
  }

  private static void instanceCases(Map<FindingCode, Case> cases) {
    cases.put(
        STATEMENT_STALLED,
        new Case(
            of(reached(States.of("a:1").stalled("SHOW X"))),
            failing(ErrorCode.STATEMENT_TIMED_OUT)));
    cases.put(
        FACTS_UNKNOWN,
        new Case(
            of(reached(States.of("a:1").syncBinlog(Observed.unknown("GRANT it")))),
            of(reached(States.of("a:1").syncBinlog(Observed.absent("no such thing"))))));
    cases.put(
        SERVER_UUID_SHARED,
        new Case(
            of(reached(States.of("a:1").uuid("u")), reached(States.of("b:1").uuid("u"))),
            of(reached(States.of("a:1").uuid("u")), reached(States.of("b:1").uuid("v")))));
    cases.put(
        SERVER_ID_SHARED,
        new Case(
            of(
                reached(States.of("a:1").serverId(1)),
                reached(States.of("b:1").serverId(1).replicatesFrom("a:1"))),
            of(reached(States.of("a:1").serverId(1)), reached(States.of("b:1").serverId(1)))));
    cases.put(
        IN_BACKUP_SESSION,
        new Case(
            inBackup(ThreadState.STOPPED, Optional.empty()),
            inBackup(ThreadState.STOPPED, Optional.of(States.NOW))));
    cases.put(
        BACKUP_SESSION_BROKEN,
        new Case(
            inBackup(ThreadState.RUNNING, Optional.empty()),
            inBackup(ThreadState.STOPPED, Optional.empty())));
    assertThat(codes(inBackup(ThreadState.STOPPED, Optional.empty())))
        .containsExactly(IN_BACKUP_SESSION);
    LostOnSource.Named lostOnSource =
        new LostOnSource.Named(MySqlGtidSet.parse(UUID.randomUUID() + ":8-10"));
    cases.put(
        RESTARTED_WITH_POSSIBLE_LOSS,
        new Case(
            restarted(ProcessEnd.How.CUT_OFF, new LostOnSource.None()),
            restarted(ProcessEnd.How.STOPPED, new LostOnSource.None())));
    cases.put(
        TRANSACTIONS_LOST_ON_SOURCE,
        new Case(
            restarted(ProcessEnd.How.STOPPED, lostOnSource),
            restarted(ProcessEnd.How.CUT_OFF, new LostOnSource.Unknown("it is away"))));
    assertThat(codes(restarted(ProcessEnd.How.CUT_OFF, lostOnSource)))
        .containsExactly(TRANSACTIONS_LOST_ON_SOURCE);
    cases.put(SETTINGS_DRIFTED, new Case(keeping("4", "0"), keeping("4", "4")));
    cases.put(ERRANT_TRANSACTIONS, new Case(wroteItself(OWN_UUID), wroteItself(SOURCE_UUID)));
    Node misreporting = reached(States.of("a:1").reportedAs("wrong:1"));
    cases.put(
        REPORT_HOST_WRONG,
        new Case(
            of(misreporting),
            WorldView.of(
                TopologySnapshot.of(
                    States.NOW,
                    List.of(misreporting),
                    Map.of(InstanceAddress.parse("wrong:1"), InstanceAddress.parse("a:1")),
                    Map.of()))));
    cases.put(
        REPLICA_WRITABLE,
        new Case(
            of(
                reached(States.of("a:1")),
                reached(States.of("b:1").writable().replicatesFrom("a:1"))),
            of(
                reached(States.of("a:1").writable().replicatesFrom("b:1")),
                reached(States.of("b:1").writable().replicatesFrom("a:1")))));
  }

  /** The replica has three transactions that its source lacks. */
  private static WorldView wroteItself(String uuid) {
    return of(
        reached(
            States.of("a:1")
                .uuid(SOURCE_UUID)
                .gtid("ON", Observed.known(MySqlGtidSet.parse(SOURCE_UUID + ":1-9")))),
        reached(
            States.of("b:1")
                .uuid(OWN_UUID)
                .gtid(
                    "ON",
                    Observed.known(
                        MySqlGtidSet.parse(SOURCE_UUID + ":1-9")
                            .union(MySqlGtidSet.parse(uuid + ":10-12"))))
                .replicatesFrom("a:1")));
  }

  private static void passingOnCases(Map<FindingCode, Case> cases) {
    Node top = reached(States.of("a:1"));
    Node silent = reached(States.of("b:1").logsNothing().replicatesFrom("a:1"));
    cases.put(
        INTERMEDIATE_LOGS_NOTHING,
        new Case(
            of(top, silent, reached(States.of("c:1").replicatesFrom("b:1"))),
            of(
                top,
                silent,
                reached(States.of("c:1").replicatesFrom("b:1").replicatesFrom("a:1")))));
    States filtered =
        States.of("b:1").setting("replicate_ignore_table", "t.t").replicatesFrom("a:1");
    Node filteredLeaf = reached(filtered);
    Node below = reached(States.of("c:1").replicatesFrom("b:1"));
    Node beside = reached(States.of("c:1").replicatesFrom("a:1"));
    Node alike =
        reached(States.of("c:1").setting("replicate_ignore_table", "t.t").replicatesFrom("a:1"));
    cases.put(
        FILTERS_PASSED_ON, new Case(of(top, filteredLeaf, below), of(top, filteredLeaf, beside)));
    cases.put(REPLICATION_FILTERED, new Case(of(top, filteredLeaf), of(top, filteredLeaf, below)));
    cases.put(
        FILTERS_DIFFER, new Case(of(top, filteredLeaf, beside), of(top, filteredLeaf, alike)));
  }

  /** Restarted, after sync_binlog was 0. */
  private static WorldView restarted(ProcessEnd.How how, LostOnSource lostOnSource) {
    Incident noticed = Incidents.of("a:1");
    Incident.Ended before = noticed.ended();
    Durability settings = States.of("a:1").syncBinlog(Observed.known(0L)).build().durability();
    Incident incident =
        new Incident(
            noticed.id(),
            noticed.instance(),
            noticed.noticedAt(),
            new Incident.Ended(
                before.startedAt(),
                before.seenAt(),
                before.seenByItsClock(),
                before.hostname(),
                settings),
            noticed.begun(),
            new Incident.Evidence(
                Observed.known(new ProcessEnd(how, "binlog.000001")),
                Observed.unknown("no report"),
                Observed.absent("no log"),
                List.of(new LostOnSourceByReplica(InstanceAddress.parse("b:1"), "", lostOnSource)),
                Optional.of(States.NOW),
                Optional.empty()),
            Optional.empty(),
            Optional.empty());
    return of(reached(States.of("a:1"))).with(kept -> kept.withIncidents(List.of(incident)));
  }

  private static WorldView inBackup(ThreadState applier, Optional<Instant> ended) {
    Channel held = channel(ThreadState.RUNNING, applier, false);
    Duration late = LAG_MAX.plusSeconds(1);
    return replica(held.withLag(Observed.known(new Lag(late, LagSource.SECONDS_BEHIND))))
        .with(kept ->
            kept.withBackups(
                List.of(
                    new BackupSession(
                        "5e5510",
                        InstanceAddress.parse("b:1"),
                        States.NOW.minusSeconds(60),
                        Duration.ofHours(1),
                        States.NOW.plusSeconds(3540),
                        ended,
                        Optional.empty(),
                        List.of(
                            new BackupSession.Held(
                                "", held.source(), true, held.applier().executed())),
                        new BackupSession.Coordinates(
                            Observed.absent("none"), List.of(), List.of()),
                        List.of(),
                        Optional.empty(),
                        Observed.unknown("not read")))));
  }

  /** What a restarted server and one that was left alone show of slave_parallel_threads. */
  private static WorldView keeping(String wanted, String shown) {
    return of(reached(States.of("a:1").setting("slave_parallel_threads", shown)))
        .with(kept ->
            kept.withDesired(
                Map.of(
                    InstanceAddress.parse("a:1"),
                    List.of(
                        new DesiredSetting(
                            "replica_parallel_workers",
                            "",
                            "slave_parallel_threads",
                            wanted,
                            Optional.of("eight-workers"),
                            States.NOW.minus(Duration.ofHours(1)),
                            States.of("a:1")
                                .startedAt(States.NOW.minus(Duration.ofHours(2)))
                                .build()
                                .startedAt())))));
  }

  private static void fenceCases(Map<FindingCode, Case> cases) {
    cases.put(FENCED, new Case(fenced("ON"), of(reached(States.of("a:1")))));
    cases.put(FENCE_BROKEN, new Case(fenced("OFF"), fenced("1")));
    cases.put(
        FindingCode.MEMBER_OF_GROUP,
        new Case(
            of(inGroup(Observed.known(new GroupMembership("a replication group", "ONLINE")))),
            of(inGroup(Observed.absent("it is in no group")))));
    cases.put(
        FindingCode.ANOTHER_CONTROLLER,
        new Case(of(claimed(List.of("session 12"))), of(claimed(List.of()))));
    cases.put(
        FindingCode.SPLIT_BRAIN,
        new Case(
            promoted(States.of("c:1").writable()),
            promoted(States.of("c:1").writable().replicatesFrom("b:1"))));
    cases.put(FindingCode.FORMER_SOURCE_HAS_MORE, new Case(hasLostItsPlace(7), hasLostItsPlace(6)));
    cases.put(STARTED_FENCED, new Case(started(true, false), started(true, true)));
    cases.put(FindingCode.MARKED_FOR_REBUILD, new Case(marked("a:1"), marked("b:1")));
    cases.put(STARTS_UNFENCED, new Case(started(false, false), started(true, true)));
    assertThat(codes(startedReadOnly(States.of("a:1").replicatesFrom("b:1"))))
        .doesNotContain(STARTS_UNFENCED);
    nextStartCases(cases);
    assertThat(ANALYSIS.findings(startedReadOnly(States.of("a:1"))).toString())
        .contains("read_only=ON: after a crash accounts that read_only does not stop could write");
  }

  private static void nextStartCases(Map<FindingCode, Case> cases) {
    cases.put(
        FindingCode.SOURCE_STARTS_READ_ONLY,
        new Case(
            nextStarts(States.of("a:1").writable(), false, "ON"),
            nextStarts(States.of("a:1").writable(), true, "ON")));
    cases.put(
        FindingCode.REPLICA_STARTS_WRITABLE,
        new Case(
            nextStarts(States.of("a:1").replicatesFrom("b:1"), false, "OFF"),
            nextStarts(States.of("a:1").replicatesFrom("b:1"), false, "ON")));
  }

  /** With a replica, or a source, {@code b:1}. */
  private static WorldView nextStarts(States states, boolean shut, String readOnly) {
    StartupObservation seen = boot(InstanceAddress.parse("a:1"), shut, true);
    States other = States.of("b:1").serverId(2);
    return of(
            reached(states),
            reached(states.build().knownChannels().isEmpty() ? other.replicatesFrom("a:1") : other))
        .with(kept ->
            kept.withStartups(
                List.of(
                    new StartupObservation(
                        seen.instance(),
                        seen.startedAt(),
                        shut,
                        new TreeMap<>(Map.of("read_only", readOnly)),
                        seen.before(),
                        seen.ran(),
                        seen.liftedAt(),
                        seen.stays()))));
  }

  private static Node inGroup(Observed<GroupMembership> group) {
    return Node.found(InstanceAddress.parse("a:1"), Optional.empty(), States.NOW)
        .withState(States.of("a:1").build().withGroup(group));
  }

  private static Node claimed(List<String> others) {
    return Node.found(InstanceAddress.parse("a:1"), Optional.empty(), States.NOW)
        .withState(States.of("a:1").build().withClaim(Observed.known(new Claim(true, others))));
  }

  /** The source that they had is gone; of the last one it is said whether it takes writes. */
  private static WorldView promoted(States last) {
    InstanceAddress source = InstanceAddress.parse("a:1");
    return of(
            failed(ErrorCode.CONNECTION_REFUSED),
            reached(States.of("b:1").writable()),
            reached(last))
        .with(kept ->
            kept.withRemembered(
                List.of(
                    new RememberedCluster(
                        source,
                        List.of(
                            new RememberedCluster.Member(InstanceAddress.parse("b:1"), false, true),
                            new RememberedCluster.Member(
                                InstanceAddress.parse("c:1"), false, true))))));
  }

  private static WorldView marked(String address) {
    return of(reached(States.of("a:1")))
        .with(kept ->
            kept.withRebuilds(
                List.of(
                    new RebuildMark(
                        InstanceAddress.parse(address),
                        States.NOW,
                        Optional.of("lost rows"),
                        Optional.empty()))));
  }

  private static WorldView fenced(String readOnly) {
    return of(reached(States.of("a:1").setting("read_only", readOnly)))
        .with(kept ->
            kept.withFences(
                List.of(
                    new Fence(
                        "20261121-120000-00000001",
                        InstanceAddress.parse("a:1"),
                        States.NOW.minusSeconds(60),
                        Optional.of("it lost its disk cache"),
                        Optional.of("17"),
                        new TreeMap<>(Map.of("read_only", "ON")),
                        new TreeMap<>(),
                        List.of(),
                        List.of(),
                        List.of()))));
  }

  /** Who has the place has executed six of its transactions. */
  private static WorldView hasLostItsPlace(int has) {
    return WorldView.of(
            TopologySnapshot.of(
                States.NOW,
                List.of(
                    reached(
                        States.of("a:1")
                            .gtid(
                                "ON", Observed.known(MySqlGtidSet.parse(OWN_UUID + ":1-" + has)))),
                    reached(
                        States.of("b:1")
                            .writable()
                            .gtid("ON", Observed.known(MySqlGtidSet.parse(OWN_UUID + ":1-6"))))),
                Map.of(),
                Map.of()))
        .with(kept ->
            kept.withFences(
                List.of(
                    new Fence(
                        "20261121-120000-00000001",
                        InstanceAddress.parse("a:1"),
                        States.NOW.minusSeconds(60),
                        Optional.of("a replica takes its place"),
                        Optional.empty(),
                        new TreeMap<>(Map.of("read_only", "ON")),
                        new TreeMap<>(),
                        List.of(),
                        List.of(InstanceAddress.parse("a:1"), InstanceAddress.parse("b:1")),
                        List.of()))));
  }

  private static WorldView started(boolean shut, boolean lifted) {
    return of(reached(States.of("a:1")))
        .with(kept -> kept.withStartups(List.of(boot(InstanceAddress.parse("a:1"), shut, lifted))));
  }

  /** Without the other measures of a fence. */
  private static WorldView startedReadOnly(States states) {
    StartupObservation shut = boot(InstanceAddress.parse("a:1"), true, false);
    return of(reached(states))
        .with(kept ->
            kept.withStartups(
                List.of(
                    new StartupObservation(
                        shut.instance(),
                        shut.startedAt(),
                        false,
                        shut.shown(),
                        shut.before(),
                        shut.ran(),
                        shut.liftedAt(),
                        shut.stays()))));
  }

  private static StartupObservation boot(InstanceAddress address, boolean shut, boolean lifted) {
    return new StartupObservation(
        address,
        ProcessStart.of(States.NOW, Duration.ofSeconds(60), Duration.ZERO),
        shut,
        new TreeMap<>(Map.of("read_only", shut ? "ON" : "OFF")),
        new TreeMap<>(),
        List.of(),
        Optional.of(States.NOW).filter(now -> lifted),
        Optional.empty());
  }

  private static void channelCases(Map<FindingCode, Case> cases) {
    Channel running = channel(ThreadState.RUNNING, ThreadState.RUNNING, false);
    Channel receiverStopped = channel(ThreadState.STOPPED, ThreadState.RUNNING, false);
    Channel receiverFailed = channel(ThreadState.CONNECTING, ThreadState.RUNNING, true);
    Channel applierStopped = channel(ThreadState.RUNNING, ThreadState.STOPPED, false);
    Channel applierFailed = channel(ThreadState.RUNNING, ThreadState.STOPPED, true);
    cases.put(RECEIVER_FAILED, new Case(replica(receiverFailed), replica(receiverStopped)));
    cases.put(RECEIVER_STOPPED, new Case(replica(receiverStopped), replica(receiverFailed)));
    // 5.7.22, killed with relay_log_recovery=0; and when its receiver was set right.
    cases.put(
        RECEIVER_BEHIND_APPLIER,
        new Case(receiverAt("OFF", 154, 2704), receiverAt("OFF", 2704, 2704)));
    assertThat(codes(receiverAt("ON", 154, 2704))).doesNotContain(RECEIVER_BEHIND_APPLIER);
    assertThat(codes(receiverAt("OFF", 154, 2704)))
        .containsExactlyInAnyOrder(RECEIVER_BEHIND_APPLIER, APPLIER_STOPPED);
    assertThat(ANALYSIS.findings(receiverAt("OFF", 154, 2704)).toString())
        .doesNotContain("start it, when")
        .contains("close gaps b:1");
    cases.put(APPLIER_FAILED, new Case(replica(applierFailed), replica(applierStopped)));
    cases.put(APPLIER_STOPPED, new Case(replica(applierStopped), replica(applierFailed)));
    cases.put(
        GAPS_WHILE_STOPPED,
        new Case(
            replica(workerAt(ThreadState.STOPPED, "DE7BEF01")),
            replica(workerAt(ThreadState.STOPPED, "FFFFFF01"))));
    assertThat(codes(replica(workerAt(ThreadState.RUNNING, "DE7BEF01")))).isEmpty();
    WorldView onlyTheLogShows = replica(workerAt(ThreadState.STOPPED, "FF", 120));
    assertThat(codes(onlyTheLogShows)).contains(GAPS_WHILE_STOPPED);
    assertThat(ANALYSIS.findings(onlyTheLogShows).toString())
        .contains("whether it has a gap is not known", "show gaps b:1 reads the log");
    cases.put(
        SOURCE_NOT_KNOWN,
        new Case(
            of(reached(States.of("b:1").replicatesFrom("a:1"))),
            of(
                reached(States.of("b:1").replicatesFrom("a:1")),
                failed(ErrorCode.CONNECTION_REFUSED))));
    cases.put(
        RELAY_LOG_SPACE_USED_UP,
        new Case(
            replica(receiving("Waiting for the slave SQL thread to free enough relay log space")),
            replica(receiving("Waiting for master to send event"))));
    Duration clocksApart = FindingSettings.USUAL.duration(CLOCKS_DIFFER);
    cases.put(
        CLOCKS_DIFFER,
        new Case(clockBehindBy(clocksApart.plusSeconds(1)), clockBehindBy(clocksApart)));
    cases.put(
        REPLICA_LAGGING,
        new Case(replica(lagging(LAG_MAX.plusMillis(1))), replica(lagging(LAG_MAX))));
    assertThat(codes(replica(running))).isEmpty();
  }

  private static void clusterCases(Map<FindingCode, Case> cases) {
    cases.put(
        REPLICATION_RING,
        new Case(
            of(
                reached(States.of("a:1").replicatesFrom("b:1")),
                reached(States.of("b:1").replicatesFrom("a:1"))),
            of(reached(States.of("a:1")), reached(States.of("b:1").replicatesFrom("a:1")))));
    cases.put(
        SEVERAL_WRITABLE_SOURCES,
        new Case(
            of(
                reached(States.of("a:1").writable()),
                reached(States.of("b:1").writable()),
                reached(States.of("c:1").replicatesFrom("a:1").replicatesFrom("b:1"))),
            of(
                reached(States.of("a:1").writable()),
                reached(States.of("b:1")),
                reached(States.of("c:1").replicatesFrom("a:1").replicatesFrom("b:1")))));
  }

  private static Set<FindingKind> codes(WorldView world) {
    return codes(ANALYSIS, world);
  }

  private static Set<FindingKind> codes(Analysis analysis, WorldView world) {
    return Set.copyOf(analysis.findings(world).stream().map(Finding::code).distinct().toList());
  }

  @ParameterizedTest
  @EnumSource(FindingCode.class)
  void everyFindingHitsWhereItShouldAndNotNextToIt(FindingCode code) {
    assertThat(cases()).as("give %s a hit and a near miss", code).containsKey(code);
    Case pair = Optional.ofNullable(cases().get(code)).orElseThrow();
    boolean isForeseen = code == NO_AUTOMATIC_FAILOVER || code == NO_REPLICA_CAN_TAKE_OVER;
    Analysis analysis = isForeseen ? FORESEEING : ANALYSIS;
    assertThat(codes(analysis, pair.hit())).contains(code);
    assertThat(codes(analysis, pair.nearMiss())).doesNotContain(code);
    for (Finding finding : analysis.findings(pair.hit())) {
      assertThat(finding.evidence().sentence())
          .as("evidence names its subject")
          .containsAnyOf("a:1", "b:1");
    }
  }

  private static List<InstanceAddress> readOnly(WorldView world) {
    return ANALYSIS.findings(world).stream()
        .filter(each -> each.code() == SOURCE_READ_ONLY)
        .flatMap(each -> each.about().instance().stream())
        .toList();
  }

  private static States coPrimary(String address, String other) {
    return States.of(address).replicatesFrom(other);
  }

  @Test
  void coPrimariesOfWhichNoneTakesWritesAreFound() {
    Node one = reached(coPrimary("a:1", "b:1"));
    Node other = reached(coPrimary("b:1", "a:1"));
    Node below = reached(States.of("c:1").replicatesFrom("b:1"));

    assertThat(readOnly(of(one, other, below))).containsExactly(one.address(), other.address());
    assertThat(readOnly(of(one, reached(coPrimary("b:1", "a:1").writable()), below))).isEmpty();
    assertThat(readOnly(of(one, other, reached(States.of("c:1").replicatesFrom("b:1").writable()))))
        .isEmpty();
  }

  @Test
  void coPrimariesOfWhichOneIsShutOnPurposeOrWasNotReadAreNotFound() {
    Node one = reached(coPrimary("a:1", "b:1"));
    Node other = reached(coPrimary("b:1", "a:1"));
    WorldView pair = of(one, other);

    assertThat(readOnly(pair.with(kept -> kept.withFences(List.of(States.fence(other.address()))))))
        .isEmpty();
    assertThat(
            readOnly(
                of(
                    one,
                    other.withFailure(
                        new OrchestratorException(
                            ErrorCode.CONNECTION_TIMED_OUT, "b:1", "b:1 fails.", List.of()),
                        States.NOW))))
        .isEmpty();
  }

  @Test
  void aRingOfWhichNoneTakesWritesIsFound() {
    assertThat(
            readOnly(
                of(
                    reached(coPrimary("a:1", "c:1")),
                    reached(coPrimary("b:1", "a:1")),
                    reached(coPrimary("c:1", "b:1")))))
        .hasSize(3);
  }

  private static String noSuccessor(WorldView world) {
    return FORESEEING.findings(world).stream()
        .filter(each -> each.code() == NO_REPLICA_CAN_TAKE_OVER)
        .map(each -> each.evidence().sentence())
        .toList()
        .toString();
  }

  @Test
  void eachReplicaThatCannotTakeOverIsNamedWithItsReason() {
    Duration delay = Duration.ofHours(1);
    WorldView world =
        two(passingOn("b:1", delay), passingOn("c:1"))
            .with(kept ->
                kept.withRebuilds(
                    List.of(
                        new RebuildMark(
                            InstanceAddress.parse("c:1"),
                            States.NOW,
                            Optional.empty(),
                            Optional.empty()))));
    assertThat(noSuccessor(world))
        .contains(
            "If a:1 died now, a failover would be refused: ",
            "b:1 applies with a delay, or this is not known; c:1 is marked to be rebuilt");
    assertThat(noSuccessor(two(passingOn("b:1", delay), passingOn("c:1"))))
        .as("c:1 could, and by position nobody knows where b:1 follows it")
        .contains("not all replicas can follow c:1", "b:1 replicates by position");
    assertThat(noSuccessor(two(passingOn("b:1"), passingOn("c:1")))).isEqualTo("[]");
  }

  @Test
  void theOnlyReplicaNeedsNoBinlogOfWhatItReplicates() {
    Node source = reached(States.of("a:1").writable());
    assertThat(noSuccessor(of(source, reached(passingOn("b:1").logsNothing())))).isEqualTo("[]");
    assertThat(noSuccessor(of(source, reached(passingOn("b:1", Duration.ofHours(1))))))
        .contains("b:1 applies with a delay");
  }

  @Test
  void whoIsAwayForAMomentIsNotFoundAndWhoIsNotKnownIsRefused() {
    States unable = passingOn("b:1", Duration.ofHours(1));
    Node away =
        reached(passingOn("c:1", Duration.ofHours(1)))
            .withFailure(
                new OrchestratorException(
                    ErrorCode.CONNECTION_TIMED_OUT, "c:1", "c:1 fails.", List.of()),
                States.NOW);
    Node source = reached(States.of("a:1").writable());

    assertThat(noSuccessor(of(source, reached(unable), away))).isEqualTo("[]");
    assertThat(
            noSuccessor(two(unable, passingOn("c:1").binlogs(Observed.unknown("it was not read")))))
        .contains("b:1 applies with a delay", "or this is not known");
    assertThat(noSuccessor(of(reached(unable)))).isEqualTo("[]");
  }

  /** What is advised for a source that is dead or frozen. */
  private static String advised(WorldView world, FindingCode code) {
    return FORESEEING.findings(world).stream()
        .filter(each -> each.code() == code)
        .map(each -> each.evidence().remedies().toString())
        .toList()
        .toString();
  }

  @Test
  void aFailoverIsAdvisedOfWhateverIsFailedOver() {
    Channel connected = channel(ThreadState.RUNNING, ThreadState.RUNNING, false);
    Channel lost = channel(ThreadState.CONNECTING, ThreadState.RUNNING, false);
    Node pair = source(ErrorCode.CONNECTION_REFUSED, coPrimary("a:1", "b:1"));
    Node ring = source(ErrorCode.CONNECTION_REFUSED, coPrimary("a:1", "c:1"));
    Node intermediate = source(ErrorCode.NO_GREETING, coPrimary("a:1", "z:1"));

    assertThat(advised(witnessed(pair, connected, lost), SOURCE_DEAD))
        .contains("to let b:1 take its place", "failover");
    assertThat(
            advised(
                witnessed(ring, connected, lost, reached(coPrimary("c:1", "b:1"))), SOURCE_DEAD))
        .contains("break the ring")
        .doesNotContain("failover");
    assertThat(advised(witnessed(intermediate, connected, connected), SOURCE_FROZEN))
        .contains("to let its replicas replicate from the server above it", "failover");
  }

  @Test
  void worseFindingsComeFirst() {
    var world =
        of(
            failed(ErrorCode.CONNECTION_REFUSED),
            reached(States.of("b:1").writable().replicatesFrom("a:1")));
    assertThat(ANALYSIS.findings(world).stream().map(Finding::severity))
        .isSortedAccordingTo(java.util.Comparator.reverseOrder());
  }

  private static FindingSettings with(FindingCode code, FindingSettings.Switch wanted) {
    return new FindingSettings(Map.of(code.name(), wanted));
  }

  private static List<Finding> found(WorldView world, FindingSettings settings) {
    return Analysis.of(AdviceCatalogue.NONE, settings).findings(world);
  }

  @Test
  void theSettingsSayHowMuchAFindingMatters() {
    FindingSettings loud =
        with(
            REPLICA_LAGGING,
            new FindingSettings.Switch(false, Optional.of(Severity.CRITICAL), Optional.empty()));

    assertThat(found(replica(lagging(Duration.ofMinutes(1))), loud))
        .extracting(Finding::severity)
        .containsExactly(Severity.CRITICAL);
  }

  @Test
  void whatIsOffHidesNothingElse() {
    FindingSettings off =
        with(APPLIER_FAILED, new FindingSettings.Switch(true, Optional.empty(), Optional.empty()));

    assertThat(found(replica(channel(ThreadState.RUNNING, ThreadState.STOPPED, true)), off))
        .extracting(Finding::code)
        .containsExactly(APPLIER_STOPPED);
  }

  /** It starts read-only, though it was seen to start otherwise before. */
  private static Node keepsReadOnly(States states) {
    return reached(
        states.settings(
            Settings.EMPTY.withPersisted(
                Observed.known(new TreeMap<>(Map.of("read_only", "ON"))))));
  }

  private static WorldView hundredServers(Node last) {
    List<Node> nodes = new java.util.ArrayList<>(List.of(reached(States.of("a:1").writable())));
    for (int number = 2; number < 100; number++) {
      nodes.add(keepsReadOnly(States.of("a:" + number).serverId(number).replicatesFrom("a:1")));
    }
    nodes.add(last);
    return of(nodes.toArray(Node[]::new))
        .with(kept ->
            kept.withStartups(
                nodes.stream().map(node -> boot(node.address(), false, false)).toList()));
  }

  @Test
  void ofAHundredHealthyServersThereIsOneCodeAndANoticeAndABrokenOneComesFirst() {
    States last = States.of("a:100").serverId(100).replicatesFrom("a:1");
    List<Finding> healthy = ANALYSIS.findings(hundredServers(keepsReadOnly(last)));
    List<Finding> broken =
        ANALYSIS.findings(
            hundredServers(
                keepsReadOnly(last)
                    .withFailure(
                        new OrchestratorException(
                            ErrorCode.CONNECTION_REFUSED, "a:100", "a:100 fails.", List.of()),
                        States.NOW)));

    assertThat(healthy).hasSize(100);
    assertThat(healthy).extracting(Finding::code).containsOnly(STARTS_UNFENCED);
    assertThat(healthy).extracting(Finding::severity).containsOnly(Severity.NOTICE);
    assertThat(broken.getFirst().code()).isEqualTo(INSTANCE_UNREACHABLE);
    assertThat(broken.getFirst().subject()).isEqualTo("a:100");
    assertThat(broken.stream().skip(1)).extracting(Finding::severity).containsOnly(Severity.NOTICE);
  }

  @Test
  void aCycleInTheOrderStopsTheStart() {
    var rules = new java.util.ArrayList<>(FindingCatalogue.rules());
    rules.replaceAll(rule ->
        switch (rule.code()) {
          case APPLIER_STOPPED ->
              new FindingRule(APPLIER_STOPPED, Set.of(APPLIER_FAILED), rule.looksAt());
          default -> rule;
        });
    assertThatThrownBy(() -> new Analysis(rules))
        .hasMessageContaining("cycle")
        .hasMessageContaining("APPLIER_FAILED");
  }

  @Test
  void anExplainedFindingIsNotShownBesideItsExplanation() {
    var both = replica(channel(ThreadState.RUNNING, ThreadState.STOPPED, true));
    assertThat(codes(both)).contains(APPLIER_FAILED).doesNotContain(APPLIER_STOPPED);
  }
}
