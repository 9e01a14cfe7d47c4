package io.tutti.cli.render;

import io.tutti.api.OperationView;
import io.tutti.api.OperationView.EventView;
import io.tutti.api.OperationView.PlanView;
import io.tutti.api.OperationView.StepView;
import io.tutti.api.OperationView.StopView;
import io.tutti.api.RemedyView;
import java.util.ArrayList;
import java.util.List;

/** Operations, plans and what happens in them, for people. */
public final class OperationPage {
  private OperationPage() {}

  /** Many operations, one on each line. */
  public static List<Line> list(List<OperationView> operations) {
    if (operations.isEmpty()) {
      return List.of(Line.of("Nothing was done to any server yet."));
    }
    Table table = new Table().titles("ID", "STATE", "WHAT", "TARGET", "WHY");
    for (OperationView each : operations) {
      table.row(
          Line.of(each.id()),
          state(each.state()),
          Line.of(each.kind()),
          Line.of(each.target()),
          Line.of(each.why(), Tone.DIM));
    }
    return table.lines();
  }

  /** One operation with its steps. */
  public static List<Line> of(OperationView operation) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of("operation " + operation.id(), Tone.STRONG)
            .plus("  " + operation.kind() + " " + operation.target()));
    lines.add(
        Line.of("requested ", Tone.DIM)
            .plus(operation.requestedAt().toString())
            .plus(" by ", Tone.DIM)
            .plus(operation.actor()));
    lines.addAll(steps(operation.steps()));
    lines.addAll(notes(operation.notes()));
    lines.addAll(ending(operation));
    return lines;
  }

  private static List<Line> steps(List<StepView> steps) {
    List<Line> lines = new ArrayList<>();
    int number = 0;
    int first = 0;
    String stage = "";
    for (StepView step : steps) {
      number++;
      boolean isBeside = !stage.isEmpty() && stage.equals(step.stage().orElse(""));
      first = isBeside ? first : number;
      stage = step.stage().orElse("");
      Line line = Line.of("%3d. ".formatted(number), Tone.DIM);
      String state = step.state().orElse("");
      if (!state.isEmpty()) {
        line = line.plus("%-8s ".formatted(state), tone(state));
      }
      line = line.plus(step.description());
      lines.add(isBeside ? line.plus(", at the same time as %d".formatted(first), Tone.DIM) : line);
      step.statements().forEach(sql -> lines.add(Line.of("       " + sql + ";")));
      step.before()
          .forEach((name, value) ->
              lines.add(Line.of("       before: " + name + " = " + value, Tone.DIM)));
    }
    return lines;
  }

  /** What people should see before they agree. */
  private static List<Line> notes(List<RemedyView> notes) {
    return ActCommand.said(notes).stream().map(note -> Line.of("  " + note)).toList();
  }

  /** What an operation would do. */
  public static List<Line> plan(PlanView plan) {
    List<Line> lines = new ArrayList<>();
    List<StepView> steps = plan.steps();
    if (steps.isEmpty()) {
      return List.of(Line.of("Nothing to do: everything is as requested."));
    }
    lines.addAll(notes(plan.notes()));
    lines.addAll(steps(steps));
    List<StopView> stops = plan.stops();
    if (stops.isEmpty()) {
      lines.add(Line.of("Nothing stops meanwhile.", Tone.GOOD));
    }
    for (StopView stop : stops) {
      lines.add(
          Line.of("Stops: ", Tone.WARN)
              .plus(
                  "the %s of %s, for about %s and as long as its transactions in flight take"
                      .formatted(stop.what(), stop.instance(), Durations.fine(stop.expected()))));
    }
    lines.add(Line.of("Nothing was changed.", Tone.DIM));
    return lines;
  }

  /** Something that happened. */
  public static Line event(EventView event) {
    String at = event.at().toString();
    String clock = at.length() >= 19 ? at.substring(11, 19) : at;
    Line line =
        Line.of(clock + " ", Tone.DIM)
            .plus("%3s%% ".formatted(event.percent()))
            .plus(state(event.state()))
            .plus(" ");
    return event
        .step()
        .map(step -> line.plus(step + ": ").plus(event.message(), Tone.DIM))
        .orElseGet(() -> line.plus(event.message()));
  }

  /** How it stands now. */
  public static List<Line> ending(OperationView operation) {
    List<Line> lines = new ArrayList<>();
    lines.add(state(operation.state()).plus("  ").plus(operation.why()));
    operation.trouble().ifPresent(trouble -> lines.add(Line.of("trouble: " + trouble, Tone.WARN)));
    operation
        .remedies()
        .forEach(remedy -> lines.add(Line.of("  remedy: " + ActCommand.said(remedy))));
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
