package io.tutti.simulation;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.spi.LogReader.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a channel has received since its relay logs were reset, and which of it was applied. */
final class RelayLog {
  private static final String FILE = "relay.%06d";
  private static final int HEAD_BYTES = 100;
  private static final int ROTATE_BYTES = 40;

  private final List<Entry> entries = new ArrayList<>();
  private int number = 1;
  private long bytes = BinlogPosition.FIRST_EVENT + HEAD_BYTES;

  /** A transaction that was received. */
  static final class Entry {
    final Logged logged;

    /** Where it begins here. */
    final BinlogPosition at;

    /** Whether the rotation of the source is before it. */
    final boolean isAfterRotation;

    boolean isApplied;

    Entry(Logged logged, BinlogPosition at, boolean isAfterRotation) {
      this.logged = logged;
      this.at = at;
      this.isAfterRotation = isAfterRotation;
    }

    Transaction transaction() {
      return logged.transaction();
    }

    @Override
    public String toString() {
      return logged + (isApplied ? "" : ", not applied");
    }
  }

  private String file() {
    return FILE.formatted(number);
  }

  void add(Logged received) {
    boolean rotated =
        entries.isEmpty()
            || !entries.getLast().logged.begin().file().equals(received.begin().file());
    bytes += rotated ? ROTATE_BYTES : 0;
    entries.add(new Entry(received, new BinlogPosition(file(), bytes), rotated));
    bytes += Logged.BYTES;
  }

  /** All that it holds is dropped. */
  void reset() {
    entries.clear();
    number++;
    bytes = BinlogPosition.FIRST_EVENT + HEAD_BYTES;
  }

  List<Entry> entries() {
    return List.copyOf(entries);
  }

  List<Entry> left() {
    return entries.stream().filter(each -> !each.isApplied).toList();
  }

  /** Those that were applied past one that was not. */
  List<Entry> ahead() {
    Optional<Entry> first = left().stream().findFirst();
    return first.isEmpty()
        ? List.of()
        : entries.subList(entries.indexOf(first.get()), entries.size()).stream()
            .filter(each -> each.isApplied)
            .toList();
  }

  /** Where the first is that is not applied, here. */
  BinlogPosition lowWater() {
    return left().stream()
        .findFirst()
        .map(each -> each.at)
        .orElse(new BinlogPosition(file(), bytes));
  }

  GtidSet names(GtidSet none) {
    return entries.stream()
        .flatMap(each -> each.transaction().gtid().stream())
        .reduce(none, GtidSet::with, GtidSet::union);
  }

  long bytes() {
    return bytes;
  }

  /** Empty where that file is not there. */
  Optional<List<LogEvent>> list(Optional<BinlogPosition> from, int countMax) {
    if (from.filter(place -> !place.file().equals(file())).isPresent()) {
      return Optional.empty();
    }
    long start = from.map(BinlogPosition::position).orElse(BinlogPosition.FIRST_EVENT);
    return Optional.of(
        events().stream().filter(event -> event.at().position() >= start).limit(countMax).toList());
  }

  private List<LogEvent> events() {
    List<LogEvent> events = new ArrayList<>();
    events.add(ofLog(BinlogPosition.FIRST_EVENT, HEAD_BYTES, "Format_desc", "Server ver: 8.0"));
    for (Entry each : entries) {
      if (each.isAfterRotation) {
        BinlogPosition begin = each.logged.begin();
        events.add(
            ofLog(
                each.at.position() - ROTATE_BYTES,
                ROTATE_BYTES,
                "Rotate",
                begin.file() + ";pos=" + begin.position()));
      }
      events.addAll(each.logged.events(each.at));
    }
    return events;
  }

  private LogEvent ofLog(long at, int length, String type, String info) {
    return new LogEvent(new BinlogPosition(file(), at), type, 0, at + length, info);
  }
}
