package io.tutti.binlog;

import com.github.shyiko.mysql.binlog.event.DeleteRowsEventData;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.TableMapEventMetadata;
import com.github.shyiko.mysql.binlog.event.UpdateRowsEventData;
import com.github.shyiko.mysql.binlog.event.WriteRowsEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.ColumnType;
import io.tutti.binlog.RowChange.Cell;
import io.tutti.binlog.RowChange.Kind;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes changes of rows out of the events of one transaction. For one thread. */
final class RowDecoder {
  /** The types that have a sign, in the order of whose bits a table is described. */
  private static final Set<ColumnType> NUMBERS =
      Set.of(
          ColumnType.TINY,
          ColumnType.SHORT,
          ColumnType.INT24,
          ColumnType.LONG,
          ColumnType.LONGLONG,
          ColumnType.FLOAT,
          ColumnType.DOUBLE,
          ColumnType.NEWDECIMAL);

  private final Map<Long, TableMapEventData> tables = new KnownTables();
  private final Consumer<RowChange> each;

  RowDecoder(Consumer<RowChange> each) {
    this.each = each;
  }

  /**
   * @throws IllegalArgumentException of an event that may change rows and cannot be decoded
   */
  void take(Event event) {
    EventType type = event.getHeader().getEventType();
    if (type == EventType.UNKNOWN || type == EventType.PARTIAL_UPDATE_ROWS_EVENT) {
      throw new IllegalArgumentException(
          "it holds events of an unknown kind or parts of JSON values, which are not decoded");
    }
    EventData data = event.getData();
    if (data instanceof PackedTransaction packed) {
      packed.unpack(this::take);
    } else if (data instanceof TableMapEventData table) {
      tables.put(table.getTableId(), table);
    } else if (data instanceof WriteRowsEventData rows) {
      Image image = image(rows.getTableId(), rows.getIncludedColumns());
      rows.getRows().forEach(row -> each.accept(image.change(Kind.INSERT, List.of(), row)));
    } else if (data instanceof DeleteRowsEventData rows) {
      Image image = image(rows.getTableId(), rows.getIncludedColumns());
      rows.getRows().forEach(row -> each.accept(image.deleted(row)));
    } else if (data instanceof UpdateRowsEventData rows) {
      Image before = image(rows.getTableId(), rows.getIncludedColumnsBeforeUpdate());
      Image after = image(rows.getTableId(), rows.getIncludedColumns());
      rows.getRows()
          .forEach(row ->
              each.accept(after.change(Kind.UPDATE, before.cells(row.getKey()), row.getValue())));
    }
  }

  private Image image(long tableId, BitSet included) {
    TableMapEventData table = tables.get(tableId);
    if (table == null) {
      throw new IllegalArgumentException("it has rows of a table that it does not describe");
    }
    return new Image(table, included);
  }

  /** Which columns of a table are written of each row. */
  private record Image(TableMapEventData table, BitSet included) {

    RowChange change(Kind kind, List<Cell> before, @Nullable Serializable[] after) {
      return new RowChange(kind, name(), before, cells(after));
    }

    RowChange deleted(@Nullable Serializable[] row) {
      return new RowChange(Kind.DELETE, name(), cells(row), List.of());
    }

    private String name() {
      return table.getDatabase() + "." + table.getTable();
    }

    List<Cell> cells(@Nullable Serializable[] row) {
      List<Cell> cells = new ArrayList<>();
      int column = -1;
      for (Serializable value : row) {
        column = included.nextSetBit(column + 1);
        cells.add(new Cell(columnName(column), CellText.of(value, type(column), unsigned(column))));
      }
      return cells;
    }

    private ColumnType type(int column) {
      return ColumnType.byCode(table.getColumnTypes()[column] & 0xff);
    }

    private String columnName(int column) {
      return Optional.ofNullable(table.getEventMetadata())
          .map(TableMapEventMetadata::getColumnNames)
          .map(names -> names.get(column))
          .orElse("@" + (column + 1));
    }

    private Optional<Boolean> unsigned(int column) {
      int numbersBefore = 0;
      for (int i = 0; i < column; i++) {
        numbersBefore += NUMBERS.contains(type(i)) ? 1 : 0;
      }
      int bit = numbersBefore;
      return Optional.ofNullable(table.getEventMetadata())
          .map(TableMapEventMetadata::getSignedness)
          .map(signs -> signs.get(bit));
    }
  }
}
