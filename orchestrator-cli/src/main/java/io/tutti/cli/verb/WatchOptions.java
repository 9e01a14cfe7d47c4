package io.tutti.cli.verb;

import io.tutti.cli.render.Line;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.LiveScreen;
import io.tutti.cli.session.TuttiCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Showing something again and again. */
final class WatchOptions {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  @Option(
      names = "--watch",
      description =
          "Show it again every second until q or Ctrl-C. The arrows, Page Up and Page Down scroll.")
  private boolean watch;

  boolean isWanted() {
    return watch;
  }

  /** What is shown again: asks, and draws or prints. */
  interface Page {
    /**
     * @param worstFirst whether the worst is to come first
     * @return the lines; empty where a document was printed
     */
    List<Line> ask(boolean worstFirst);
  }

  /** Until somebody has seen enough. */
  void run(TuttiCommand tutti, String hint, boolean worstFirst, Page page)
      throws InterruptedException {
    List<Line> last = List.of();
    try (LiveScreen live = new LiveScreen(tutti.screen(), hint, worstFirst)) {
      do {
        try {
          last = page.ask(live.worstFirst());
          show(tutti, live, last);
        } catch (CommandFailure e) {
          if (last.isEmpty() || !tutti.screen().terminal()) {
            throw e;
          }
          show(tutti, live, withFailure(e, last));
        }
      } while (live.pause(INTERVAL));
    }
  }

  private static void show(TuttiCommand tutti, LiveScreen live, List<Line> lines) {
    if (!tutti.output().isDocument()) {
      live.draw(lines);
    }
  }

  /** A controller that is away for a moment ends nothing for who watches. */
  private static List<Line> withFailure(CommandFailure failure, List<Line> last) {
    List<Line> lines = new ArrayList<>();
    lines.add(Line.of(failure.sentence() + " This is what was shown last:", Tone.BAD));
    lines.addAll(last);
    return lines;
  }
}
