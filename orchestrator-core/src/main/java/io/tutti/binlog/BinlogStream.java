package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.error.ShownText;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.spi.Deadline;
import io.tutti.spi.Target;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Asks a server for its binlog as a replica would, but not to wait at its end: then the server
 * takes it for no replica, so that it ends the connection of none.
 */
public record BinlogStream(Target target) implements BinlogReader {
  @Override
  public void readRows(
      LoggedTransaction transaction, long serverId, Consumer<RowChange> each, Deadline deadline) {
    read(
        transaction.begin(),
        new TransactionRows(transaction, serverId, each),
        transaction.toString(),
        deadline);
  }

  @Override
  public Optional<GtidSet> executedBefore(BinlogPosition place, Deadline deadline) {
    ExecutedBefore executed = new ExecutedBefore(place);
    read(BinlogPosition.firstOf(place.file()), executed, "What comes before " + place, deadline);
    return executed.gtids();
  }

  @Override
  public void readTransactions(
      String file, Predicate<Head> wanted, Consumer<WrittenTransaction> each, Deadline deadline) {
    RawEvents raw = new RawEvents();
    read(
        BinlogPosition.firstOf(file),
        raw,
        new TransactionLog(file, raw, wanted, each),
        "What comes from " + file + " on",
        deadline);
  }

  @Override
  public WrittenTransaction readTransaction(LoggedTransaction transaction, Deadline deadline) {
    RawEvents raw = new RawEvents();
    FirstTransaction first = new FirstTransaction(transaction, raw);
    read(transaction.begin(), raw, first, transaction.toString(), deadline);
    return first.transaction();
  }

  private void read(BinlogPosition from, EventSink sink, String what, Deadline deadline) {
    read(from, new RawEvents(), sink, what, deadline);
  }

  private void read(
      BinlogPosition from, RawEvents decoded, EventSink sink, String what, Deadline deadline) {
    BinaryLogClient client = client(from, decoded, deadline);
    client.registerEventListener(event -> {
      take(event, sink);
      if (sink.isOver()) {
        disconnect(client);
      }
    });
    List<ReadFailure> failures = new CopyOnWriteArrayList<>();
    client.registerLifecycleListener(new Failures(sink, failures, target));
    Thread stream =
        Thread.ofVirtual()
            .name("binlog-of-" + target.address())
            .start(() -> connect(client, decoded, sink, failures));
    try {
      if (!stream.join(deadline.remaining())) {
        decoded.bounds().end();
        disconnect(client);
        throw unreadable(what, "the server did not send it in time", List.of());
      }
    } catch (InterruptedException e) {
      decoded.bounds().end();
      disconnect(client);
      Thread.currentThread().interrupt();
      throw unreadable(what, "the controller is shutting down", List.of());
    }
    sink.trouble()
        .ifPresent(why -> {
          throw unreadable(what, why, failures);
        });
  }

  /** The client would leave out what fails here, and continue. */
  private static void take(Event event, EventSink sink) {
    try {
      sink.take(event);
    } catch (RuntimeException e) {
      sink.fail("an event of it cannot be taken: " + ShownText.of(String.valueOf(e.getMessage())));
    }
  }

  @Override
  public Observed<Instant> processBegunWith(String log, Deadline deadline) {
    Instant created = head(log, deadline).created();
    return created.equals(Instant.EPOCH)
        ? Observed.absent(log + " is not the first log of its process")
        : Observed.known(created);
  }

  @Override
  public Observed<Instant> begunAt(String log, Deadline deadline) {
    return Observed.known(head(log, deadline).writtenAt());
  }

  private LogBeginning.Head head(String log, Deadline deadline) {
    RawEvents raw = new RawEvents();
    LogBeginning beginning = new LogBeginning(raw);
    read(BinlogPosition.firstOf(log), raw, beginning, "The beginning of " + log, deadline);
    return beginning.head();
  }

  private BinaryLogClient client(BinlogPosition from, RawEvents decoded, Deadline deadline) {
    BinaryLogClient client =
        new BinaryLogClient(
            target.address().host(),
            target.address().port(),
            target.credentials().user(),
            target.credentials().password());
    client.setBlocking(false);
    client.setKeepAlive(false);
    client.setConnectTimeout(deadline.remainingMillis());
    SecureLogin.secure(client, target, decoded.bounds());
    client.setBinlogFilename(from.file());
    client.setBinlogPosition(from.position());
    client.setEventDeserializer(decoded);
    return client;
  }

  private void connect(
      BinaryLogClient client, RawEvents decoded, EventSink rows, List<ReadFailure> failures) {
    try {
      client.connect();
    } catch (IOException | RuntimeException e) {
      // Also where the client takes for granted what a server did not send: no log has ended.
      fail(rows, e, failures, target);
    } finally {
      decoded.end();
    }
  }

  private static void fail(
      EventSink rows, Exception failure, List<ReadFailure> failures, Target target) {
    ReadFailure why = ReadFailure.of(failure, target);
    failures.add(why);
    rows.fail(why.why());
  }

  private static void disconnect(BinaryLogClient client) {
    try {
      client.disconnect();
    } catch (IOException e) {
      // It is closed, which was all that was wanted.
    }
  }

  private OrchestratorException unreadable(String what, String why, List<ReadFailure> failures) {
    Optional<ReadFailure> failure =
        failures.stream().filter(each -> each.why().equals(why)).findFirst();
    return new OrchestratorException(
        failure.map(ReadFailure::code).orElse(ErrorCode.BINLOG_UNREADABLE),
        target.address().toString(),
        "%s cannot be read in the binlog of %s: %s.".formatted(what, target.address(), why),
        failure.map(ReadFailure::remedies).orElse(Remedies.none()));
  }

  /** What the client shows on the side. */
  private static final class Failures extends BinaryLogClient.AbstractLifecycleListener {
    private final EventSink rows;
    private final List<ReadFailure> failures;
    private final Target target;

    Failures(EventSink rows, List<ReadFailure> failures, Target target) {
      this.rows = rows;
      this.failures = failures;
      this.target = target;
    }

    @Override
    public void onCommunicationFailure(BinaryLogClient client, Exception failure) {
      if (!rows.isOver()) {
        fail(rows, failure, failures, target);
      }
    }

    @Override
    public void onEventDeserializationFailure(BinaryLogClient client, Exception failure) {
      Throwable cause = Optional.ofNullable(failure.getCause()).orElse(failure);
      rows.fail(
          "an event of it cannot be decoded: " + ShownText.of(String.valueOf(cause.getMessage())));
      disconnect(client);
    }
  }
}
