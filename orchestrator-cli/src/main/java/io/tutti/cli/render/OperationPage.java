package io.tutti.cli.render;

import io.tutti.cli.view.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Operations, plans and what happens in them, for people. */
public final class OperationPage {
  private OperationPage() {}

  /** Many operations, one on each line. */
  public static List<Line> list(List<Json> operations) {
    if (operations.isEmpty()) {
      return List.of(Line.of("Nothing was done to any server yet."));
    }
    Table table = new Table().titles("ID", "STATE", "WHAT", "TARGET", "WHY");
    for (Json each : operations) {
      table.row(
          Line.of(each.textOr("id", "")),
          state(each.textOr("state", "")),
          Line.of(each.textOr("kind", "")),
          Line.of(each.textOr("target", "")),
          Line.of(each.textOr("why", ""), Tone.DIM));
    }
    return table.lines();
  }

  /** One operation with its steps. */
  public static List<Line> of(Json operation) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of("operation " + operation.textOr("id", ""), Tone.STRONG)
            .plus("  " + operation.textOr("kind", "") + " " + operation.textOr("target", "")));
    lines.add(
        Line.of("requested ", Tone.DIM)
            .plus(operation.textOr("requestedAt", ""))
            .plus(" by ", Tone.DIM)
            .plus(operation.textOr("actor", "")));
    lines.addAll(steps(operation.at("steps").items()));
    lines.addAll(notes(operation));
    lines.addAll(ending(operation));
    return lines;
  }

  private static List<Line> steps(List<Json> steps) {
    List<Line> lines = new ArrayList<>();
    int number = 0;
    int first = 0;
    String stage = "";
    for (Json step : steps) {
      number++;
      boolean isBeside = !stage.isEmpty() && stage.equals(step.textOr("stage", ""));
      first = isBeside ? first : number;
      stage = step.textOr("stage", "");
      Line line = Line.of("%3d. ".formatted(number), Tone.DIM);
      String state = step.textOr("state", "");
      if (!state.isEmpty()) {
        line = line.plus("%-8s ".formatted(state), tone(state));
      }
      line = line.plus(step.textOr("description", ""));
      lines.add(isBeside ? line.plus(", at the same time as %d".formatted(first), Tone.DIM) : line);
      step.texts("statements").forEach(sql -> lines.add(Line.of("       " + sql + ";")));
      for (Map.Entry<String, Json> before : step.at("before").fields().entrySet()) {
        String value = before.getValue().text().orElse("");
        lines.add(Line.of("       before: " + before.getKey() + " = " + value, Tone.DIM));
      }
    }
    return lines;
  }

  /** What people should see before they agree. */
  private static List<Line> notes(Json plan) {
    return plan.texts("notes").stream().map(note -> Line.of("  " + note)).toList();
  }

  /** What an operation would do. */
  public static List<Line> plan(Json plan) {
    List<Line> lines = new ArrayList<>();
    List<Json> steps = plan.at("steps").items();
    if (steps.isEmpty()) {
      return List.of(Line.of("Nothing is to be done: all is as wanted."));
    }
    lines.addAll(notes(plan));
    lines.addAll(steps(steps));
    List<Json> stops = plan.at("stops").items();
    if (stops.isEmpty()) {
      lines.add(Line.of("Nothing stops meanwhile.", Tone.GOOD));
    }
    for (Json stop : stops) {
      lines.add(
          Line.of("Stops: ", Tone.WARN)
              .plus(
                  "the %s of %s, for about %s and as long as its transactions in flight take"
                      .formatted(
                          stop.textOr("what", ""),
                          stop.textOr("instance", ""),
                          Durations.fine(
                              java.time.Duration.parse(stop.textOr("expected", "PT0S"))))));
    }
    lines.add(Line.of("Nothing was changed.", Tone.DIM));
    return lines;
  }

  /** Something that happened. */
  public static Line event(Json event) {
    String at = event.textOr("at", "");
    String clock = at.length() >= 19 ? at.substring(11, 19) : at;
    Line line =
        Line.of(clock + " ", Tone.DIM)
            .plus("%3s%% ".formatted(event.textOr("percent", "")))
            .plus(state(event.textOr("state", "")))
            .plus(" ");
    return event
        .text("step")
        .map(step -> line.plus(step + ": ").plus(event.textOr("message", ""), Tone.DIM))
        .orElseGet(() -> line.plus(event.textOr("message", "")));
  }

  /** How it stands now. */
  public static List<Line> ending(Json operation) {
    List<Line> lines = new ArrayList<>();
    lines.add(state(operation.textOr("state", "")).plus("  ").plus(operation.textOr("why", "")));
    operation
        .text("trouble")
        .ifPresent(trouble -> lines.add(Line.of("trouble: " + trouble, Tone.WARN)));
    operation.texts("remedies").forEach(remedy -> lines.add(Line.of("  remedy: " + remedy)));
    return lines;
  }

  private static Line state(String state) {
    return Line.of(state, tone(state));
  }

  private static Tone tone(String state) {
    return switch (state) {
      case "SUCCEEDED", "DONE" -> Tone.GOOD;
      case "UNDONE", "UNDOING", "DISPLACED" -> Tone.WARN;
      case "FAILED", "STUCK" -> Tone.BAD;
      default -> Tone.PLAIN;
    };
  }
}
