package io.tutti.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Worker;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.FlavorProvider;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What the MariaDB plugins promise beside the contract of all flavors. */
abstract class MariaDbContract extends FlavorContract {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** No server writes in it, so only these tests make a second domain. */
  private static final int OTHER_DOMAIN = 77;

  private final boolean countersHurt;
  private int nextRow = 1_000_000;

  MariaDbContract(ServerRelease release, FlavorProvider provider, boolean countersHurt) {
    super(release, provider, new MariaDbFacts());
    this.countersHurt = countersHurt;
  }

  @Nested
  class Domains {
    @Test
    void thatRunAheadShowInTheGtidStateAndMakeThePositionUnknown() throws SQLException {
      whileRowIsLocked(() -> {
        write("UPDATE a.t SET v = v + 1 WHERE id = 0");
        writeInOtherDomain();
        await()
            .atMost(PATIENCE)
            .until(() -> head(executed(readReplica())).equals(head(executed(readSource()))));

        InstanceState state = readReplica();
        Channel channel = channel(state);
        MariaDbGtidSet retrieved = (MariaDbGtidSet) known(channel.receiver().retrieved());
        assertThat(retrieved.minus(executed(state)).isEmpty()).isFalse();
        assertThat(channel.applier().executed().isUnknown())
            .as("%s", channel.applier().executed())
            .isTrue();
        assertThat(state.parallel().preservesCommitOrder().is(false)).isTrue();
      });

      assertThat(channel(readReplica()).applier().executed().isKnown()).isTrue();
    }

    private String head(MariaDbGtidSet set) {
      return set.findHead(OTHER_DOMAIN).map(Object::toString).orElse("none");
    }
  }

  @Nested
  class Pool {
    @Test
    void showsWhichWorkerWaitsAndWhichIsBusy() throws SQLException {
      whileRowIsLocked(() -> {
        write(
            "UPDATE a.t SET v = v + 1 WHERE id = 0",
            "INSERT INTO b.t VALUES (" + ++nextRow + ", 0)");
        await()
            .atMost(PATIENCE)
            .untilAsserted(() -> {
              List<Worker> workers = known(channel(readReplica()).applier().workers());
              assertThat(workers).hasSize(3);
              assertThat(workers)
                  .extracting(worker -> known(worker.stateText()))
                  .anyMatch(state -> state.equals("Waiting for work from SQL thread"))
                  .anyMatch(state -> state.startsWith("Waiting for prior transaction"));
              assertThat(workers).anyMatch(worker -> worker.applying().isUnknown());
            });
      });
    }

    @Test
    void isTheSameForBothConnections() {
      List<Channel> channels = known(readReplica().channels());

      assertThat(channels).hasSize(2);
      assertThat(ids(channels.get(0))).isEqualTo(ids(channels.get(1)));
    }

    private List<Long> ids(Channel channel) {
      return known(channel.applier().workers()).stream().map(Worker::id).toList();
    }
  }

  @Nested
  class Counters {
    @Test
    void areLeftOutOnlyWhereTheyCouldDeadlockTheApplier() {
      inMode(
          "optimistic",
          () -> {
            InstanceState state = readReplica();

            assertThat(state.parallel().mode().is("optimistic")).isTrue();
            assertThat(state.counters().isUnknown()).isEqualTo(countersHurt);
            assertThat(state.uptime().isUnknown()).isEqualTo(countersHurt);
            if (countersHurt) {
              assertThat(state.counters().toString()).contains("MDEV-15135");
            }
            assertThat(state.stalledStatements()).isEmpty();
          });
    }

    @Test
    void areReadInConservativeModeEverywhere() {
      inMode(
          "conservative",
          () -> {
            assertThat(known(known(readReplica().counters()).count("Binlog_commits")))
                .isNotNegative();
            assertThat(readReplica().uptime().isKnown()).isTrue();
          });
    }

    private void inMode(String mode, Runnable body) {
      String before = known(readReplica().parallel().mode());
      switchTo(mode);
      try {
        body.run();
      } finally {
        switchTo(before);
      }
    }

    private void switchTo(String mode) {
      List<String> names = known(readReplica().channels()).stream().map(Channel::name).toList();
      servers().replica().stopReplication();
      names.forEach(name -> setMode(name, mode));
      servers().replica().startReplication();
      awaitReplicating();
    }

    private void setMode(String connection, String mode) {
      servers()
          .replica()
          .execute(
              "SET default_master_connection = '" + connection + "'",
              "SET GLOBAL slave_parallel_mode = '" + mode + "'");
    }
  }

  @Nested
  class HangingStop {
    @Test
    void costsNoMoreThanTheFactsOfTheConnections() throws Exception {
      Thread[] stopper = new Thread[1];
      whileRowIsLocked(
          () -> {
            write("UPDATE a.t SET v = v + 1 WHERE id = 0");
            await()
                .atMost(PATIENCE)
                .until(() ->
                    known(channel(readReplica()).applier().workers()).stream()
                        .anyMatch(worker -> worker.applying().isUnknown()));
            stopper[0] = Thread.ofVirtual().start(() -> servers().replica().stopReplication());
            await()
                .atMost(PATIENCE)
                .until(() ->
                    servers().replica().query("SHOW PROCESSLIST").stream()
                        .anyMatch(
                            row -> row.find("Info").filter(i -> i.startsWith("STOP")).isPresent()));

            InstanceState state = readReplica();

            assertThat(state.identity().serverId().isKnown()).isTrue();
            assertThat(state.writeProtection().readOnly().isKnown()).isTrue();
            assertThat(state.parallel().workers().is(3L)).isTrue();
            assertThat(state.gtid().executed().isKnown()).isTrue();
            if (!state.channels().isKnown()) {
              assertThat(state.stalledStatements()).contains("SHOW ALL SLAVES STATUS");
              assertThat(state.parallel().mode().isUnknown()).isTrue();
            }
          },
          () -> {
            stopper[0].join();
            servers().replica().startReplication();
          });
    }
  }

  @Nested
  class OtherDrivers {
    @Test
    void areRefusedAsTheyAreNotShipped() {
      assertThatThrownBy(
              () -> servers().watch(servers().replica(), ContractServers.WATCHER, "mysql"))
          .isInstanceOfSatisfying(
              OrchestratorException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION));
    }
  }

  private void write(String... statements) {
    servers().source().execute(statements);
  }

  private void writeInOtherDomain() {
    write(
        "SET SESSION gtid_domain_id = " + OTHER_DOMAIN,
        "INSERT INTO b.t VALUES (" + ++nextRow + ", 0)",
        "INSERT INTO b.t VALUES (" + ++nextRow + ", 0)");
  }

  private static MariaDbGtidSet executed(InstanceState state) {
    return (MariaDbGtidSet) known(state.gtid().executed());
  }

  /** What a test does while, or after, a row is locked. */
  private interface Action {
    void run() throws Exception;
  }

  private void whileRowIsLocked(Action body) throws SQLException {
    whileRowIsLocked(body, () -> {});
  }

  /** Runs with row 0 of a.t locked on the replica, so that the worker that updates it waits. */
  private void whileRowIsLocked(Action body, Action afterwards) throws SQLException {
    try (Connection blocker = servers().replica().connect();
        Statement statement = blocker.createStatement()) {
      blocker.setAutoCommit(false);
      statement.execute("UPDATE a.t SET v = v + 1 WHERE id = 0");
      try {
        body.run();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new AssertionError(e);
      } finally {
        blocker.rollback();
      }
    }
    try {
      afterwards.run();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    awaitReplicating();
  }

  private void awaitReplicating() {
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptions()
        .untilAsserted(() -> {
          assertThat(executed(readReplica()).contains(executed(readSource()))).isTrue();
          Channel channel = channel(readReplica());
          assertThat(channel.isReplicating()).isTrue();
          assertThat(channel.applier().executed()).isInstanceOf(Observed.Known.class);
        });
  }
}
