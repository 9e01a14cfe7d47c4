package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer.CompatibilityMode;
import com.github.shyiko.mysql.binlog.network.ServerException;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a server for its binlog as a replica would, but not to wait at its end: then the server
 * takes it for no replica, so that it ends the connection of none.
 */
public record BinlogStream(Target target) implements BinlogReader {
  private static final Logger LOG = LoggerFactory.getLogger(BinlogStream.class);

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
    client.registerLifecycleListener(new Failures(sink, target));
    Thread stream =
        Thread.ofVirtual().name("binlog-of-" + target.address()).start(() -> connect(client, sink));
    try {
      if (!stream.join(deadline.remaining())) {
        disconnect(client);
        throw unreadable(what, "the server did not send it in time");
      }
    } catch (InterruptedException e) {
      disconnect(client);
      Thread.currentThread().interrupt();
      throw unreadable(what, "the controller is shutting down");
    }
    sink.trouble()
        .ifPresent(why -> {
          throw unreadable(what, why);
        });
  }

  /** The client would leave out what fails here, and go on. */
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

  /**
   * What the event tells that a log begins with.
   *
   * @param created the beginning of 1970 unless it is the first log of its process
   */
  private record LogHead(Instant writtenAt, Instant created) {}

  private LogHead head(String log, Deadline deadline) {
    CreatedDeserializer created = new CreatedDeserializer();
    RawEvents events = new RawEvents();
    events.setEventDataDeserializer(EventType.FORMAT_DESCRIPTION, created);
    AtomicReference<@Nullable LogHead> head = new AtomicReference<>();
    BinaryLogClient client = client(BinlogPosition.firstOf(log), events, deadline);
    // What comes first is an event that the server makes up, and that has none of a log's numbers.
    client.registerEventListener(event -> {
      if (created.createdSeconds() >= 0) {
        head.compareAndSet(
            null,
            new LogHead(
                Instant.ofEpochMilli(event.getHeader().getTimestamp()),
                Instant.ofEpochSecond(created.createdSeconds())));
        disconnect(client);
      }
    });
    Thread stream =
        Thread.ofVirtual()
            .name("head-of-" + log + "-" + target.address())
            .start(() -> connect(client));
    try {
      stream.join(deadline.remaining());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      disconnect(client);
    }
    LogHead read = head.get();
    if (read == null) {
      throw new OrchestratorException(
          ErrorCode.BINLOG_UNREADABLE,
          target.address().toString(),
          "The beginning of %s of %s cannot be read as a replica would, for which an account needs REPLICATION SLAVE."
              .formatted(log, target.address()),
          List.of());
    }
    return read;
  }

  private static void connect(BinaryLogClient client) {
    try {
      client.connect();
    } catch (IOException | RuntimeException e) {
      LOG.debug("A binlog's beginning could not be read", e);
    }
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
    decoded.setCompatibilityMode(
        CompatibilityMode.CHAR_AND_BINARY_AS_BYTE_ARRAY,
        CompatibilityMode.DATE_AND_TIME_AS_LONG_MICRO,
        CompatibilityMode.INVALID_DATE_AND_TIME_AS_MIN_VALUE);
    client.setEventDeserializer(decoded);
    return client;
  }

  private void connect(BinaryLogClient client, EventSink rows) {
    try {
      client.connect();
    } catch (IOException | RuntimeException e) {
      // Also where the client takes for granted what a server did not send: no log has ended.
      rows.fail(reason(e, target));
    }
  }

  private static void disconnect(BinaryLogClient client) {
    try {
      client.disconnect();
    } catch (IOException e) {
      // It is closed, which was all that was wanted.
    }
  }

  private static String reason(Exception failure, Target target) {
    String said = ShownText.of(String.valueOf(failure.getMessage()));
    return failure instanceof ServerException refused
        ? switch (refused.getErrorCode()) {
          case 1045, 1227 ->
              "'%s' may not read it, for which it needs REPLICATION SLAVE (error %d: %s)"
                  .formatted(target.credentials().user(), refused.getErrorCode(), said);
          default -> "error %d: %s".formatted(refused.getErrorCode(), said);
        }
        : said;
  }

  private OrchestratorException unreadable(String what, String why) {
    return new OrchestratorException(
        ErrorCode.BINLOG_UNREADABLE,
        target.address().toString(),
        "%s cannot be read in the binlog of %s: %s.".formatted(what, target.address(), why),
        List.of());
  }

  /** What the client tells on the side. */
  private static final class Failures extends BinaryLogClient.AbstractLifecycleListener {
    private final EventSink rows;
    private final Target target;

    Failures(EventSink rows, Target target) {
      this.rows = rows;
      this.target = target;
    }

    @Override
    public void onCommunicationFailure(BinaryLogClient client, Exception failure) {
      if (!rows.isOver()) {
        rows.fail(reason(failure, target));
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
