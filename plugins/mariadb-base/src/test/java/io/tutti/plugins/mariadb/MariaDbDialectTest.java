package io.tutti.plugins.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.model.Applier;
import io.tutti.model.Channel;
import io.tutti.model.GtidState;
import io.tutti.model.Observed;
import io.tutti.model.ParallelSettings;
import io.tutti.model.Positioning;
import io.tutti.model.StatusCounters;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import io.tutti.plugins.sql.Rows;
import io.tutti.plugins.sql.SharedQuestions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MariaDbDialectTest {
  private final MariaDbDialect dialect = new MariaDbDialect("mariadb-10");

  /** Of all channels at once, or of one. */
  @Test
  void countsBothWaysToStop() {
    StatusCounters both =
        StatusCounters.of(
            Map.of(
                "Com_stop_slave", 2L, "Com_stop_all_slaves", 3L, "Slave_retried_transactions", 4L));
    assertThat(dialect.threadCounts(both).stops().is(5L)).isTrue();
    assertThat(dialect.threadCounts(both).retries().is(4L)).isTrue();
    assertThat(dialect.threadCounts(StatusCounters.of(Map.of("Com_stop_slave", 2L))).stops())
        .as("half of it is not known")
        .isInstanceOf(Observed.Absent.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.1.8", "10.2.11", "10.11.5", "11.4.5"})
  void refusesToCallAPositionALowWaterMarkWhileADomainRunsAhead(String release) {
    CapturedServer server = new CapturedServer(release, "domain-ahead");

    Channel channel = channels(server).getFirst();

    assertThat(channel.applier().executed().isUnknown()).isTrue();
    assertThat(channel.applier().executed().toString())
        .contains("domains are applied independently");
    assertThat(channel.applier().relayLog().isUnknown()).isTrue();
    assertThat(dialect.parallel(server.reading()).preservesCommitOrder().is(false)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.1.8", "10.2.11", "10.11.5", "11.4.5"})
  void showsTheGapBetweenDomainsInTheGtidState(String release) {
    CapturedServer server = new CapturedServer(release, "domain-ahead");

    GtidState gtid = dialect.gtid(server.reading());
    Channel channel = channels(server).getFirst();

    MariaDbGtidSet executed = (MariaDbGtidSet) gtid.executed().asOptional().orElseThrow();
    MariaDbGtidSet retrieved =
        (MariaDbGtidSet) channel.receiver().retrieved().asOptional().orElseThrow();
    assertThat(executed.findHead(99)).isEqualTo(retrieved.findHead(99));
    assertThat(retrieved.minus(executed).isEmpty()).isFalse();
    assertThat(gtid.mode().is("lenient")).isTrue();
    assertThat(gtid.purged()).isInstanceOf(Observed.Absent.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.1.8", "10.2.11", "10.11.5", "11.4.5"})
  void trustsThePositionOnceAllThatWasReceivedIsApplied(String release) {
    Channel channel = channels(new CapturedServer(release, "idle")).getFirst();

    assertThat(channel.applier().executed().isKnown()).isTrue();
    assertThat(channel.applier().relayLog().isKnown()).isTrue();
    assertThat(channel.isReplicating()).isTrue();
    assertThat(channel.positioning()).isEqualTo(Positioning.REPLICA_POS);
  }

  @ParameterizedTest
  @CsvSource({
    "10.1.8,  updating, Waiting for prior transaction to start commit before starting ne",
    "10.2.11, updating, Waiting for prior transaction to start commit before starting ne",
    "10.11.5, Updating, Waiting for prior transaction to commit",
    "11.4.5,  Updating, Waiting for prior transaction to commit"
  })
  void showsEachWorkersState(String release, String working, String waiting) {
    List<Worker> workers =
        workers(channels(new CapturedServer(release, "domain-ahead")).getFirst());

    assertThat(workers).hasSize(8).isSortedAccordingTo((a, b) -> Long.compare(a.id(), b.id()));
    assertThat(workers)
        .extracting(worker -> worker.stateText().asOptional().orElseThrow())
        .containsOnlyOnce(working)
        .contains(waiting, "Waiting for work from SQL thread");
    assertThat(workers)
        .filteredOn(worker -> worker.stateText().is(working))
        .allMatch(worker -> worker.applying().isUnknown());
    assertThat(workers)
        .filteredOn(worker -> worker.stateText().is("Waiting for work from SQL thread"))
        .allMatch(worker -> worker.applying() instanceof Observed.Absent<String>);
  }

  @Test
  void showsTheSharedPoolUnderEachConnectionThatIsAppliedInParallel() {
    List<Channel> channels = channels(new CapturedServer("10.2.11", "idle"));

    assertThat(channels).extracting(Channel::name).containsExactly("", "other");
    assertThat(workers(channels.get(0))).isEqualTo(workers(channels.get(1))).hasSize(8);
  }

  @Test
  void saysThatNoWorkerShowsInsteadOfThatThereIsNone() {
    CapturedServer server =
        new CapturedServer("10.11.5", "idle")
            .withAnswer(SharedQuestions.REPLICATION_THREADS, Rows.NONE);

    assertThat(channels(server).getFirst().applier().workers().toString()).contains("PROCESS");
  }

  @Test
  void hasNoWorkersWhenTheCoordinatorAppliesByItself() {
    CapturedServer server =
        new CapturedServer("10.11.5", "idle").withSetting("slave_parallel_threads", "0");

    assertThat(workers(channels(server).getFirst())).isEmpty();
    assertThat(dialect.parallel(server.reading()).preservesCommitOrder().is(true)).isTrue();
  }

  @Test
  void recognizesTheReceiversErrorByItsNumber() {
    Channel channel = channels(new CapturedServer("10.2.11", "receiver-refused")).getFirst();

    assertThat(channel.receiver().state()).isEqualTo(ThreadState.STOPPED);
    assertThat(channel.receiver().lastError().orElseThrow().number()).isEqualTo(1236);
    assertThat(channel.lag().isUnknown()).isTrue();
  }

  @Test
  void recognizesTheAppliersErrorByItsNumber() {
    Channel channel = channels(new CapturedServer("10.1.8", "applier-stopped-by-error")).getFirst();

    Applier applier = channel.applier();
    assertThat(applier.state()).isEqualTo(ThreadState.STOPPED);
    assertThat(applier.stateText()).isInstanceOf(Observed.Absent.class);
    assertThat(applier.lastError().orElseThrow().number()).isEqualTo(1062);
    assertThat(applier.workers().is(List.of())).isTrue();
  }

  @Test
  void showsAConnectionThatHasNotReachedItsSourceYet() {
    Channel channel = channels(new CapturedServer("11.4.5", "idle")).get(1);

    assertThat(channel.name()).isEqualTo("Other One");
    assertThat(channel.receiver().state()).isEqualTo(ThreadState.CONNECTING);
    assertThat(channel.receiver().lastError().orElseThrow().number()).isEqualTo(2026);
    assertThat(channel.sourceServerId()).isInstanceOf(Observed.Absent.class);
    assertThat(channel.receiver().heartbeatPeriod().is(Duration.ofSeconds(30))).isTrue();
  }

  @Test
  void knowsThatOldReleasesHaveNoDelay() {
    assertThat(channels(new CapturedServer("10.1.8", "idle")).getFirst().applier().delay())
        .isInstanceOf(Observed.Absent.class);
    assertThat(
            channels(new CapturedServer("10.2.11", "idle"))
                .getFirst()
                .applier()
                .delay()
                .is(Duration.ZERO))
        .isTrue();
  }

  @Test
  void doesNotKnowTheModeWhenConnectionsDiffer() {
    Rows rows =
        Rows.of(
            List.of(
                Map.of("Connection_name", "", "Parallel_Mode", "conservative"),
                Map.of("Connection_name", "b", "Parallel_Mode", "optimistic")));
    CapturedServer server =
        new CapturedServer("10.11.5", "idle").withAnswer(SharedQuestions.REPLICA_STATUS, rows);

    ParallelSettings parallel = dialect.parallel(server.reading());

    assertThat(parallel.mode().toString()).contains("'' conservative").contains("'b' optimistic");
    assertThat(parallel.mode().isUnknown()).isTrue();
  }

  @Test
  void takesTheVariablesModeOnAServerThatReplicatesFromNobody() {
    CapturedServer server =
        new CapturedServer("10.11.5", "idle").withAnswer(SharedQuestions.REPLICA_STATUS, Rows.NONE);

    assertThat(dialect.parallel(server.reading()).mode().is("optimistic")).isTrue();
    assertThat(channels(server)).isEmpty();
  }

  @Test
  void knowsNeitherChannelsNorOrderWhenTheStatusHangs() {
    CapturedServer server =
        new CapturedServer("10.1.8", "idle")
            .withoutAnswer(SharedQuestions.REPLICA_STATUS, "SHOW ALL SLAVES STATUS hangs");

    assertThat(dialect.channels(server.reading()).isUnknown()).isTrue();
    assertThat(dialect.parallel(server.reading()).preservesCommitOrder().isUnknown()).isTrue();
    assertThat(dialect.parallel(server.reading()).workers().is(8L)).isTrue();
  }

  @Test
  void makesTheFingerprintOfAllThatDistinguishesServers() {
    assertThat(
            dialect
                .fingerprint(new CapturedServer("11.4.5", "idle").reading())
                .is("vm|25112|25112|/srv/mysql/data/|T/23sd2+lXzt2THWy8GXYMyqC2w="))
        .isTrue();
    assertThat(
            dialect
                .fingerprint(new CapturedServer("10.1.8", "idle").reading())
                .is("vm|22112|22112|/srv/mysql/data/"))
        .isTrue();
  }

  private List<Channel> channels(CapturedServer server) {
    return dialect.channels(server.reading()).asOptional().orElseThrow();
  }

  private static List<Worker> workers(Channel channel) {
    return channel.applier().workers().asOptional().orElseThrow();
  }
}
