package io.tutti.cli.render;

import io.tutti.cli.view.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Restarts that are kept, for people. */
public final class IncidentPage {
  private IncidentPage() {}

  /**
   * @param incident of {@code GET /incidents/{id}}
   */
  public static List<Line> of(Json incident) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of(incident.textOr("instance", ""), Tone.STRONG)
            .plus(" restarted at " + incident.textOr("startedAt", ""))
            .plus(": ", Tone.DIM)
            .plus(CrashPage.told(incident), tone(incident)));
    lines.add(Line.of("  " + incident.textOr("why", ""), Tone.DIM));
    lines.add(Line.of("  " + state(incident), Tone.DIM));
    incident
        .text("gone")
        .ifPresent(why ->
            lines.add(
                Line.of(
                    "  %s. What follows is about the server of then: \"tutti crash close %s\" when nothing of it is left"
                        .formatted(why, incident.textOr("id", "ID")),
                    Tone.WARN)));
    lines.add(
        Line.of(
            "  the process that ended was seen last at "
                + incident.textOr("lastSeenAt", "")
                + incident.text("lastLog").map(log -> ", and wrote " + log + " last").orElse(""),
            Tone.DIM));
    lines.add(Line.of("  its host " + host(incident.at("host")), Tone.DIM));
    lines.addAll(lost(incident));
    lines.addAll(promotion(incident.at("promotion")));
    lines.addAll(replacement(incident));
    lines.addAll(next(incident.at("next").items()));
    incident.at("errorLog").at("value").items().stream()
        .map(line -> line.text().orElse(""))
        .forEach(line -> lines.add(Line.of("  | " + line, Tone.DIM)));
    return lines;
  }

  /** What it may lack, what it had when it started, and what its replicas have. */
  private static List<Line> lost(Json incident) {
    List<Line> lines = new ArrayList<>();
    String missing =
        incident.at("missing").items().stream()
            .map(each -> each.text().orElse(""))
            .map(IncidentPage::missing)
            .collect(Collectors.joining("; "));
    if (!missing.isEmpty()) {
      lines.add(Line.of("  " + missing, Tone.BAD));
    }
    incident
        .at("atStart")
        .text("value")
        .ifPresent(had ->
            lines.add(
                Line.of(
                    "  when it started it had " + (had.isEmpty() ? "nothing" : had), Tone.DIM)));
    boolean mayLackRows = CrashPage.mayLackRows(incident);
    incident
        .at("replicas")
        .items()
        .forEach(replica -> lines.add(CrashPage.ofReplica(replica, mayLackRows)));
    return lines;
  }

  /** Nothing where nobody is to take its place. */
  private static List<Line> promotion(Json promotion) {
    List<Line> lines = new ArrayList<>();
    promotion
        .text("why")
        .ifPresent(why ->
            lines.add(
                Line.of(
                    promotion
                        .text("replica")
                        .map(replica -> "  may take its place: %s. %s".formatted(replica, why))
                        .orElse("  none may take its place now: " + why))));
    promotion.at("caveats").items().stream()
        .map(caveat -> caveat.text().orElse(""))
        .forEach(caveat -> lines.add(Line.of("    " + caveat, Tone.DIM)));
    return lines;
  }

  /** Nothing where nobody took its place. */
  private static List<Line> replacement(Json incident) {
    Json kept = incident.at("replacement");
    if (kept.text("by").isEmpty()) {
      return List.of();
    }
    return List.of(
        Line.of(
            "  replaced by %s at %s (operation %s)"
                .formatted(
                    kept.textOr("by", ""), kept.textOr("at", ""), kept.textOr("operation", ""))));
  }

  /** Those that act take --dry-run. */
  private static List<Line> next(List<Json> steps) {
    List<Line> lines = new ArrayList<>();
    if (!steps.isEmpty()) {
      lines.add(Line.of("  what to do next (--dry-run shows what an operation would do):"));
    }
    for (Json step : steps) {
      lines.add(Line.of("    " + step.textOr("command", "")));
      lines.add(Line.of("      " + step.textOr("what", ""), Tone.DIM));
    }
    return lines;
  }

  /**
   * @param incidents of {@code GET /incidents}
   */
  public static List<Line> list(List<Json> incidents) {
    if (incidents.isEmpty()) {
      return List.of(Line.of("There is none."));
    }
    Table table = new Table().titles("ID", "INSTANCE", "ENDED", "HOST", "COST", "STATE");
    for (Json each : incidents) {
      table.row(
          Line.of(each.textOr("id", "")),
          Line.of(each.textOr("instance", "")),
          Line.of(value(each.at("ended"))),
          Line.of(value(each.at("host"))),
          Line.of(each.textOr("cost", ""), tone(each)),
          Line.of(
              state(each) + (each.text("gone").isPresent() ? ", of a server that is gone" : "")));
    }
    return table.lines();
  }

  private static String value(Json fact) {
    return fact.text("value").orElse("unknown");
  }

  private static Tone tone(Json incident) {
    return incident.at("suspect").flag().orElse(true) ? Tone.BAD : Tone.GOOD;
  }

  private static String state(Json incident) {
    if (incident.at("closed").text("at").isPresent()) {
      return "closed: " + incident.at("closed").textOr("why", "");
    }
    if (!incident.at("open").flag().orElse(true)) {
      return "over";
    }
    return incident.at("settled").flag().orElse(false) ? "open" : "open, still looked at";
  }

  private static String host(Json host) {
    return switch (host.textOr("value", "")) {
      case "STAYED_UP" -> "ran on";
      case "SHUT_DOWN" -> "was shut down in order";
      case "WENT_DOWN" -> "went down with it";
      default -> "may have gone down with it: " + host.textOr("unknown", "nobody knows");
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
