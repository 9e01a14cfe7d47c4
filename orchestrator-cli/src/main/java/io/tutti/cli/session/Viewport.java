package io.tutti.cli.session;

import io.tutti.cli.render.Line;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.Terminal.Key;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a text that a terminal shows. The last row says which part it is, if it is not all.
 *
 * @param top the first line that is shown, from 0 on
 * @param rows of the terminal
 */
record Viewport(int top, int rows) {
  private static final int ROWS_MIN = 2;

  Viewport {
    top = Math.max(0, top);
    rows = Math.max(ROWS_MIN, rows);
  }

  /** How many lines of the text there is room for. */
  private int room() {
    return rows - 1;
  }

  /** After a key; never beyond the end of so many lines. */
  Viewport moved(Key key, int lines) {
    int wanted =
        switch (key) {
          case UP -> top - 1;
          case DOWN -> top + 1;
          case PAGE_UP -> top - room();
          case PAGE_DOWN -> top + room();
          case TOP -> 0;
          case BOTTOM -> lines;
          case WORST, QUIT, NONE -> top;
        };
    return new Viewport(Math.clamp(wanted, 0, Math.max(0, lines - room())), rows);
  }

  /** The lines that are shown, with the last row. */
  List<Line> of(List<Line> lines, String hint) {
    Viewport inside = moved(Key.NONE, lines.size());
    int end = Math.min(lines.size(), inside.top + room());
    List<Line> shown = new ArrayList<>(lines.subList(inside.top, end));
    boolean isAll = shown.size() == lines.size();
    shown.add(
        Line.of(
            (isAll
                    ? ""
                    : "lines %d-%d of %d; arrows and Page Up/Down scroll, "
                        .formatted(inside.top + 1, end, lines.size()))
                + hint,
            Tone.DIM));
    return shown;
  }
}
