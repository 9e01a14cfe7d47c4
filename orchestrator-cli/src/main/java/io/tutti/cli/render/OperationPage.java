package io.tutti.cli.render;

import io.tutti.api.OperationView;
import io.tutti.api.OperationView.EffectView;
import io.tutti.api.OperationView.PlanView;
import io.tutti.api.OperationView.StepView;
import io.tutti.api.RemedyView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Operations, plans and what happens in them, for people. */
public final class OperationPage {
  private OperationPage() {}

  /**
   * The columns of many operations.
   *
   * @param now until which those last that are not at rest
   */
  public static Listing<OperationView> list(Instant now) {
    return Listing.<OperationView>orElse("Nothing of that kind was done to any server yet.")
        .column("REQUESTED", each -> Line.of(Times.second(each.requestedAt()), Tone.DIM))
        .text("TOOK", each -> Durations.readable(took(each, now)))
        .text("BY", OperationView::actor)
        .text("ID", OperationView::id)
        .column("STATE", each -> state(each.state()))
        .text("KIND", OperationView::kind)
        .text("TARGET", OperationView::target)
        .wide("CLUSTER", OperationView::cluster)
        .column("WHY", each -> Line.of(isAsWanted(each) ? "" : each.why(), Tone.DIM));
  }

  private static Duration took(OperationView operation, Instant now) {
    return Duration.between(
        operation.requestedAt(), operation.atRest() ? operation.changedAt() : now);
  }

  private static boolean isAsWanted(OperationView operation) {
    return operation.state().equals("SUCCEEDED");
  }

  /** One operation with its steps. */
  public static List<Line> of(OperationView operation, boolean isWide) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of("operation " + operation.id(), Tone.STRONG)
            .plus("  " + operation.kind() + " " + operation.target()));
    lines.add(
        Line.of("requested ", Tone.DIM)
            .plus(Times.second(operation.requestedAt()))
            .plus(" by ", Tone.DIM)
            .plus(operation.actor())
            .plus(operation.atRest() ? ", took " : ", for ", Tone.DIM)
            .plus(Durations.readable(took(operation, Instant.now()))));
    lines.addAll(steps(operation.steps(), isWide));
    lines.addAll(notes(operation.notes()));
    operation.account().forEach(each -> lines.add(Line.of("  " + each.sentence())));
    operation.hooks().forEach(run -> run.lines().forEach(line -> lines.add(Line.of("  " + line))));
    lines.addAll(ending(operation));
    return lines;
  }

  private static List<Line> steps(List<StepView> steps, boolean isWide) {
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
      if (step.took().isPresent()) {
        line = line.plus("  %d ms".formatted(step.took().get().toMillis()), Tone.DIM);
      }
      lines.add(isBeside ? line.plus(", at the same time as %d".formatted(first), Tone.DIM) : line);
      step.statements().forEach(sql -> lines.add(Line.of("       " + sql + ";")));
      if (isWide) {
        step.before()
            .forEach((name, value) ->
                lines.add(Line.of("       before: " + name + " = " + value, Tone.DIM)));
      }
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
    lines.addAll(steps(steps, false));
    lines.addAll(effects(plan));
    lines.add(Line.of("Nothing was changed.", Tone.DIM));
    return lines;
  }

  /** What stops, for whom, and what is lost. */
  public static List<Line> effects(PlanView plan) {
    List<Line> lines = new ArrayList<>();
    for (EffectView effect : plan.effects()) {
      lines.add(Line.of("  ! ", effect.asks() ? Tone.BAD : Tone.WARN).plus(effect.sentence()));
    }
    for (String step : plan.unknown()) {
      lines.add(
          Line.of("  ! ", Tone.BAD).plus("What this step stops is not known: %s.".formatted(step)));
    }
    if (lines.isEmpty()) {
      return List.of(Line.of("Nothing stops while it runs.", Tone.GOOD));
    }
    lines.addFirst(Line.of("Effects:", Tone.STRONG));
    return lines;
  }

  /** How it stands now. */
  public static List<Line> ending(OperationView operation) {
    List<Line> lines = new ArrayList<>();
    lines.add(state(operation.state()).plus("  ").plus(operation.why()));
    lines.addAll(left(operation));
    return lines;
  }

  /** What it left to be done. */
  public static List<Line> left(OperationView operation) {
    List<Line> lines = new ArrayList<>();
    operation.trouble().ifPresent(trouble -> lines.add(Line.of("trouble: " + trouble, Tone.WARN)));
    operation
        .remedies()
        .forEach(remedy -> lines.add(Line.of("  remedy: " + ActCommand.said(remedy))));
    return lines;
  }

  static Line state(String state) {
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
