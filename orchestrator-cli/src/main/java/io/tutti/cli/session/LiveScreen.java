package io.tutti.cli.session;

import io.tutti.cli.render.Line;
import io.tutti.cli.session.Terminal.Key;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Draws the same lines again and again: over each other on a terminal, where keys scroll them, else
 * one after another and only when they changed.
 */
public final class LiveScreen implements AutoCloseable {
  private static final String CLEAR = "\u001b[2J";
  private static final String HOME = "\u001b[H";
  private static final String CLEAR_LINE_END = "\u001b[K";
  private static final String CLEAR_BELOW = "\u001b[J";
  private static final String HIDE_CURSOR = "\u001b[?25l";
  private static final String SHOW_CURSOR = "\u001b[?25h";

  private final Screen screen;
  private final String hint;
  private final Optional<Terminal> terminal;
  private List<Line> shown = List.of();
  private Viewport view;
  private int columns;
  private boolean worstFirst;
  private boolean started;

  /**
   * @param hint what is said in the last row beside where one is
   * @param worstFirst whether the worst comes first until a key says otherwise
   */
  public LiveScreen(Screen screen, String hint, boolean worstFirst) {
    this.screen = screen;
    this.hint = hint;
    this.worstFirst = worstFirst;
    this.view = new Viewport(0, screen.rows());
    this.columns = screen.columns();
    this.terminal = screen.terminal() ? Terminal.open() : Optional.empty();
    if (screen.terminal()) {
      Runtime.getRuntime().addShutdownHook(new Thread(this::close, "cursor"));
    }
  }

  /** Whether the worst is to come first now. */
  public boolean worstFirst() {
    return worstFirst;
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
    shown = List.copyOf(lines);
    Terminal.size()
        .ifPresent(size -> {
          view = new Viewport(view.top(), size[0]);
          columns = size[1];
        });
    paint();
  }

  private void paint() {
    StringBuilder text = new StringBuilder(started ? HOME : HIDE_CURSOR + CLEAR + HOME);
    started = true;
    List<Line> part = view.of(shown, hint);
    for (int row = 0; row < part.size(); row++) {
      Line cut = part.get(row).cut(columns, screen.glyphs());
      text.append(screen.colour() ? cut.painted() : cut.plain())
          .append(CLEAR_LINE_END)
          .append(row == part.size() - 1 ? "" : "\n");
    }
    screen.out().print(text.append(CLEAR_BELOW));
    screen.out().flush();
  }

  /** Waits for so long, and scrolls meanwhile; false when somebody has seen enough. */
  public boolean pause(Duration wait) throws InterruptedException {
    if (terminal.isEmpty()) {
      Thread.sleep(wait);
      return true;
    }
    long end = System.nanoTime() + wait.toNanos();
    while (System.nanoTime() < end) {
      Key key = terminal.get().read();
      if (key == Key.QUIT) {
        return false;
      }
      if (key == Key.WORST) {
        worstFirst = !worstFirst;
        return true;
      }
      scroll(key);
    }
    return true;
  }

  private synchronized void scroll(Key key) {
    Viewport next = view.moved(key, shown.size());
    if (!next.equals(view)) {
      view = next;
      paint();
    }
  }

  /** Gives the terminal back as it was. */
  @Override
  public synchronized void close() {
    terminal.ifPresent(Terminal::close);
    if (started) {
      screen.out().println(SHOW_CURSOR);
      screen.out().flush();
      started = false;
    }
  }
}
