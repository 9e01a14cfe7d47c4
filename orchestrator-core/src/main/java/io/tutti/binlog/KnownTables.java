package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tables that a log has described, the newest of them: a log describes a table before each
 * statement that changes it. For one thread.
 */
final class KnownTables extends LinkedHashMap<Long, TableMapEventData> {
  private static final long serialVersionUID = 1;

  /** Columns of all of them; a server lets a table have 4,096. */
  private static final int COLUMNS_MAX = 50_000;

  /** Each of them takes room, also one without columns. */
  private static final int TABLES_MAX = 1_000;

  @Override
  public @Nullable TableMapEventData put(Long id, TableMapEventData table) {
    TableMapEventData before = remove(id);
    super.put(id, table);
    return before;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<Long, TableMapEventData> eldest) {
    return size() > TABLES_MAX || size() > 1 && columns() > COLUMNS_MAX;
  }

  private int columns() {
    return values().stream().mapToInt(table -> table.getColumnTypes().length).sum();
  }
}
