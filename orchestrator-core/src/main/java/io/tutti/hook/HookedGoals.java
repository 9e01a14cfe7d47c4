package io.tutti.hook;

import io.tutti.spi.hook.HookPoint;
import io.tutti.spi.hook.HookPoint.Moment;
import io.tutti.spi.hook.HookPoint.Subject;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which operations call hooks: one line for each kind of goal. */
public final class HookedGoals {
  private static final Map<String, Subject> BY_KIND =
      Map.ofEntries(
          Map.entry("fence", Subject.FENCE),
          Map.entry("unfence", Subject.UNFENCE),
          Map.entry("start-fenced.lift", Subject.UNFENCE),
          Map.entry("crash.resolve", Subject.RESOLVE),
          Map.entry("backup.begin", Subject.BACKUP_BEGIN),
          Map.entry("backup.end", Subject.BACKUP_END),
          Map.entry("replica.relocate", Subject.RELOCATION),
          Map.entry("replica.detach", Subject.RELOCATION),
          Map.entry("replica.attach", Subject.RELOCATION),
          Map.entry("replica.join", Subject.RELOCATION),
          Map.entry("rejoin", Subject.RELOCATION),
          Map.entry("switchover", Subject.SWITCHOVER),
          Map.entry("failover", Subject.FAILOVER));

  /** What calls hooks and is no single operation. */
  private static final Set<Subject> OF_NO_OPERATION =
      EnumSet.of(Subject.DETECTION, Subject.ROLLOUT_WAVE);

  private HookedGoals() {}

  /** Empty for what calls none. */
  public static Optional<HookPoint> at(Moment moment, String goalKind) {
    return Optional.ofNullable(BY_KIND.get(goalKind)).map(each -> new HookPoint(moment, each));
  }

  /** The kinds of goals that call hooks. */
  public static List<String> kinds() {
    return BY_KIND.keySet().stream().sorted().toList();
  }

  /** The events that come in this release, in a fixed order. */
  public static List<HookPoint> events() {
    return HookPoint.all().stream()
        .filter(point ->
            OF_NO_OPERATION.contains(point.subject()) || BY_KIND.containsValue(point.subject()))
        .toList();
  }

  /**
   * Events as they are written in settings; {@code *} stands for all, {@code after-*} for one
   * moment of all.
   *
   * @throws IllegalArgumentException when it is none that comes
   */
  public static List<HookPoint> parse(String text) {
    String pattern = text.strip();
    List<HookPoint> fit =
        events().stream()
            .filter(point ->
                point.toString().equals(pattern)
                    || pattern.equals("*")
                    || pattern.equals(prefix(point) + "*"))
            .toList();
    if (fit.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no event \"%s\"; there are %s, %s, and *"
              .formatted(
                  pattern,
                  events().stream().map(HookPoint::toString).collect(Collectors.joining(", ")),
                  Arrays.stream(Moment.values())
                      .map(each -> each.name().toLowerCase(java.util.Locale.ROOT) + "-*")
                      .collect(Collectors.joining(", "))));
    }
    return fit;
  }

  private static String prefix(HookPoint point) {
    return point.moment().name().toLowerCase(java.util.Locale.ROOT) + "-";
  }
}
