package io.tutti.binlog.live;

import io.tutti.binlog.file.BinlogFile;
import io.tutti.binlog.file.LogSequence;
import io.tutti.binlog.file.LogSourceException;
import io.tutti.binlog.file.TableKeys;
import io.tutti.binlog.file.Transaction;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The binlogs of a running server, up to where they end when it is asked. Two connections: one
 * sends the logs, by the other one the server is looked at. For one thread.
 */
public final class LiveLogs implements LogSequence, Closeable {
  /** Who sees the keys of all tables. */
  private static final String SEES_ALL =
      "SELECT COUNT(*) FROM information_schema.USER_PRIVILEGES WHERE PRIVILEGE_TYPE = 'SELECT' AND"
          + " GRANTEE = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')";

  private final Session session;
  private final Session sending;
  private final boolean isVerified;
  private final long bytesMax;
  private final Pace pace;
  private final Dump dump;
  private final long sinceSeconds;
  private Optional<String> current = Optional.empty();
  private final long before;
  private final long bytesAtMost;
  private boolean isFailed;

  private LiveLogs(Session session, Session sending, Wanted wanted, boolean isVerified)
      throws IOException {
    this.session = session;
    this.sending = sending;
    this.isVerified = isVerified;
    this.bytesMax = wanted.bytesMax();
    LogList logs = LogList.read(session);
    this.sinceSeconds = wanted.from().isPresent() ? 0 : secondsAgo(wanted);
    Place from =
        wanted.from().isPresent()
            ? logs.require(wanted.from().get())
            : logs.before(sinceSeconds, session.wire().server());
    Place to = wanted.to().isPresent() ? logs.require(wanted.to().get()) : logs.end();
    this.bytesAtMost = Math.min(wanted.bytesMax(), logs.between(from, to));
    this.before = from.position() > Place.FIRST ? from.position() : 0;
    this.pace = Pace.begin(session, wanted);
    this.dump = Dump.begin(sending, from, to, pace);
  }

  /**
   * Begins to read. To be closed.
   *
   * @param isVerified whether the checksum of each event is compared
   * @throws LogSourceException when the server does not send what is wanted
   */
  public static LiveLogs open(LiveServer server, Wanted wanted, boolean isVerified)
      throws IOException {
    Session session = Session.open(server);
    try {
      Session sending = Session.open(server);
      try {
        return new LiveLogs(session, sending, wanted, isVerified);
      } catch (IOException | RuntimeException e) {
        sending.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      session.close();
      throw e;
    }
  }

  private long secondsAgo(Wanted wanted) throws IOException {
    List<List<String>> now = session.run("SELECT UNIX_TIMESTAMP()");
    return Long.parseLong(now.getFirst().getFirst()) - wanted.last().toSeconds();
  }

  @Override
  public Optional<BinlogFile> next() throws IOException {
    if (isFailed) {
      return Optional.empty();
    }
    String name = current.orElse("binlog");
    try {
      long leftOut = current.isEmpty() ? before : 0;
      current = dump.nextLog();
      return current.isEmpty()
          ? Optional.empty()
          : Optional.of(BinlogFile.sent(current.get(), dump, leftOut, isVerified));
    } catch (LogSourceException e) {
      isFailed = true;
      throw e.at(name, 0);
    } catch (IOException e) {
      isFailed = true;
      throw e;
    }
  }

  @Override
  public boolean takes(Transaction transaction) {
    return transaction.commitSeconds() >= sinceSeconds;
  }

  @Override
  public boolean isEnough() {
    return isFailed || pace.bytes() >= bytesMax;
  }

  /** How many bytes the server has sent. */
  public long bytes() {
    return pace.bytes();
  }

  /** How many it is going to send at most; a few more where a transaction does not end there. */
  public long bytesAtMost() {
    return bytesAtMost;
  }

  /** The log that is read now. */
  public Optional<String> log() {
    return current;
  }

  /**
   * The keys of tables; unknown ones where the account may not see all tables, as it would take
   * those that it does not see for tables without a key.
   */
  public TableKeys readKeys() throws IOException {
    if (session.run(SEES_ALL).getFirst().getFirst().equals("0")) {
      return TableKeys.unknown();
    }
    return TableKeys.parse(
        session.run(TableKeys.QUERY).stream().map(row -> String.join("\t", row)).toList());
  }

  /** Ends the connections; the server does not send on. */
  @Override
  public void close() throws IOException {
    try (session;
        sending) {
      if (!dump.isEnded()) {
        kill();
      }
    }
  }

  private void kill() {
    try {
      session.run("KILL " + sending.greeting().connection());
    } catch (IOException e) {
      // It has ended by itself, or ends with its connection.
    }
  }
}
