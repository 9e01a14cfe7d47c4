package io.tutti.cli;

import io.tutti.cli.render.Line;
import java.util.List;

/**
 * Draws the same lines again and again: over each other on a terminal, else one after another and
 * only when they changed.
 */
public final class LiveScreen implements AutoCloseable {
  private static final String CLEAR = "\u001b[2J";
  private static final String HOME = "\u001b[H";
  private static final String CLEAR_LINE_END = "\u001b[K";
  private static final String CLEAR_BELOW = "\u001b[J";
  private static final String HIDE_CURSOR = "\u001b[?25l";
  private static final String SHOW_CURSOR = "\u001b[?25h";

  private final Screen screen;
  private List<Line> shown = List.of();
  private boolean started;

  public LiveScreen(Screen screen) {
    this.screen = screen;
    if (screen.terminal()) {
      Runtime.getRuntime().addShutdownHook(new Thread(this::close, "cursor"));
    }
  }

  public synchronized void draw(List<Line> lines) {
    if (!screen.terminal()) {
      if (!lines.equals(shown)) {
        screen.print(lines);
        screen.print("");
      }
      shown = List.copyOf(lines);
      return;
    }
    StringBuilder text = new StringBuilder(started ? HOME : HIDE_CURSOR + CLEAR + HOME);
    started = true;
    int rows = Math.max(1, screen.rows() - 1);
    for (Line line : lines.subList(0, Math.min(rows, lines.size()))) {
      Line cut = line.cut(screen.columns(), screen.glyphs());
      text.append(screen.colour() ? cut.painted() : cut.plain())
          .append(CLEAR_LINE_END)
          .append('\n');
    }
    screen.out().print(text.append(CLEAR_BELOW));
    screen.out().flush();
  }

  /** Gives the terminal its cursor back. */
  @Override
  public synchronized void close() {
    if (started) {
      screen.out().print(SHOW_CURSOR);
      screen.out().flush();
      started = false;
    }
  }
}
