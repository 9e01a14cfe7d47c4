package io.tutti.simulation;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.spi.LogReader.LogEvent;
import io.tutti.spi.LogReader.LogFile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The binary log of one server: files, each with a head that names what was executed before it. */
final class Binlog {
  static final String BASE = "binlog";
  private static final int HEAD_BYTES = 150;
  private static final int FORMAT_BYTES = 100;
  private static final int STOP_BYTES = 23;
  private static final int ROTATE_BYTES = STOP_BYTES + 8;

  private final Naming naming;
  private final long serverId;
  private final List<File> files = new ArrayList<>();

  /** How a file ends. */
  private enum End {
    NOTHING,
    ROTATION,
    SHUTDOWN
  }

  /** One file. */
  private static final class File {
    final String name;
    final Instant begun;
    final boolean isFirstOfProcess;
    final GtidSet head;
    final List<Logged> transactions = new ArrayList<>();
    End end = End.NOTHING;

    File(String name, Instant begun, boolean isFirstOfProcess, GtidSet head) {
      this.name = name;
      this.begun = begun;
      this.isFirstOfProcess = isFirstOfProcess;
      this.head = head;
    }

    long written() {
      return BinlogPosition.FIRST_EVENT + HEAD_BYTES + (long) transactions.size() * Logged.BYTES;
    }

    long bytes() {
      return written()
          + switch (end) {
            case NOTHING -> 0;
            case ROTATION -> ROTATE_BYTES + name.length();
            case SHUTDOWN -> STOP_BYTES;
          };
    }
  }

  Binlog(Naming naming, long serverId) {
    this.naming = naming;
    this.serverId = serverId;
  }

  private File newest() {
    return files.getLast();
  }

  private String nextName() {
    long number = files.isEmpty() ? 1 : new BinlogPosition(newest().name, 0).sequence() + 1;
    return "%s.%06d".formatted(BASE, number);
  }

  /** Each process begins a file. */
  void beginProcess(Instant at, GtidSet executed) {
    files.add(new File(nextName(), at, true, executed));
  }

  void rotate(Instant at, GtidSet executed) {
    newest().end = End.ROTATION;
    files.add(new File(nextName(), at, false, executed));
  }

  void endInOrder() {
    newest().end = End.SHUTDOWN;
  }

  void wipe(Instant at) {
    files.clear();
    files.add(new File(nextName(), at, false, naming.none()));
  }

  /** Deletes all files but the newest. */
  void purge() {
    files.subList(0, files.size() - 1).clear();
  }

  Logged append(Transaction transaction) {
    Logged logged = new Logged(transaction, position());
    newest().transactions.add(logged);
    return logged;
  }

  /** The newest so many are gone, as of a file that was not synced. */
  List<Logged> loseEnd(int count) {
    List<Logged> all = newest().transactions;
    List<Logged> end = all.subList(Math.max(0, all.size() - count), all.size());
    List<Logged> lost = List.copyOf(end);
    end.clear();
    return lost;
  }

  BinlogPosition position() {
    return new BinlogPosition(newest().name, newest().bytes());
  }

  /** What the oldest file begins after. */
  GtidSet before() {
    return files.getFirst().head;
  }

  List<Logged> transactions() {
    return files.stream().flatMap(file -> file.transactions.stream()).toList();
  }

  boolean has(Transaction transaction) {
    return transactions().stream().anyMatch(each -> each.transaction().equals(transaction));
  }

  Optional<File> find(String name) {
    return files.stream().filter(file -> file.name.equals(name)).findFirst();
  }

  boolean isFirstOfProcess(String name) {
    return find(name).filter(file -> file.isFirstOfProcess).isPresent();
  }

  Optional<Instant> begun(String name) {
    return find(name).map(file -> file.begun);
  }

  /** What follows a place; empty where the place is in no file. */
  Optional<List<Logged>> after(BinlogPosition place) {
    Optional<File> at = find(place.file());
    if (at.isEmpty() || place.position() > at.get().bytes()) {
      return Optional.empty();
    }
    return Optional.of(
        transactions().stream()
            .filter(each -> each.begin().relationTo(place).isAtOrAfter())
            .toList());
  }

  /** What was executed when a transaction ended there. */
  Optional<GtidSet> executedBefore(BinlogPosition place) {
    return find(place.file())
        .map(file ->
            file.transactions.stream()
                .filter(each -> each.end().position() <= place.position())
                .flatMap(each -> each.transaction().gtid().stream())
                .reduce(file.head, GtidSet::with, GtidSet::union));
  }

  List<LogFile> listFiles() {
    return files.stream().map(file -> new LogFile(file.name, file.bytes(), false)).toList();
  }

  /** Empty where no event begins at that place. */
  Optional<List<LogEvent>> list(BinlogPosition from, int countMax) {
    return find(from.file())
        .map(this::events)
        .filter(events ->
            from.position() == BinlogPosition.FIRST_EVENT
                || events.stream().anyMatch(event -> event.at().equals(from)))
        .map(events ->
            events.stream()
                .filter(event -> event.at().position() >= from.position())
                .limit(countMax)
                .toList());
  }

  private List<LogEvent> events(File file) {
    List<LogEvent> events = new ArrayList<>();
    long headAt = BinlogPosition.FIRST_EVENT + FORMAT_BYTES;
    events.add(ofLog(file, BinlogPosition.FIRST_EVENT, headAt, "Format_desc", "Server ver: 8.0"));
    events.add(
        ofLog(
            file,
            headAt,
            BinlogPosition.FIRST_EVENT + HEAD_BYTES,
            naming.hasUuids() ? "Previous_gtids" : "Gtid_list",
            naming.hasUuids() ? file.head.toString() : "[" + file.head + "]"));
    file.transactions.forEach(each -> events.addAll(each.events(each.begin())));
    switch (file.end) {
      case NOTHING -> {}
      case ROTATION ->
          events.add(
              ofLog(
                  file,
                  file.written(),
                  file.bytes(),
                  "Rotate",
                  "%s.%06d;pos=4"
                      .formatted(BASE, new BinlogPosition(file.name, 0).sequence() + 1)));
      case SHUTDOWN -> events.add(ofLog(file, file.written(), file.bytes(), "Stop", ""));
    }
    return events;
  }

  private LogEvent ofLog(File file, long from, long to, String type, String info) {
    return new LogEvent(new BinlogPosition(file.name, from), type, serverId, to, info);
  }
}
