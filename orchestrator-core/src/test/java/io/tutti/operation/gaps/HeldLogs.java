package io.tutti.operation.gaps;

import io.tutti.binlog.BinlogReader;
import io.tutti.binlog.RowChange;
import io.tutti.binlog.WrittenTransaction;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.States;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The logs of one server as a test makes them up, binary or relay: files of listed events. */
final class HeldLogs implements LogReader, BinlogReader {
  private static final long HEAD = 120;

  private final TreeMap<String, List<LogEvent>> files = new TreeMap<>();
  private final TreeMap<String, List<WrittenTransaction>> written = new TreeMap<>();
  private final Map<String, Instant> begun = new TreeMap<>();
  private final Map<String, Long> length = new TreeMap<>();
  private Optional<ErrorCode> listing = Optional.empty();
  private boolean isEncrypted;

  /** An event as the source's binlog holds it: its length, and what it shows. */
  record Made(String type, int length, long serverId, String info) {}

  /** A new file, with its head; what is added is in the newest one. */
  HeldLogs file(String name, Instant at) {
    files.put(name, new ArrayList<>());
    files
        .get(name)
        .add(
            new LogEvent(
                new BinlogPosition(name, BinlogPosition.FIRST_EVENT),
                "Format_desc",
                1,
                BinlogPosition.FIRST_EVENT + HEAD,
                "Server ver: 5.6.14"));
    written.put(name, new ArrayList<>());
    begun.put(name, at);
    return this;
  }

  /** Further events, in the binary log that they were written to. */
  HeldLogs add(Made... events) {
    for (Made each : events) {
      long at = end();
      append(at, each, at + each.length());
    }
    return this;
  }

  /** Further events as a receiver copied them from a place of its source. */
  HeldLogs copied(BinlogPosition from, Made... events) {
    long there = from.position();
    long rotation = end();
    newest()
        .add(
            new LogEvent(
                new BinlogPosition(files.lastKey(), rotation),
                "Rotate",
                1,
                rotation + 50,
                from.file() + ";pos=" + there));
    length.put(files.lastKey(), rotation + 50);
    return received(from, events);
  }

  /** The same, where the source left out what was before, and names no place. */
  HeldLogs received(BinlogPosition from, Made... events) {
    long there = from.position();
    for (Made each : events) {
      there += each.length();
      append(end(), each, there);
    }
    return this;
  }

  private void append(long at, Made made, long endPosition) {
    newest()
        .add(
            new LogEvent(
                new BinlogPosition(files.lastKey(), at),
                made.type(),
                made.serverId(),
                endPosition,
                made.info()));
    length.put(files.lastKey(), at + made.length());
  }

  private List<LogEvent> newest() {
    return files.lastEntry().getValue();
  }

  private long end() {
    return length.getOrDefault(files.lastKey(), BinlogPosition.FIRST_EVENT + HEAD);
  }

  BinlogPosition place() {
    return new BinlogPosition(files.lastKey(), end());
  }

  /** What the newest file holds, with its rows. */
  HeldLogs holds(WrittenTransaction transaction) {
    written.lastEntry().getValue().add(transaction);
    return this;
  }

  /** Whatever is listed fails so. */
  HeldLogs unlisted(ErrorCode code) {
    listing = Optional.of(code);
    return this;
  }

  /** They can be listed again. */
  HeldLogs listed() {
    listing = Optional.empty();
    return this;
  }

  /** Its files can be listed, and are not read by their bytes. */
  HeldLogs encrypted() {
    isEncrypted = true;
    return this;
  }

  private static OrchestratorException failure(ErrorCode code, Object what) {
    return new OrchestratorException(code, "a server", "nothing to read at " + what, List.of());
  }

  @Override
  public List<LogFile> files(Deadline deadline) {
    return files.keySet().stream().map(name -> new LogFile(name, 1000, isEncrypted)).toList();
  }

  @Override
  public List<LogEvent> list(
      Log log, String channel, Optional<BinlogPosition> from, int countMax, Deadline deadline) {
    if (listing.isPresent()) {
      throw failure(listing.get(), from);
    }
    if (files.isEmpty()) {
      return List.of();
    }
    BinlogPosition place = from.orElseGet(() -> BinlogPosition.firstOf(files.firstKey()));
    List<LogEvent> events = files.getOrDefault(place.file(), List.of());
    if (events.stream().noneMatch(event -> event.at().equals(place))) {
      throw failure(ErrorCode.LOG_NOT_THERE, place);
    }
    return events.stream()
        .filter(event -> event.at().position() >= place.position())
        .limit(countMax)
        .toList();
  }

  @Override
  public Observed<Instant> begunAt(String log, Deadline deadline) {
    if (isEncrypted) {
      throw failure(ErrorCode.BINLOG_UNREADABLE, log);
    }
    return Observed.known(java.util.Objects.requireNonNull(begun.get(log)));
  }

  @Override
  public WrittenTransaction readTransaction(LoggedTransaction transaction, Deadline deadline) {
    if (isEncrypted) {
      throw failure(ErrorCode.BINLOG_UNREADABLE, transaction.begin());
    }
    return written.values().stream()
        .flatMap(List::stream)
        .filter(each -> each.begin().equals(transaction.begin()))
        .findFirst()
        .orElseThrow(() -> failure(ErrorCode.BINLOG_UNREADABLE, transaction.begin()));
  }

  @Override
  public void readTransactions(
      String file, Predicate<Head> wanted, Consumer<WrittenTransaction> each, Deadline deadline) {
    if (isEncrypted) {
      throw failure(ErrorCode.BINLOG_UNREADABLE, file);
    }
    written.tailMap(file, true).values().stream()
        .flatMap(List::stream)
        .filter(one -> wanted.test(new Head(one.gtid(), one.serverId())))
        .forEach(each);
  }

  @Override
  public void readRows(
      LoggedTransaction transaction, long serverId, Consumer<RowChange> each, Deadline deadline) {
    throw new AssertionError(States.WHY);
  }

  @Override
  public Optional<GtidSet> executedBefore(BinlogPosition place, Deadline deadline) {
    throw new AssertionError(States.WHY);
  }
}
