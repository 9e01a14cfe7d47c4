package io.tutti.binlog;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a transaction does to one row.
 *
 * @param table as {@code schema.table}
 * @param before the row as it was, as far as the binlog shows; empty of an insert
 * @param after the row as it becomes, as far as the binlog shows; empty of a delete
 */
public record RowChange(Kind kind, String table, List<Cell> before, List<Cell> after) {

  /** What a cell takes beside its characters, about. */
  private static final int CELL_OVERHEAD = 50;

  /** What is done. */
  public enum Kind {
    INSERT,
    UPDATE,
    DELETE
  }

  /**
   * One value of a row.
   *
   * @param column its name, or {@code @3} for the third where the binlog does not show names
   * @param literal the value as SQL would write it
   */
  public record Cell(String column, String literal) {
    @Override
    public String toString() {
      return column + "=" + literal;
    }
  }

  public RowChange {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  /** For people: {@code Updates shop.orders: @1=7, @2='new' becomes @1=7, @2='paid'}. */
  @Override
  public String toString() {
    return switch (kind) {
      case INSERT -> "Inserts into %s: %s".formatted(table, text(after));
      case UPDATE -> "Updates %s: %s becomes %s".formatted(table, text(before), text(after));
      case DELETE -> "Deletes from %s: %s".formatted(table, text(before));
    };
  }

  /** How long it is, about. */
  long characters() {
    return table.length()
        + Stream.concat(before.stream(), after.stream())
            .mapToLong(cell -> CELL_OVERHEAD + cell.column().length() + cell.literal().length())
            .sum();
  }

  private static String text(List<Cell> row) {
    return row.stream().map(Cell::toString).collect(Collectors.joining(", "));
  }
}
