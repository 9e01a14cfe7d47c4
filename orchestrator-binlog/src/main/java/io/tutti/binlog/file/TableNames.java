package io.tutti.binlog.file;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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

  /** A table; its name is empty for statements, of which only the default schema is known. */
  public record Name(String schema, String table) {}

  private final List<Name> names = new ArrayList<>(List.of(new Name("(others)", "(others)")));
  private final Map<Name, Integer> numbers = new HashMap<>();
  private final Map<Long, Integer> byId = new HashMap<>();
  private long newestId = -1;
  private int newest;

  /** A new log begins. */
  void forgetIds() {
    byId.clear();
    newestId = -1;
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
    if (id == newestId) {
      return newest;
    }
    Integer known = byId.get(id);
    newestId = id;
    newest = known == null ? OTHERS : known;
    return newest;
  }

  /** Reads which table rows will name how; the table's number. */
  int readMap(EventBody body) throws BinlogException {
    long id = body.u48();
    if (id == newestId && newest != OTHERS) {
      return newest;
    }
    Integer known = byId.get(id);
    newestId = id;
    newest = known == null ? announce(id, body) : known;
    return newest;
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
