package io.tutti.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Lag;
import io.tutti.model.LagSource;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import io.tutti.model.WorkerCheckpoint;
import io.tutti.sandbox.Row;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.Capability;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.IdleConnection;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * What a flavor plugin promises, on real servers and with the least privileges: of each server
 * ({@link ServerContract}), and of its replication. A capability that is not declared is tried as
 * well: it must be absent.
 */
public abstract class FlavorContract extends ServerContract {
  protected FlavorContract(ServerRelease release, FlavorProvider provider, ReleaseFacts facts) {
    super(release, provider, facts);
  }

  @Nested
  class IdleConnections {
    @Test
    void sayNothingAndEndAsSoonAsTheServerEndsThem() throws IOException {
      try (IdleConnection idle = sourceClient.openIdle(Deadline.after(DEADLINE)).orElseThrow();
          Selector selector = Selector.open()) {
        idle.channel().configureBlocking(false);
        idle.channel().register(selector, SelectionKey.OP_READ);
        assertThat(selector.select(500)).isZero();

        servers.source().execute("KILL " + newestOfWatcher());

        assertThat(selector.select(PATIENCE.toMillis())).isEqualTo(1);
      }
    }

    private String newestOfWatcher() {
      return servers
          .source()
          .queryValue(
              "SELECT MAX(ID) FROM information_schema.PROCESSLIST WHERE USER = '%s'"
                  .formatted(ContractServers.WATCHER.user()))
          .orElseThrow();
    }
  }

  @Nested
  class Channels {
    @Test
    void areNoneOnASource() {
      assertThat(known(readSource().channels())).isEmpty();
    }

    @Test
    void areOneForEachSource() {
      int sources = can(Capability.MULTI_SOURCE) ? 2 : 1;
      List<Channel> channels = known(readReplica().channels());

      assertThat(channels).hasSize(sources);
      assertThat(channels.stream().map(Channel::name).distinct()).hasSize(sources);
    }

    @Test
    void reportSourceAndPositionAsTheServerDoes() {
      insert("a");
      awaitCaughtUp();
      Channel channel = channel(readReplica());
      Row truth = statusRow();

      assertThat(channel.source().port()).isEqualTo(servers.source().port());
      assertThat(known(channel.sourceServerId())).isEqualTo(servers.source().port());
      assertThat(known(channel.receiver().read()).position())
          .isEqualTo(number(truth, "Read_Master_Log_Pos", "Read_Source_Log_Pos"));
      assertThat(known(channel.applier().executed()).position())
          .isEqualTo(number(truth, "Exec_Master_Log_Pos", "Exec_Source_Log_Pos"));
      assertThat(known(channel.receiver().retrieved()).isEmpty()).isFalse();
      assertThat(channel.positioning()).isNotEqualTo(Positioning.LOG_POSITION);
      assertThat(channel.receiver().heartbeatPeriod().is(Duration.ofSeconds(1))).isTrue();
      assertThat(channel.receiver().connectRetry().is(Duration.ofSeconds(1))).isTrue();
      assertThat(known(channel.applier().relayLogBytes())).isPositive();
      assertThat(channel.receiver().stateText()).isNotEmpty();
      assertThat(known(channel.applier().stateText())).isNotEmpty();
    }

    @Test
    void countTheHeartbeatsThatCome() {
      Observed<Long> before = channel(readReplica()).receiver().heartbeats();

      if (release == ServerRelease.MYSQL_5_7_22) {
        assertThat(before.isUnknown()).as("the table hangs while a disk is full").isTrue();
      } else {
        await()
            .atMost(PATIENCE)
            .until(() -> known(channel(readReplica()).receiver().heartbeats()) > known(before));
      }
    }

    @Test
    void areStoppedWhenTheServerStoppedThem() {
      servers.replica().stopReplication();
      try {
        Channel channel = channel(readReplica());

        assertThat(channel.receiver().state()).isEqualTo(ThreadState.STOPPED);
        assertThat(channel.applier().state()).isEqualTo(ThreadState.STOPPED);
        assertThat(channel.lag().isUnknown()).as("%s", channel.lag()).isTrue();
      } finally {
        servers.replica().startReplication();
      }
      awaitCaughtUp();
    }

    @Test
    void recognizesABrokenApplierByItsNumber() {
      int row = nextRow + 1;
      servers
          .replica()
          .execute("SET SESSION sql_log_bin=0", "INSERT INTO b.t VALUES (" + row + ", 9)");
      Instant before = Instant.now().minusSeconds(5);
      insert("b");
      try {
        await()
            .atMost(PATIENCE)
            .until(() -> channel(readReplica()).applier().state() == ThreadState.STOPPED);
        Channel channel = channel(readReplica());

        assertThat(channel.applier().lastError()).get().extracting("number").isIn(1062, 1756);
        channel
            .applier()
            .lastError()
            .get()
            .at()
            .ifPresent(at -> assertThat(at).isBetween(before, Instant.now().plusSeconds(5)));
        assertThat(channel.receiver().state()).isEqualTo(ThreadState.RUNNING);
        afterDuplicateKey(channel);
      } finally {
        servers.replica().execute("SET SESSION sql_log_bin=0", "DELETE FROM b.t WHERE id = " + row);
        facts.restartApplier(servers.replica());
      }
      awaitCaughtUp();
    }

    private Row statusRow() {
      return servers.replica().query(facts.showReplicaStatus()).stream()
          .filter(row -> number(row, "Master_Port", "Source_Port") == servers.source().port())
          .findFirst()
          .orElseThrow();
    }

    private static long number(Row row, String oldName, String newName) {
      return Long.parseLong(row.find(oldName).or(() -> row.find(newName)).orElseThrow());
    }
  }

  /** What the flavor shows beside the applier's own error; the worker that met it, for instance. */
  protected void afterDuplicateKey(Channel channel) {}

  @Nested
  class Workers {
    @Test
    void areAsManyAsConfigured() {
      insert("a");
      awaitCaughtUp();
      List<Worker> workers = known(channel(readReplica()).applier().workers());

      if (can(Capability.WORKER_STATE)) {
        assertThat(workers).hasSize(facts.workers());
        assertThat(workers).allMatch(worker -> worker.state() == ThreadState.RUNNING);
        assertThat(workers)
            .allSatisfy(worker -> assertThat(known(worker.stateText())).isNotEmpty());
      } else {
        assertThat(workers).allMatch(worker -> !worker.stateText().isKnown());
      }
    }

    @Test
    void showAGapInTheirCheckpoints() throws SQLException {
      whileSchemaAIsLocked(() -> {
        servers.source().execute("UPDATE a.t SET v = v + 1 WHERE id = 0");
        for (int i = 0; i < 5; i++) {
          insert("b");
        }
        if (can(Capability.WORKER_CHECKPOINTS)) {
          await().atMost(PATIENCE).until(() -> isAnyWorkerAhead(channel(readReplica())));
        } else {
          assertThat(known(channel(readReplica()).applier().workers()))
              .allMatch(worker -> worker.checkpoint() instanceof Observed.Absent);
        }
      });
    }

    private boolean isAnyWorkerAhead(Channel channel) {
      BinlogPosition lowWater = known(channel.applier().executed());
      return known(channel.applier().workers()).stream()
          .map(worker -> known(worker.checkpoint()))
          .anyMatch(checkpoint -> isAhead(checkpoint, lowWater));
    }

    private static boolean isAhead(WorkerCheckpoint checkpoint, BinlogPosition lowWater) {
      return checkpoint.groupBitmapHex().chars().anyMatch(digit -> digit != '0')
          && checkpoint
              .source()
              .asOptional()
              .filter(source -> source.relationTo(lowWater) == BinlogPosition.Relation.AFTER)
              .isPresent();
    }
  }

  @Nested
  class LagIsReported {
    @Test
    void zeroWhenAllIsApplied() {
      insert("a");
      awaitCaughtUp();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            Lag lag = known(channel(readReplica()).lag());
            assertThat(lag.amount()).isZero();
            assertThat(lag.source())
                .isEqualTo(
                    can(Capability.COMMIT_TIMESTAMPS)
                        ? LagSource.COMMIT_TIMESTAMPS
                        : LagSource.SECONDS_BEHIND);
          });
    }

    @Test
    void isNotZeroWhileATransactionIsBlocked() throws SQLException {
      whileSchemaAIsLocked(() -> {
        servers.source().execute("UPDATE a.t SET v = v + 1 WHERE id = 0");
        await().atMost(PATIENCE).until(() -> isBehind(channel(readReplica()).lag()));
      });
    }

    /** Seconds_Behind_Master may not know how much; commit timestamps do. */
    private boolean isBehind(Observed<Lag> lag) {
      return can(Capability.COMMIT_TIMESTAMPS)
          ? known(lag).amount().toMillis() >= 1000
          : lag.map(reported -> reported.amount().toMillis() >= 1000).asOptional().orElse(true);
    }

    @Test
    void comesFromTheHeartbeatTableEvenWhenStopped() {
      Instant begun = Instant.now();
      String written = LocalDateTime.now(ZoneOffset.UTC).minusSeconds(7).toString();
      servers
          .source()
          .execute("REPLACE INTO heartbeats.beat VALUES (1, '" + written.substring(0, 23) + "')");
      awaitCaughtUp();
      servers.replica().stopReplication();
      try {
        Lag lag = known(channel(readReplica(HEARTBEAT)).lag());

        assertThat(lag.source()).isEqualTo(LagSource.HEARTBEAT);
        assertThat(lag.amount())
            .isBetween(
                Duration.ofSeconds(7),
                Duration.ofSeconds(8).plus(Duration.between(begun, Instant.now())));
      } finally {
        servers.replica().startReplication();
      }
      awaitCaughtUp();
    }
  }

  /** What others write says nothing of the source, and nothing that is to come is late. */
  @Nested
  class HeartbeatsOfServers {
    @Test
    void theSourcesOwnCountsThoughAnotherIsNewer() {
      write("@@server_id", 7);
      write("4711", 0);
      awaitCaughtUp();

      assertThat(known(whileStopped()).amount()).isGreaterThanOrEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void ofSeveralOthersNoneIsBelieved() {
      servers.source().execute("DELETE FROM heartbeats.beats");
      write("4711", 0);
      write("4712", 0);
      awaitCaughtUp();

      assertThat(whileStopped().toString())
          .contains("no row of the source (server_id ", "rows of the servers with server_id 471");
    }

    @Test
    void oneInTheFutureIsNoLag() {
      write("@@server_id", -6600);
      awaitCaughtUp();

      assertThat(whileStopped().toString())
          .contains("in the future: it is not written in UTC, or the clocks differ");
    }

    /** While it replicates, 8.0 and later have commit timestamps. */
    private Observed<Lag> whileStopped() {
      servers.replica().stopReplication();
      try {
        return channel(readReplica(HEARTBEATS)).lag();
      } finally {
        servers.replica().startReplication();
      }
    }

    private void write(String server, long secondsAgo) {
      String time = LocalDateTime.now(ZoneOffset.UTC).minusSeconds(secondsAgo).toString();
      servers
          .source()
          .execute(
              "REPLACE INTO heartbeats.beats (ts, server_id) VALUES ('%s', %s)"
                  .formatted(time.substring(0, 23), server));
    }
  }

  @Nested
  class Trouble {
    @Test
    void wrongPasswordIsDeniedAndNotPrinted() {
      Credentials wrong = new Credentials(ContractServers.WATCHER.user(), "no-Such-Secret-9");

      assertRefusal(
              servers.watch(servers.source(), wrong, Target.AUTOMATIC), ErrorCode.ACCESS_DENIED)
          .hasMessageNotContaining("no-Such-Secret-9");
    }

    @Test
    void missingPrivilegeNamesTheGrant() {
      try (InstanceClient client =
          servers.watch(servers.replica(), ContractServers.NOBODY, Target.AUTOMATIC)) {
        InstanceState state = client.statusReader().read(List.of(), Deadline.after(DEADLINE));

        assertThat(state.channels())
            .isInstanceOfSatisfying(
                Observed.Unknown.class,
                unknown ->
                    assertThat(unknown.why())
                        .contains("GRANT ")
                        .contains(" ON *.* TO")
                        .contains(ContractServers.NOBODY.user()));
        assertThat(state.identity().serverId().isKnown()).isTrue();
        assertThat(state.stalledStatements()).isEmpty();
      }
    }

    @Test
    void nobodyListensIsRefused() {
      Target nowhere =
          new Target(
              new io.tutti.model.InstanceAddress("127.0.0.1", 1),
              ContractServers.WATCHER,
              TlsMode.DISABLED,
              Target.AUTOMATIC,
              ContractServers.STATEMENT_TIMEOUT);

      assertRefusal(provider.open(nowhere), ErrorCode.CONNECTION_REFUSED);
    }

    @Test
    void frozenServerIsAnErrorWithinTheDeadline() {
      readReplica();
      servers.replica().freeze();
      try {
        Instant start = Instant.now();
        assertThatThrownBy(() -> readReplica())
            .isInstanceOfSatisfying(
                OrchestratorException.class,
                e ->
                    assertThat(e.code())
                        .isIn(ErrorCode.NO_GREETING, ErrorCode.STATEMENT_TIMED_OUT));
        assertThat(Duration.between(start, Instant.now())).isLessThan(DEADLINE.multipliedBy(2));
      } finally {
        servers.replica().thaw();
      }
      awaitNothingStalled();
    }

    /** What was frozen, or slow under load, is left out of readings for some seconds. */
    private void awaitNothingStalled() {
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .until(() -> readReplica(HEARTBEAT).stalledStatements().isEmpty());
    }

    @Test
    void hangingStatementCostsOnlyItsOwnFacts() throws SQLException {
      servers.source().execute("REPLACE INTO heartbeats.beat VALUES (2, '2026-11-20T00:00:00')");
      awaitCaughtUp();
      awaitNothingStalled();
      try (Connection locker = servers.replica().connect();
          Statement statement = locker.createStatement()) {
        statement.execute("LOCK TABLES heartbeats.beat WRITE");

        InstanceState first = readReplica(HEARTBEAT);
        assertThat(first.stalledStatements())
            .singleElement()
            .asString()
            .contains("heartbeats.beat");
        assertThat(channel(first).isReplicating()).isTrue();
        assertThat(known(channel(first).applier().executed()).position()).isPositive();

        Instant start = Instant.now();
        readReplica(HEARTBEAT);
        assertThat(Duration.between(start, Instant.now()))
            .as("the hanging statement is left out")
            .isLessThan(ContractServers.STATEMENT_TIMEOUT);
        assertThat(threadsOfWatcher()).isEqualTo(1);
        statement.execute("UNLOCK TABLES");
      }
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(300))
          .until(() -> readReplica(HEARTBEAT).stalledStatements().isEmpty());
    }

    private long threadsOfWatcher() {
      return servers.replica().query("SHOW PROCESSLIST").stream()
          .filter(
              row -> row.find("User").filter(ContractServers.WATCHER.user()::equals).isPresent())
          .count();
    }

    private org.assertj.core.api.AbstractThrowableAssert<?, ?> assertRefusal(
        InstanceClient client, ErrorCode code) {
      try (client) {
        return assertThatThrownBy(() -> client.readBanner(Deadline.after(DEADLINE)))
            .isInstanceOfSatisfying(
                OrchestratorException.class,
                e -> {
                  assertThat(e.code()).isEqualTo(code);
                  assertThat(e.remedies()).isNotEmpty();
                });
      }
    }
  }
}
