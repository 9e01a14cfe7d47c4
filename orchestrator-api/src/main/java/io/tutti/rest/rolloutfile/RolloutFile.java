package io.tutti.rest.rolloutfile;

import io.tutti.rollout.Approval;
import io.tutti.rollout.Bounds;
import io.tutti.rollout.Gate;
import io.tutti.rollout.Gates;
import io.tutti.rollout.Mistake;
import io.tutti.rollout.OnFailure;
import io.tutti.rollout.Rollout;
import io.tutti.rollout.Schedule;
import io.tutti.rollout.Selector;
import io.tutti.rollout.Wanted;
import io.tutti.rollout.Wave;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.MappingNode;

/**
 * What was read from a rollout file.
 *
 * @param draft what was understood of it, and what is usual in the place of what was not; empty
 *     where it is no rollout file
 * @param mistakes all that is wrong with it by itself, in the order of its lines
 * @param lines of its keys, such as {@code targets.clusters}
 */
public record RolloutFile(
    Optional<Rollout> draft, List<Located> mistakes, Map<String, Integer> lines) {
  static final List<String> KEYS =
      List.of(
          "name",
          "targets",
          "settings",
          "waves",
          "soak",
          "atOnce",
          "schedule",
          "gates",
          "onFailure",
          "approval",
          "persist",
          "continuous");
  static final List<String> WAVE_KEYS = List.of("count", "percent");
  static final List<String> AT_ONCE_KEYS = List.of("perCluster", "total");
  static final List<String> GATES_KEYS = List.of("check", "significance", "trafficWait");

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
  private static final String YES_OR_NO = "It is true or false.";
  private static final List<Wave> WAVES_USUAL = List.of(new Wave.Count(1), new Wave.Percent(100));

  public RolloutFile {
    mistakes = List.copyOf(mistakes);
    lines = Map.copyOf(lines);
  }

  public static RolloutFile read(String text) {
    Mistakes mistakes = new Mistakes();
    Optional<Rollout> draft =
        YamlText.read(text, mistakes).map(root -> new Reading(root, mistakes).rollout());
    return new RolloutFile(draft, mistakes.all(), mistakes.lines());
  }

  /** Empty when something is wrong. */
  public Optional<Rollout> rollout() {
    return draft.filter(read -> mistakes.isEmpty());
  }

  /**
   * All that is wrong, in the order of its lines.
   *
   * @param found what is wrong with the draft by what is known of servers; of that what is so
   *     whatever was meant where the file itself is wrong
   */
  public List<Located> mistakesWith(List<Mistake> found) {
    return Stream.concat(mistakes.stream(), found.stream().filter(this::isSureOf).map(this::locate))
        .sorted(Comparator.comparingInt(Located::line))
        .toList();
  }

  /** Names and times are wrong by themselves; all else depends on who is selected for what. */
  private boolean isSureOf(Mistake found) {
    String key = found.key();
    if (key.startsWith("targets.")) {
      return isRight(key);
    }
    return key.startsWith("schedule")
        ? isRight("schedule")
        : isRight("targets") && isRight("settings") && areAllKeysKnown();
  }

  private boolean isRight(String part) {
    return mistakes.stream()
        .map(each -> each.mistake().key())
        .noneMatch(wrong ->
            wrong.equals(part) || wrong.startsWith(part + ".") || part.startsWith(wrong + "."));
  }

  /** One that is not may have been meant for any that is missing. */
  private boolean areAllKeysKnown() {
    return mistakes.stream()
        .map(each -> each.mistake().key())
        .allMatch(key -> key.contains(".") || KEYS.contains(key));
  }

  /** Where a mistake is that was found later: at its key, or at the nearest one around it. */
  public Located locate(Mistake mistake) {
    String key = mistake.key();
    while (!key.isEmpty() && !lines.containsKey(key)) {
      key = key.contains(".") ? key.substring(0, key.lastIndexOf('.')) : "";
    }
    return new Located(lines.getOrDefault(key, 1), mistake);
  }

  /** One file. */
  private static final class Reading {
    private final Fields file;

    Reading(MappingNode root, Mistakes mistakes) {
      this.file = new Fields("", root, mistakes).knowing(KEYS);
    }

    Rollout rollout() {
      Schedule schedule =
          file.has("schedule") ? SchedulePart.read(file) : Schedule.now(ZoneOffset.UTC);
      return new Rollout(
          name(),
          file.map("targets").map(TargetsPart::read).orElse(Selector.REPLICAS),
          settings(),
          waves(),
          span(file, "soak", Rollout.SOAK_MAX).orElse(Rollout.SOAK_USUAL),
          bounds(),
          schedule,
          file.has("gates") ? gates() : Gates.ALL,
          constant("onFailure", OnFailure.class).orElse(OnFailure.UNDO_WAVE),
          constant("approval", Approval.class).orElse(Approval.FIRST),
          file.value("persist", Words::yesOrNo, YES_OR_NO).orElse(true),
          continuous(schedule));
    }

    private boolean continuous(Schedule schedule) {
      boolean continuous = file.value("continuous", Words::yesOrNo, YES_OR_NO).orElse(false);
      if (continuous && schedule.start() instanceof Schedule.Start.Repeated) {
        file.wrong(
            "continuous",
            "A continuous rollout looks for more servers all the time, and cron begins it again.",
            "Keep one of them; schedule.windows says when a continuous one may change servers.");
      }
      return continuous;
    }

    private String name() {
      Optional<String> name = file.text("name");
      if (!file.has("name")) {
        file.wrong("name", "The rollout has no name.", "Add one: name: eight-workers");
      } else if (name.isPresent() && !NAME.matcher(name.get()).matches()) {
        file.wrong(
            "name",
            "\"%s\" is no name.".formatted(name.get()),
            "Use letters, digits, ., _ and -, at most 63.");
      }
      return name.orElse("?");
    }

    private Wanted settings() {
      if (!file.has("settings")) {
        file.wrong(
            "settings",
            "Nothing is to be set.",
            "Add settings: { replica_parallel_workers: 8 } or settings: advised");
        return new Wanted.Named(Map.of());
      }
      if (file.isText("settings")) {
        if (file.text("settings").equals(Optional.of("auto"))) {
          return new Wanted.Auto();
        }
        if (!file.text("settings").equals(Optional.of("advised"))) {
          file.wrong("settings", "Settings are a map, or the word advised, or auto.", "");
        }
        return new Wanted.Advised();
      }
      Map<String, String> values = file.map("settings").map(Fields::texts).orElse(Map.of());
      if (values.isEmpty()) {
        file.wrong("settings", "Nothing is to be set.", "Name a setting and its value.");
      }
      return new Wanted.Named(values);
    }

    private List<Wave> waves() {
      if (!file.has("waves")) {
        return WAVES_USUAL;
      }
      List<Wave> waves = new ArrayList<>();
      int percent = 0;
      for (Fields wave : file.maps("waves")) {
        wave.knowing(WAVE_KEYS);
        if (wave.has("count") == wave.has("percent")) {
          wave.wrong("", "A wave has a count or a percent.", "Such as { count: 1 }.");
          continue;
        }
        wave.value("count", text -> new Wave.Count(Integer.parseInt(text)), "It is 1 or more.")
            .ifPresent(waves::add);
        Optional<Wave.Percent> part =
            wave.value(
                "percent",
                text -> new Wave.Percent(Integer.parseInt(text.replaceFirst("\\s*%$", ""))),
                "It is 1 to 100.");
        if (part.isPresent() && part.get().ofAll() <= percent) {
          wave.wrong(
              "percent",
              "Percentages count those of earlier waves, and %d is not more than %d."
                  .formatted(part.get().ofAll(), percent),
              "Let them rise, such as 10, 50, 100.");
        }
        percent = part.map(Wave.Percent::ofAll).orElse(percent);
        part.ifPresent(waves::add);
      }
      if (!waves.isEmpty() && !waves.getLast().equals(new Wave.Percent(100))) {
        file.wrong(
            "waves",
            "The last wave goes %s: some targets may be in no wave."
                .formatted(waves.getLast().toString()),
            "End with { percent: 100 }.");
      }
      return waves;
    }

    private Bounds bounds() {
      Optional<Fields> atOnce = file.map("atOnce").map(map -> map.knowing(AT_ONCE_KEYS));
      return new Bounds(
          atOnce.flatMap(map -> count(map, "perCluster")).orElse(Bounds.USUAL.perClusterMax()),
          atOnce.flatMap(map -> count(map, "total")).orElse(Bounds.USUAL.totalMax()));
    }

    private static Optional<Integer> count(Fields map, String key) {
      return map.value(key, text -> new Bounds(Integer.parseInt(text), 1), "It is 1 or more.")
          .map(Bounds::perClusterMax);
    }

    private Gates gates() {
      Optional<Fields> map = file.map("gates").map(found -> found.knowing(GATES_KEYS));
      Set<Gate> checked = EnumSet.allOf(Gate.class);
      if (map.isPresent() && map.get().has("check")) {
        checked.clear();
        checked.addAll(
            map.get()
                .values(
                    "check", text -> Words.constant(Gate.class, text), Words.choices(Gate.class)));
      }
      double significance =
          map.flatMap(found ->
                  found.value(
                      "significance",
                      text ->
                          new Gates(Set.of(), Double.parseDouble(text), Duration.ZERO)
                              .significance(),
                      "It is more than 0 and less than 1, such as 0.01."))
              .orElse(Gates.SIGNIFICANCE_USUAL);
      Duration wait =
          map.flatMap(found -> span(found, "trafficWait", Rollout.SOAK_MAX))
              .orElse(Gates.TRAFFIC_WAIT_USUAL);
      return new Gates(checked, significance, wait);
    }

    private static Optional<Duration> span(Fields map, String key, Duration max) {
      Optional<Duration> span = map.value(key, Words::span, Words.SPAN);
      if (span.filter(found -> found.compareTo(max) > 0).isPresent()) {
        map.wrong(key, "That is more than %d days.".formatted(max.toDays()), "");
      }
      return span;
    }

    private <E extends Enum<E>> Optional<E> constant(String key, Class<E> type) {
      return file.value(key, text -> Words.constant(type, text), Words.choices(type));
    }
  }
}
