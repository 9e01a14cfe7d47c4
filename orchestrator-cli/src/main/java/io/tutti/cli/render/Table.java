package io.tutti.cli.render;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Rows of cells that are put below each other in columns; a column without text takes no room. */
public final class Table {
  private static final int GAP_COLUMNS = 2;

  private final List<List<Line>> rows = new ArrayList<>();

  /** Adds one row; rows may differ in length. */
  public Table row(List<Line> cells) {
    rows.add(List.copyOf(cells));
    return this;
  }

  public Table row(Line... cells) {
    return row(List.of(cells));
  }

  /** Adds a row of column titles; they are left out when there is no other row. */
  public Table titles(String... titles) {
    return row(List.of(titles).stream().map(title -> Line.of(title, Tone.DIM)).toList());
  }

  /** How wide the widest line would be. */
  public int width() {
    return lines().stream().mapToInt(Line::width).max().orElse(0);
  }

  /** One line for each row. */
  public List<Line> lines() {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int[] widths =
        IntStream.range(0, columns)
            .map(column ->
                rows.stream()
                    .filter(row -> column < row.size())
                    .mapToInt(row -> row.get(column).width())
                    .max()
                    .orElse(0))
            .toArray();
    return rows.stream().map(row -> joined(row, widths)).toList();
  }

  private static Line joined(List<Line> row, int[] widths) {
    Line line = Line.EMPTY;
    int owed = 0;
    for (int column = 0; column < row.size(); column++) {
      if (widths[column] == 0) {
        continue;
      }
      Line cell = row.get(column);
      if (cell.width() > 0) {
        line = line.plus(" ".repeat(owed)).plus(cell);
        owed = 0;
      }
      owed += widths[column] - cell.width() + GAP_COLUMNS;
    }
    return line;
  }
}
