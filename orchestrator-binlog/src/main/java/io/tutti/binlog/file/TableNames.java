package io.tutti.binlog.file;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives each table that is met a small number. Numbers of tables in row events are those of one
 * server's process: they are forgotten with each log.
 */
public final class TableNames {
  /** For what is beyond the bound, and for rows of which the table was not announced. */
  public static final int OTHERS = 0;

  /** Names that are kept; those that come later count as {@link #OTHERS}. */
  static final int NAMES_MAX = 100_000;

  private static final int IDS_MAX = 1 << 16;

  /** Numbers of the ids that were met last are found without a map. */
  private static final int RECENT = 256;

  /** A table; its name is empty for statements, of which only the default schema is known. */
  public record Name(String schema, String table) {}

  private final List<Name> names = new ArrayList<>(List.of(new Name("(others)", "(others)")));
  private final Map<Name, Integer> numbers = new HashMap<>();
  private final Map<Long, Integer> byId = new HashMap<>();
  private final long[] recentIds = new long[RECENT];
  private final int[] recentNumbers = new int[RECENT];

  public TableNames() {
    forgetIds();
  }

  /** A new log begins. */
  final void forgetIds() {
    byId.clear();
    Arrays.fill(recentIds, -1);
  }

  /** How many numbers were given; all below it are. */
  public int count() {
    return names.size();
  }

  /** What has this number. */
  public Name name(int number) {
    return names.get(number);
  }

  int number(Name name) {
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    if (names.size() >= NAMES_MAX) {
      return OTHERS;
    }
    names.add(name);
    numbers.put(name, names.size() - 1);
    return names.size() - 1;
  }

  /** The number of the table that rows name so. */
  int byId(long id) {
    int place = (int) id & RECENT - 1;
    if (recentIds[place] == id) {
      return recentNumbers[place];
    }
    Integer known = byId.get(id);
    return known == null ? OTHERS : recent(id, known);
  }

  private int recent(long id, int number) {
    int place = (int) id & RECENT - 1;
    recentIds[place] = id;
    recentNumbers[place] = number;
    return number;
  }

  /** Reads which table rows will name how; the table's number. */
  int readMap(EventBody body) throws BinlogException {
    long id = body.u48();
    int known = byId(id);
    return known == OTHERS ? recent(id, announce(id, body)) : known;
  }

  private int announce(long id, EventBody body) throws BinlogException {
    body.skip(2);
    String schema = text(body);
    int number = number(new Name(schema, text(body)));
    if (byId.size() >= IDS_MAX) {
      byId.clear();
    }
    byId.put(id, number);
    return number;
  }

  private static String text(EventBody body) throws BinlogException {
    String text = new String(body.bytes(body.u8()), StandardCharsets.UTF_8);
    body.skip(1);
    return text;
  }
}
