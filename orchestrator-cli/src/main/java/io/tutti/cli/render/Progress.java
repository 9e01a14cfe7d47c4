package io.tutti.cli.render;

import io.tutti.api.OperationView;
import io.tutti.api.OperationView.EventView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What happens in an operation while it is followed: a line when it comes into another state, a
 * line for each step when it begins, and below it what came of it. Nothing is said twice.
 */
public final class Progress {
  /** A step that is quicker needs no word about it. */
  private static final Duration NOTABLE = Duration.ofSeconds(3);

  private static final String INDENT = " ".repeat("00:00:00Z 100% ".length());

  /** The line of the step itself says that. */
  private static final String BEGINNING = "It is about to ";

  private final Map<String, Instant> begun = new HashMap<>();
  private String state = "";
  private String step = "";
  private String message = "";

  /** The lines for what happened; often none. */
  public List<Line> lines(EventView event) {
    List<Line> lines = new ArrayList<>();
    if (event.step().isEmpty()) {
      if (!event.state().equals(state) || !event.message().equals(message)) {
        lines.add(
            head(event).plus(OperationPage.state(event.state())).plus("  " + event.message()));
      }
      state = event.state();
      message = event.message();
      return lines;
    }
    String name = event.step().get();
    String now = event.stepState().orElse("");
    String phase = name + (now.startsWith("UND") ? " undo" : "");
    if (!begun.containsKey(phase)) {
      begun.put(phase, event.at());
      lines.add(head(event).plus(now.startsWith("UND") ? "undo: " + name : name));
      step = name;
      message = "";
    }
    note(event, name, now.equals("DONE") ? took(event, phase) : "").ifPresent(lines::add);
    message = event.message();
    return lines;
  }

  /** Whether the last line says how the operation ended. */
  public boolean hasSaid(OperationView ended) {
    return state.equals(ended.state()) && message.equals(ended.why());
  }

  private static Line head(EventView event) {
    return Line.of("%s %3d%% ".formatted(Times.clock(event.at()), event.percent()), Tone.DIM);
  }

  /** How long, where that is worth a word. */
  private String took(EventView event, String phase) {
    Duration took = Duration.between(begun.getOrDefault(phase, event.at()), event.at());
    return took.compareTo(NOTABLE) < 0 ? "" : " (" + Durations.readable(took) + ")";
  }

  private Optional<Line> note(EventView event, String name, String took) {
    boolean isNew = !event.message().isBlank() && !event.message().equals(message);
    return isNew && !event.message().startsWith(BEGINNING)
        ? Optional.of(Line.of(INDENT + about(name) + event.message() + took, Tone.DIM))
        : Optional.empty();
  }

  /** Where steps are done at the same time, of which of them it is. */
  private String about(String name) {
    return name.equals(step) ? "" : name + ": ";
  }
}
