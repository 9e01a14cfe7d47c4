package io.tutti.timing;

/**
 * The name of a schedule, such as {@code rollout/eight-workers}.
 *
 * @param kind of what is due; it decides who is told
 */
public record ScheduleId(String kind, String name) implements Comparable<ScheduleId> {

  public ScheduleId {
    if (kind.isBlank() || name.isBlank() || kind.contains("/")) {
      throw new IllegalArgumentException("not a schedule's name: " + kind + "/" + name);
    }
  }

  /**
   * @throws IllegalArgumentException when it is not KIND/NAME
   */
  public static ScheduleId parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException("not KIND/NAME: " + text);
    }
    return new ScheduleId(text.substring(0, slash), text.substring(slash + 1));
  }

  @Override
  public int compareTo(ScheduleId other) {
    int byKind = kind.compareTo(other.kind);
    return byKind != 0 ? byKind : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return kind + "/" + name;
  }
}
