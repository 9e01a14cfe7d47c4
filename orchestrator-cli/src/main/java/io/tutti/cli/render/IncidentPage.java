package io.tutti.cli.render;

import io.tutti.api.Fact;
import io.tutti.api.IncidentView;
import io.tutti.api.IncidentView.ClosingView;
import io.tutti.api.IncidentView.NextView;
import io.tutti.api.IncidentView.PromotionView;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Restarts that are kept, for people. */
public final class IncidentPage {
  private IncidentPage() {}

  /**
   * @param incident of {@code GET /incidents/{id}}
   */
  public static List<Line> of(IncidentView incident) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of(incident.instance(), Tone.STRONG)
            .plus(" restarted at " + Times.second(incident.startedAt()))
            .plus(": ", Tone.DIM)
            .plus(CrashPage.reported(incident.cost(), incident.replicas()), tone(incident)));
    lines.add(Line.of("  " + incident.why(), Tone.DIM));
    lines.add(Line.of("  " + state(incident), Tone.DIM));
    incident
        .gone()
        .ifPresent(why ->
            lines.add(
                Line.of(
                    "  %s. What follows is about the former server: \"tutti crash close %s\" when nothing of it is left"
                        .formatted(why, incident.id()),
                    Tone.WARN)));
    lines.add(
        Line.of(
            "  the process that ended was seen last at "
                + Times.second(incident.lastSeenAt())
                + incident.lastLog().map(log -> ", and wrote " + log + " last").orElse(""),
            Tone.DIM));
    lines.add(Line.of("  its host " + host(incident.host()), Tone.DIM));
    lines.addAll(lost(incident));
    incident.promotion().ifPresent(promotion -> lines.addAll(promotion(promotion)));
    lines.addAll(replacement(incident));
    incident
        .alone()
        .forEach(each ->
            lines.add(
                Line.of(
                    "  " + each.sentence(),
                    each.acknowledged().equals("NEVER") ? Tone.DIM : Tone.WARN)));
    lines.addAll(next(incident.next()));
    incident.errorLog().value().stream()
        .flatMap(List::stream)
        .forEach(line -> lines.add(Line.of("  | " + line, Tone.DIM)));
    return lines;
  }

  /** What it may lack, what it had when it started, and what its replicas have. */
  private static List<Line> lost(IncidentView incident) {
    List<Line> lines = new ArrayList<>();
    String missing =
        incident.missing().stream().map(IncidentPage::missing).collect(Collectors.joining("; "));
    if (!missing.isEmpty()) {
      lines.add(Line.of("  " + missing, Tone.BAD));
    }
    incident
        .atStart()
        .value()
        .ifPresent(had ->
            lines.add(
                Line.of(
                    "  when it started it had " + (had.isEmpty() ? "nothing" : had), Tone.DIM)));
    boolean mayLackRows = CrashPage.mayLackRows(incident.missing());
    incident.replicas().forEach(replica -> lines.add(CrashPage.ofReplica(replica, mayLackRows)));
    return lines;
  }

  private static List<Line> promotion(PromotionView promotion) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of(
            promotion
                .replica()
                .map(replica -> "  may take its place: %s. %s".formatted(replica, promotion.why()))
                .orElse("  none may take its place now: " + promotion.why())));
    promotion.caveats().forEach(caveat -> lines.add(Line.of("    " + caveat, Tone.DIM)));
    return lines;
  }

  /** Nothing where nobody took its place. */
  private static List<Line> replacement(IncidentView incident) {
    return incident.replacement().stream()
        .map(kept ->
            Line.of(
                "  replaced by %s at %s (operation %s)"
                    .formatted(kept.by(), Times.second(kept.at()), kept.operation())))
        .toList();
  }

  /** Those that act take --dry-run. */
  private static List<Line> next(List<NextView> steps) {
    List<Line> lines = new ArrayList<>();
    if (!steps.isEmpty()) {
      lines.add(Line.of("  what to do next (--dry-run shows what an operation would do):"));
    }
    for (NextView step : steps) {
      lines.add(Line.of("    " + ActCommand.of(step.act())));
      lines.add(Line.of("      " + step.what(), Tone.DIM));
    }
    return lines;
  }

  /** The columns of many of them. */
  public static Listing<IncidentView> list() {
    return Listing.<IncidentView>orElse("No such restart was noticed.")
        .column("NOTICED", each -> Line.of(Times.second(each.noticedAt()), Tone.DIM))
        .text("AWAY", IncidentPage::away)
        .text("ID", IncidentView::id)
        .text("INSTANCE", IncidentView::instance)
        .text("ENDED", each -> each.ended().value().orElse("unknown"))
        .text("HOST", each -> each.host().value().orElse("unknown"))
        .column("COST", each -> Line.of(each.cost(), tone(each)))
        .wide("CLOSED BY", each -> each.closed().map(ClosingView::actor).orElse("-"))
        .text(
            "STATE",
            each -> state(each) + (each.gone().isPresent() ? ", of a server that is gone" : ""));
  }

  /** From when the process was seen last until the one after it was. */
  private static String away(IncidentView incident) {
    try {
      return Durations.readable(
          Duration.between(
              Instant.parse(incident.lastSeenAt()), Instant.parse(incident.noticedAt())));
    } catch (DateTimeParseException e) {
      return "?";
    }
  }

  private static Tone tone(IncidentView incident) {
    return incident.suspect() ? Tone.BAD : Tone.GOOD;
  }

  private static String state(IncidentView incident) {
    if (incident.closed().isPresent()) {
      return "closed: " + incident.closed().get().why();
    }
    if (!incident.open()) {
      return "over";
    }
    return incident.settled() ? "open" : "open, still examined";
  }

  private static String host(Fact<String> host) {
    return switch (host.value().orElse("")) {
      case "STAYED_UP" -> "ran on";
      case "SHUT_DOWN" -> "was shut down in order";
      case "WENT_DOWN" -> "went down with it";
      default -> "may have gone down with it: " + host.unknown().orElse("this is not known");
    };
  }

  private static String missing(String what) {
    return switch (what) {
      case "BINLOG" -> "its binlog may lack what its tables have";
      case "ROWS" -> "its tables may lack what its binlog has";
      default -> "something may be missing: " + what;
    };
  }
}
