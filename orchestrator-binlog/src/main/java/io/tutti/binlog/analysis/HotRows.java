package io.tutti.binlog.analysis;

import io.tutti.binlog.analysis.BinlogReport.HotRow;
import io.tutti.binlog.file.RowKeys;
import io.tutti.binlog.file.TableNames;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The rows that most transactions change. Of the many that few change, those that were met least
 * are forgotten from time to time: a count may be too small by as much as they had.
 */
final class HotRows {
  private static final int KEPT_MAX = 1 << 16;
  private static final int SHOWN = 10;

  /** A row that fewer change is not hot. */
  private static final int HOT = 3;

  private final Map<Long, Counted> rows = new HashMap<>();
  private long transaction;

  private static final class Counted {
    private final int table;
    private final long value;
    private long count;
    private long newest;

    Counted(int table, long value) {
      this.table = table;
      this.value = value;
    }
  }

  void add(RowKeys keys) {
    transaction++;
    for (int i = 0; i < keys.count(); i++) {
      if (keys.table(i) >= 0) {
        add(keys.number(i), keys.table(i), keys.value(i));
      }
    }
  }

  private void add(long number, int table, long value) {
    Counted row = rows.get(number);
    if (row == null) {
      if (rows.size() >= KEPT_MAX) {
        forgetHalf();
      }
      row = new Counted(table, value);
      rows.put(number, row);
    }
    if (row.newest != transaction) {
      row.newest = transaction;
      row.count++;
    }
  }

  private void forgetHalf() {
    long[] counts = rows.values().stream().mapToLong(each -> each.count).sorted().toArray();
    long middle = counts[counts.length / 2];
    rows.values().removeIf(each -> each.count <= middle);
  }

  List<HotRow> report(TableNames names) {
    return rows.values().stream()
        .filter(each -> each.count >= HOT)
        .sorted(
            Comparator.comparingLong((Counted each) -> -each.count)
                .thenComparingInt(each -> each.table)
                .thenComparingLong(each -> each.value))
        .limit(SHOWN)
        .map(each ->
            new HotRow(
                Shares.text(names.name(each.table)),
                each.value == RowKeys.NO_VALUE ? OptionalLong.empty() : OptionalLong.of(each.value),
                each.count))
        .toList();
  }
}
