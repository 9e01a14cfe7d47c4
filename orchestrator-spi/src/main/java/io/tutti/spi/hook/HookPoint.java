package io.tutti.spi.hook;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * When a hook is called: {@code before-fence}.
 *
 * @param moment in what of it
 * @param subject of what operation
 */
public record HookPoint(Moment moment, Subject subject) {

  /** In an operation. */
  public enum Moment {
    /** It is planned and locked, and nothing was changed yet. */
    BEFORE,

    /** It has reached its goal, which was verified. */
    AFTER,

    /** It did not reach its goal: all was put back, or what is left was said. */
    ABORTED
  }

  /** Operations that others may have to know of. */
  public enum Subject {
    FAILOVER,
    SWITCHOVER,
    RELOCATION,
    FENCE,
    UNFENCE,
    RESOLVE,
    ROLLOUT_WAVE,
    BACKUP_BEGIN,
    BACKUP_END,

    /** No operation: that a source does not serve. There is only an after. */
    DETECTION
  }

  /** As it is written in settings: {@code after-backup-begin}. */
  public static Optional<HookPoint> parse(String text) {
    return all().stream().filter(point -> point.toString().equals(text.strip())).findFirst();
  }

  /** Every moment of every subject. */
  public static List<HookPoint> all() {
    return Arrays.stream(Subject.values())
        .flatMap(
            subject -> Arrays.stream(Moment.values()).map(each -> new HookPoint(each, subject)))
        .filter(point -> point.subject != Subject.DETECTION || point.moment == Moment.AFTER)
        .toList();
  }

  @Override
  public String toString() {
    return (moment + "-" + subject).toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
