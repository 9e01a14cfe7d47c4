package io.tutti.cli.render;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A list for people: a line for each thing, in columns, of which some are only shown when asked.
 */
public final class Listing<T> {
  private record Column<T>(String title, boolean onlyWide, Function<T, Line> cell) {}

  /**
   * How much is shown.
   *
   * @param wide whether all columns are
   * @param columns of the screen; what does not fit stands on lines of its own
   */
  public record Extent(boolean wide, int columns) {}

  private final String whenEmpty;
  private final List<Column<T>> columns = new ArrayList<>();

  private Listing(String whenEmpty) {
    this.whenEmpty = whenEmpty;
  }

  /**
   * @param whenEmpty a sentence
   */
  public static <T> Listing<T> orElse(String whenEmpty) {
    return new Listing<>(whenEmpty);
  }

  /** Adds a column; long text belongs into the last one, which is folded where it does not fit. */
  public Listing<T> column(String title, Function<T, Line> cell) {
    columns.add(new Column<>(title, false, cell));
    return this;
  }

  /** Adds a column of plain text. */
  public Listing<T> text(String title, Function<T, String> cell) {
    return column(title, thing -> Line.of(cell.apply(thing)));
  }

  /** Adds a column that is only shown when all are. */
  public Listing<T> wide(String title, Function<T, String> cell) {
    columns.add(new Column<>(title, true, thing -> Line.of(cell.apply(thing))));
    return this;
  }

  public List<Line> lines(List<T> things, Extent extent) {
    if (things.isEmpty()) {
      return List.of(Line.of(whenEmpty));
    }
    List<Column<T>> shown =
        columns.stream().filter(column -> extent.wide() || !column.onlyWide()).toList();
    Table table = new Table().titles(shown.stream().map(Column::title).toArray(String[]::new));
    things.forEach(
        thing -> table.row(shown.stream().map(column -> column.cell().apply(thing)).toList()));
    return table.lines(extent.columns());
  }
}
