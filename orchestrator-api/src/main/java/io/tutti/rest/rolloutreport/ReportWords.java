package io.tutti.rest.rolloutreport;

import io.tutti.api.RolloutReportView.CourseView;
import io.tutti.api.RolloutReportView.ReportedChangeView;
import io.tutti.api.RolloutReportView.ReportedReplicaView;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What both forms of a report say in the same words. */
final class ReportWords {
  private static final double HUNDRED = 100;

  private ReportWords() {}

  /** {@code LEFT_OUT} as "left out". */
  static String state(String state) {
    return state.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  static String second(Instant moment) {
    return moment.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** As many digits as say something. */
  static String number(double value) {
    if (value == Math.rint(value) || Math.abs(value) >= HUNDRED) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    return String.format(Locale.ROOT, Math.abs(value) >= 1 ? "%.1f" : "%.3f", value);
  }

  static String number(Optional<Double> value) {
    return value.map(ReportWords::number).orElse("–");
  }

  static String before(Optional<CourseView> course) {
    return number(course.flatMap(CourseView::before));
  }

  static String after(Optional<CourseView> course) {
    return number(course.flatMap(CourseView::after));
  }

  /** What was done to a server, and beside whom it was watched. */
  static String done(ReportedReplicaView replica) {
    List<String> parts = new ArrayList<>();
    parts.add(
        String.join(", ", replica.settings())
            + (replica.because().isEmpty() ? "" : ", " + String.join(" ", replica.because())));
    replica.changed().ifPresent(change -> parts.add(operation("set", change)));
    replica.undone().ifPresent(undo -> parts.add(operation("undone", undo)));
    if (replica.changed().isEmpty()) {
      parts.add("nothing was changed");
    }
    replica.control().ifPresent(control -> parts.add("beside " + control));
    replica.why().ifPresent(parts::add);
    return String.join("; ", parts);
  }

  private static String operation(String what, ReportedChangeView change) {
    return what
        + change.began().map(at -> " at " + second(at)).orElse("")
        + " by operation "
        + change.operation();
  }
}
