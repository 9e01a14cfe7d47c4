package io.tutti.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.api.BinlogReadingView;
import io.tutti.api.BinlogReadingView.Kind;
import io.tutti.api.BinlogReadingView.State;
import io.tutti.api.BinlogReadingView.TroubleView;
import io.tutti.binlog.live.Wanted;
import io.tutti.discovery.Targets;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Credentials;
import io.tutti.spi.HeartbeatTable;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import io.tutti.store.AuditFilter;
import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import io.tutti.store.AuditRecord.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servers here accept connections and say nothing, so that reading them goes on. */
class BinlogReadingsTest {
  private static final Instant NOON = Instant.parse("2026-11-25T12:00:00Z");

  private final List<ServerSocket> silent = new ArrayList<>();
  private final Audit audit = new Audit();
  private final AtomicReference<Instant> now = new AtomicReference<>(NOON);
  private final BinlogReadings readings = new BinlogReadings(new Scrambled(), audit, now::get);

  private static final class Audit implements AuditLog {
    private final List<AuditRecord> all = new CopyOnWriteArrayList<>();

    @Override
    public void append(AuditRecord entry) {
      all.add(entry);
    }

    @Override
    public List<AuditRecord> latest(AuditFilter wanted) {
      return all;
    }
  }

  private static final class Scrambled implements Targets {
    @Override
    public Target targetFor(InstanceAddress address) {
      return new Target(
          address,
          new Credentials("tutti", "secret"),
          TlsMode.DISABLED,
          Target.AUTOMATIC,
          Duration.ofSeconds(1));
    }

    @Override
    public List<HeartbeatTable> heartbeatsFor(InstanceAddress address) {
      return List.of();
    }
  }

  @AfterEach
  void close() throws IOException {
    for (ServerSocket each : silent) {
      each.close();
    }
    readings.close();
  }

  private ReadingOrder silentServer() throws IOException {
    ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    silent.add(server);
    return order(server.getLocalPort(), Duration.ofHours(1));
  }

  private static ReadingOrder order(int port, Duration last) {
    return new ReadingOrder(
        new InstanceAddress("127.0.0.1", port),
        new Wanted(last, Optional.empty(), Optional.empty(), 1_000, 1_000, Optional.empty(), last),
        new ReadingWork.Analysis(false, false));
  }

  private static void assertRefused(ErrorCode code, Runnable act) {
    assertThatThrownBy(act::run)
        .isInstanceOfSatisfying(
            OrchestratorException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private BinlogReadingView begin(ReadingOrder order) {
    return readings.begin(order, "alice", Optional.empty());
  }

  private BinlogReadingView read(String id) {
    return readings.require(Kind.ANALYSIS, id);
  }

  @Test
  void oneOfAServerAndTwoInAll() throws IOException {
    ReadingOrder first = silentServer();
    BinlogReadingView begun = begin(first);
    assertThat(begun.state()).isEqualTo(State.RUNNING);
    assertRefused(ErrorCode.TOO_MANY_READINGS, () -> begin(first));
    begin(silentServer());
    ReadingOrder third = silentServer();
    assertRefused(ErrorCode.TOO_MANY_READINGS, () -> begin(third));

    assertThat(audit.all)
        .extracting(AuditRecord::outcome)
        .containsExactly(Outcome.DONE, Outcome.REFUSED, Outcome.DONE, Outcome.REFUSED);
    assertThat(audit.all)
        .allMatch(each -> each.action().equals("binlog.analysis") && each.actor().equals("alice"));
    assertThat(readings.latest(Kind.ANALYSIS, 10)).hasSize(2);
    assertThat(readings.latest(Kind.SIMULATION, 10)).isEmpty();
  }

  @Test
  void theSameRequestFindsWhatItBegan() throws IOException {
    ReadingOrder order = silentServer();
    BinlogReadingView begun = readings.begin(order, "alice", Optional.of("key"));

    assertThat(readings.begin(order, "alice", Optional.of("key")).id()).isEqualTo(begun.id());
    ReadingOrder other = order(order.instance().port(), Duration.ofHours(2));
    assertRefused(
        ErrorCode.IDEMPOTENCY_KEY_REUSED, () -> readings.begin(other, "alice", Optional.of("key")));
  }

  @Test
  void whatIsCancelledEndsWithoutATrouble() throws IOException {
    BinlogReadingView begun = begin(silentServer());

    readings.cancel(Kind.ANALYSIS, begun.id(), "bob");
    silent.getFirst().close();

    await().until(() -> read(begun.id()).state() == State.CANCELLED);
    assertThat(read(begun.id()).trouble()).isEmpty();
    assertThat(audit.all.getLast().actor()).isEqualTo("bob");
    assertRefused(ErrorCode.UNKNOWN_READING, () -> readings.require(Kind.SIMULATION, begun.id()));
  }

  @Test
  void whatFailsSaysWhyAndIsForgottenAfterADay() throws IOException {
    int nobody;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = closed.getLocalPort();
    }
    BinlogReadingView begun = begin(order(nobody, Duration.ofHours(1)));

    await().until(() -> read(begun.id()).state() == State.FAILED);
    assertThat(read(begun.id()).trouble().map(TroubleView::code)).contains("BINLOG_UNREACHABLE");
    assertThat(read(begun.id()).trouble().map(TroubleView::observed).orElse(""))
        .doesNotContain("secret");
    await().until(() -> audit.all.getLast().outcome() == Outcome.FAILED);

    now.set(NOON.plus(BinlogReadings.KEPT_FOR).plusSeconds(1));
    begin(silentServer());
    assertRefused(ErrorCode.UNKNOWN_READING, () -> read(begun.id()));
  }
}
