package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.QueryEventData;
import io.tutti.binlog.BinlogReader.Head;
import io.tutti.model.BinlogPosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Puts one transaction together out of its events. For one thread. */
final class TransactionBuilder {
  /** More are counted. */
  private static final int CHANGES_MAX = 1_000;

  /**
   * Of all the changes that are reported, so that 1,000 long ones take no more room than short
   * ones.
   */
  private static final int CHANGES_CHARACTERS_MAX = 2_000_000;

  /** Of all statements: so many are replayed one by one. */
  private static final int STATEMENTS_CHARACTERS_MAX = 8_000_000;

  /** What a statement or a change takes beside its characters, about. */
  private static final int OVERHEAD = 100;

  /** A server takes a statement of 4 MB by default (5.6), and text is a third longer than bytes. */
  private static final int REPLAY_BYTES_MAX = 2_500_000;

  /** A statement and the choice of its schema. */
  private static final int MORE_THAN_ONE = 3;

  private static final Set<EventType> ROWS =
      Set.of(
          EventType.TABLE_MAP,
          EventType.WRITE_ROWS,
          EventType.UPDATE_ROWS,
          EventType.DELETE_ROWS,
          EventType.EXT_WRITE_ROWS,
          EventType.EXT_UPDATE_ROWS,
          EventType.EXT_DELETE_ROWS,
          EventType.PRE_GA_WRITE_ROWS,
          EventType.PRE_GA_UPDATE_ROWS,
          EventType.PRE_GA_DELETE_ROWS,
          EventType.PARTIAL_UPDATE_ROWS_EVENT);

  private final Head head;
  private final BinlogPosition begin;
  private final long timestampMillis;
  private final byte[] format;
  private final boolean isWanted;
  private final List<String> statements = new ArrayList<>();
  private final List<RowChange> changes = new ArrayList<>();
  private final List<String> replay = new ArrayList<>();
  private final List<byte[]> rowEvents = new ArrayList<>();
  private final RowDecoder decoder = new RowDecoder(this::add);
  private long changesMore;
  private long replayBytes;
  private long statementsCharacters;
  private long changesCharacters;
  private boolean hasRows;
  private Optional<String> trouble = Optional.empty();

  /**
   * @param format the event that describes how those of this binlog are written
   */
  TransactionBuilder(
      Head head, BinlogPosition begin, long timestampMillis, byte[] format, boolean isWanted) {
    this.head = head;
    this.begin = begin;
    this.timestampMillis = timestampMillis;
    this.format = format;
    this.isWanted = isWanted;
  }

  private void add(RowChange change) {
    long characters = OVERHEAD + change.characters();
    if (changes.size() < CHANGES_MAX
        && changesMore == 0
        && changesCharacters + characters <= CHANGES_CHARACTERS_MAX) {
      changes.add(change);
      changesCharacters += characters;
    } else {
      changesMore++;
    }
  }

  void take(Event event, byte[] raw) {
    if (!isWanted) {
      return;
    }
    EventType type = event.getHeader().getEventType();
    EventData data = event.getData();
    if (data instanceof QueryEventData query) {
      statement(query);
      return;
    }
    try {
      decoder.take(event);
    } catch (IllegalArgumentException e) {
      fail(String.valueOf(e.getMessage()));
    }
    if (ROWS.contains(type)) {
      replayBytes += raw.length;
      if (replayBytes <= REPLAY_BYTES_MAX) {
        rowEvents.add(raw);
      } else {
        rowEvents.clear();
      }
    } else if (type == EventType.TRANSACTION_PAYLOAD) {
      fail("it is compressed, and is replayed from the binlog only");
    } else if (type == EventType.INTVAR || type == EventType.RAND || type == EventType.USER_VAR) {
      fail("its statements use values that are not known");
    }
  }

  private void fail(String why) {
    trouble = trouble.or(() -> Optional.of(why));
  }

  private void statement(QueryEventData query) {
    String sql = query.getSql().strip();
    if (sql.equals("BEGIN") || sql.equals("COMMIT")) {
      return;
    }
    if (sql.startsWith("XA ") || sql.startsWith("SAVEPOINT") || sql.equals("ROLLBACK")) {
      fail("it is in parts that belong together: " + sql);
    }
    if (query instanceof Statements.TooLong) {
      fail("a statement of it is too long to be shown");
    }
    flushRows();
    String schema = query.getDatabase();
    statementsCharacters += OVERHEAD + 2L * sql.length() + schema.length();
    if (statementsCharacters > STATEMENTS_CHARACTERS_MAX) {
      fail("its statements are too long to be shown");
      replay.clear();
      return;
    }
    if (!schema.isEmpty() && !createsOrDropsSchema(sql)) {
      replay.add("USE `" + schema.replace("`", "``") + "`");
    }
    statements.add(sql);
    replay.add(sql);
  }

  private static boolean createsOrDropsSchema(String sql) {
    return sql.matches("(?is)(create|drop)\\s+(database|schema)\\b.*");
  }

  /** As mysqlbinlog writes them. */
  private void flushRows() {
    if (!rowEvents.isEmpty()) {
      replay.add(binlog(rowEvents));
      hasRows = true;
      rowEvents.clear();
    }
  }

  private static String binlog(List<byte[]> events) {
    return events.stream()
        .map(TransactionBuilder::encoded)
        .collect(Collectors.joining("", "BINLOG '\n", "'"));
  }

  /**
   * What describes the events comes before the transaction: 8.0 refuses it within one, and expects
   * a GTID after it.
   */
  private List<String> framed() {
    if (!hasRows && replay.size() < MORE_THAN_ONE) {
      return replay;
    }
    List<String> framed = new ArrayList<>();
    if (hasRows) {
      framed.add(binlog(List.of(format)));
      framed.add("/*!50700 SET SESSION gtid_next = 'AUTOMATIC' */");
    }
    framed.add("BEGIN");
    framed.addAll(replay);
    framed.add("COMMIT");
    return framed;
  }

  private static String encoded(byte[] event) {
    return Base64.getMimeEncoder(76, new byte[] {'\n'}).encodeToString(event) + "\n";
  }

  /** Empty when it was not asked for. */
  Optional<WrittenTransaction> build() {
    if (!isWanted) {
      return Optional.empty();
    }
    if (replayBytes > REPLAY_BYTES_MAX) {
      fail("its %d bytes are too many for one statement".formatted(replayBytes));
    }
    flushRows();
    return Optional.of(
        new WrittenTransaction(
            head.gtid(),
            begin,
            head.serverId(),
            Instant.ofEpochMilli(timestampMillis),
            statements,
            changes,
            changesMore,
            trouble.isPresent() ? List.of() : framed(),
            trouble));
  }
}
