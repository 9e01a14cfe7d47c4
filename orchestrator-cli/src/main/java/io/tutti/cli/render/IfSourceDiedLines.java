package io.tutti.cli.render;

import io.tutti.api.IfSourceDiedView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What would be if a source died now, for people. */
public final class IfSourceDiedLines {
  private static final long MILLIS_PER_SECOND = Duration.ofSeconds(1).toMillis();

  private IfSourceDiedLines() {}

  /** In a few words: who takes its place, or that nobody does. */
  public static Line word(IfSourceDiedView view) {
    if (view.refused().isPresent()) {
      return Line.of("refused", Tone.BAD);
    }
    return view.leftToPerson().isPresent()
        ? Line.of("left to a person", Tone.WARN)
        : Line.of(view.successor().orElse("?"));
  }

  /** All of it. */
  public static List<Line> of(IfSourceDiedView view) {
    List<Line> lines = new ArrayList<>();
    Line head = Line.of("If %s died now: ".formatted(view.source()), Tone.STRONG);
    if (view.refused().isPresent()) {
      lines.add(
          head.plus("a failover would be refused, %s: ".formatted(begun(view)), Tone.BAD)
              .plus(view.refused().get()));
      view.remedies()
          .forEach(each -> lines.add(Line.of("  remedy: " + ActCommand.said(each), Tone.DIM)));
    } else {
      lines.add(
          head.plus(
              "%s takes its place, %s%s"
                  .formatted(view.successor().orElse("?"), begun(view), behind(view))));
      view.lost().forEach(each -> lines.add(Line.of("  lost: " + each)));
      view.notes().forEach(each -> lines.add(Line.of("  " + each)));
    }
    view.leftToPerson()
        .ifPresent(why -> lines.add(Line.of("  left to a person: " + why, Tone.WARN)));
    lines.add(Line.of("  not asked yet: " + String.join("; ", view.notAsked()), Tone.DIM));
    return lines;
  }

  private static String begun(IfSourceDiedView view) {
    return switch (view.begun()) {
      case "BY_ITSELF" -> "by itself";
      case "PROPOSED" -> "once a person has said so";
      default -> "when a person asks for it";
    };
  }

  private static String behind(IfSourceDiedView view) {
    return view.behindMillis()
        .filter(millis -> millis >= MILLIS_PER_SECOND)
        .map(millis ->
            ", after it has applied the %d s that it is behind"
                .formatted(millis / MILLIS_PER_SECOND))
        .orElse("");
  }
}
