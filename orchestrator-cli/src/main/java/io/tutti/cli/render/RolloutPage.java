package io.tutti.cli.render;

import io.tutti.api.RolloutCheckView;
import io.tutti.api.RolloutLineView;
import io.tutti.api.RolloutPlanView;
import io.tutti.api.RolloutView;
import io.tutti.api.RolloutWaveView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Rollouts for people. */
public final class RolloutPage {
  private RolloutPage() {}

  public static Listing<RolloutLineView> list() {
    return Listing.<RolloutLineView>orElse("There is no rollout.")
        .text("ID", RolloutLineView::id)
        .text("NAME", RolloutLineView::name)
        .column("STATE", each -> state(each.state()))
        .text("WAVES", each -> each.wavesOver() + "/" + each.waves())
        .text("CHANGED", each -> each.replicasChanged() + "/" + each.replicas())
        .text("BY", RolloutLineView::by)
        .wide("CREATED", each -> Times.second(each.createdAt()))
        .text("WHY", RolloutLineView::why);
  }

  /** What is wrong with a file, a line for each. */
  public static List<Line> mistakes(List<RolloutCheckView.MistakeView> mistakes) {
    List<Line> lines = new ArrayList<>();
    for (RolloutCheckView.MistakeView mistake : mistakes) {
      lines.add(
          Line.of("line %d: ".formatted(mistake.line()), Tone.STRONG)
              .plus(mistake.key().map(key -> key + ": ").orElse(""))
              .plus(mistake.sentence(), Tone.BAD)
              .plus(mistake.remedy().map(" "::concat).orElse("")));
    }
    lines.add(
        Line.of(
            mistakes.size() == 1
                ? "One mistake. Nothing was changed."
                : "%d mistakes. Nothing was changed.".formatted(mistakes.size())));
    return lines;
  }

  /** That a file is right, in a line. */
  public static Line right(RolloutPlanView plan) {
    int replicas = plan.waves().stream().mapToInt(wave -> wave.replicas().size()).sum();
    return Line.of(
        "%s is right: it reaches %s in %s%s."
            .formatted(
                plan.name(),
                count(replicas, "server"),
                count(plan.waves().size(), "wave"),
                plan.leftOut().isEmpty() ? "" : "; %d left out".formatted(plan.leftOut().size())));
  }

  /** What would be done: each server with its statements, and when. */
  public static List<Line> plan(RolloutPlanView plan) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of("Rollout " + plan.name(), Tone.STRONG)
            .plus(plan.beginsAt().map(at -> " begins at " + Times.second(at)).orElse(""))
            .plus(
                plan.closesAt().map(at -> "; its window closes at " + Times.second(at)).orElse(""))
            .plus(
                switch (plan.approval()) {
                  case "first" -> ", once somebody has approved it";
                  case "each" -> "; somebody approves each wave";
                  default -> "";
                })
            .plus("."));
    plan.waves().forEach(wave -> lines.addAll(wave(wave)));
    lines.addAll(leftOut(plan.leftOut()));
    lines.add(Line.of("Nothing was changed."));
    return lines;
  }

  public static List<Line> of(RolloutView rollout) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of("Rollout %s %s: ".formatted(rollout.id(), rollout.name()), Tone.STRONG)
            .plus(state(rollout.state()))
            .plus(rollout.why().isEmpty() ? "" : " (" + rollout.why() + ")"));
    lines.add(
        Line.of(
            "Asked for by %s at %s.".formatted(rollout.by(), Times.second(rollout.createdAt())),
            Tone.DIM));
    rollout.waves().forEach(wave -> lines.addAll(wave(wave)));
    lines.addAll(leftOut(rollout.leftOut()));
    if (!rollout.decisions().isEmpty()) {
      lines.add(Line.of("Decisions", Tone.STRONG));
      rollout.decisions().forEach(decision -> lines.add(Line.of("  ").plus(decision(decision))));
    }
    return lines;
  }

  /** One decision, as it is printed when it is made. */
  public static Line decision(RolloutView.DecisionView decision) {
    return Line.of(Times.second(decision.at()) + " ", Tone.DIM)
        .plus(decision.wave().map("wave %d: "::formatted).orElse(""))
        .plus(decision.sentence());
  }

  /** In which state it is, in a line. */
  public static Line state(RolloutView rollout) {
    return Line.of("Rollout %s: ".formatted(rollout.id()))
        .plus(state(rollout.state()))
        .plus(rollout.why().isEmpty() ? "" : " (" + rollout.why() + ")");
  }

  private static List<Line> wave(RolloutWaveView wave) {
    List<Line> lines = new ArrayList<>();
    Line title = Line.of("Wave %d".formatted(wave.number()), Tone.STRONG);
    title =
        title
            .plus(wave.state().map(state -> Line.of(": ").plus(state(state))).orElse(Line.EMPTY))
            .plus(
                wave.soakUntil().map(until -> ", watched until " + Times.second(until)).orElse(""),
                Tone.DIM);
    lines.add(title);
    wave.replicas().forEach(replica -> lines.addAll(replica(replica)));
    return lines;
  }

  private static List<Line> replica(RolloutWaveView.ReplicaView replica) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of("  ")
            .plus(replica.instance(), Tone.STRONG)
            .plus("  %s  %s".formatted(replica.flavor(), replica.role()), Tone.DIM)
            .plus(replica.state().map(state -> Line.of("  ").plus(state(state))).orElse(Line.EMPTY))
            .plus(replica.why().map("  "::concat).orElse("")));
    if (replica.state().isEmpty()) {
      replica
          .settings()
          .forEach(setting -> {
            setting.statements().forEach(each -> lines.add(Line.of("    " + each)));
            setting
                .stops()
                .ifPresent(threads ->
                    lines.add(
                        Line.of(
                            "      stops and starts: %s, where it runs".formatted(threads),
                            Tone.DIM)));
            setting
                .because()
                .ifPresent(why -> lines.add(Line.of("      because: " + why, Tone.DIM)));
          });
    } else {
      lines.add(
          Line.of(
              "    "
                  + replica.settings().stream()
                      .map(setting -> setting.name() + "=" + setting.value())
                      .collect(Collectors.joining(", "))
                  + said(replica.control(), "; compared with ")
                  + said(replica.changedBy(), "; changed by ")
                  + said(replica.undoneBy(), "; undone by "),
              Tone.DIM));
      replica.settings().stream()
          .flatMap(setting -> setting.because().stream())
          .distinct()
          .forEach(why -> lines.add(Line.of("    because: " + why, Tone.DIM)));
    }
    replica.without().forEach(why -> lines.add(Line.of("    without: " + why, Tone.DIM)));
    replica.waitsFor().ifPresent(why -> lines.add(Line.of("    waits: " + why, Tone.WARN)));
    return lines;
  }

  private static String said(Optional<String> what, String before) {
    return what.map(before::concat).orElse("");
  }

  private static List<Line> leftOut(List<RolloutPlanView.LeftOutView> leftOut) {
    List<Line> lines = new ArrayList<>();
    if (!leftOut.isEmpty()) {
      lines.add(Line.of("Left out", Tone.STRONG));
      leftOut.forEach(each -> lines.add(Line.of("  " + each.sentence())));
    }
    return lines;
  }

  private static Line state(String state) {
    Tone tone =
        switch (state) {
          case "KEPT", "CONTINUOUS" -> Tone.GOOD;
          case "ASKING", "PAUSED", "WAITING", "LEFT_OUT" -> Tone.WARN;
          case "STOPPED", "FAILED", "ABORTED" -> Tone.BAD;
          default -> Tone.PLAIN;
        };
    return Line.of(state.toLowerCase(Locale.ROOT).replace('_', ' '), tone);
  }

  private static String count(int count, String what) {
    return count == 1 ? "one " + what : count + " " + what + "s";
  }
}
