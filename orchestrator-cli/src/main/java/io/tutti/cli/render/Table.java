package io.tutti.cli.render;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Rows of cells that are put below each other in columns; a column without text takes no room. */
public final class Table {
  private static final int GAP_COLUMNS = 2;

  /** Before what stands below the beginning of its row. */
  private static final String INDENT = "    ";

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
    int[] widths = widths();
    return rows.stream().map(row -> joined(row, widths, 0, row.size())).toList();
  }

  /**
   * Lines for a screen. Where it has too few columns for a line for each row, the last column
   * stands on a line of its own, and so do those before it that do not fit; nothing is cut.
   */
  public List<Line> lines(int screenColumns) {
    if (width() <= screenColumns) {
      return lines();
    }
    int[] widths = widths();
    List<Integer> ends = ends(widths, screenColumns);
    return rows.stream().flatMap(row -> below(row, widths, ends, screenColumns).stream()).toList();
  }

  private int[] widths() {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    return IntStream.range(0, columns)
        .map(column ->
            rows.stream()
                .filter(row -> column < row.size())
                .mapToInt(row -> row.get(column).width())
                .max()
                .orElse(0))
        .toArray();
  }

  /** The columns before which each line of a row ends. */
  private static List<Integer> ends(int[] widths, int screenColumns) {
    List<Integer> ends = new ArrayList<>();
    int last = widths.length - 1;
    int from = 0;
    int taken = 0;
    for (int column = 0; column < last; column++) {
      if (column > from && taken + widths[column] > screenColumns) {
        ends.add(column);
        from = column;
        taken = INDENT.length();
      }
      taken += widths[column] == 0 ? 0 : widths[column] + GAP_COLUMNS;
    }
    ends.add(last);
    ends.add(widths.length);
    return ends;
  }

  private static List<Line> below(
      List<Line> row, int[] widths, List<Integer> ends, int screenColumns) {
    List<Line> lines = new ArrayList<>();
    int from = 0;
    for (int end : ends) {
      Line line = joined(row, widths, from, Math.min(end, row.size()));
      if (from == 0) {
        lines.add(line);
      } else if (line.width() > 0) {
        line.folded(screenColumns - INDENT.length())
            .forEach(part -> lines.add(Line.of(INDENT).plus(part)));
      }
      from = end;
    }
    return lines;
  }

  private static Line joined(List<Line> row, int[] widths, int from, int end) {
    Line line = Line.EMPTY;
    int owed = 0;
    for (int column = from; column < end; column++) {
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
