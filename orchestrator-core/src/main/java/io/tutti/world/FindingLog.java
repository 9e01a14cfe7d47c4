package io.tutti.world;

import io.tutti.analysis.Finding;
import io.tutti.analysis.Severity;
import io.tutti.eventlog.EventLog;
import io.tutti.world.FindingChanges.Change;
import io.tutti.world.FindingChanges.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Says in the log what came to count of what is found and what counts no more, from WARNING on. */
public final class FindingLog implements Consumer<Change> {
  /** Longer after it was found first, a finding is not reported as new. */
  private static final Duration NEW_MAX = Duration.ofMinutes(1);

  @Override
  public void accept(Change change) {
    if (change.isFirst()) {
      List<Found> serious = serious(change.current());
      if (!serious.isEmpty()) {
        EventLog.warn("findings.at-start", counts(serious), codes(serious));
      }
      return;
    }
    serious(change.appeared()).forEach(found -> appeared(found, change.at()));
    serious(change.cleared())
        .forEach(found ->
            Optional.ofNullable(change.silenced().get(Key.of(found.finding())))
                .ifPresentOrElse(why -> silenced(found, why), () -> cleared(found, change.at())));
  }

  private static List<Found> serious(List<Found> found) {
    return found.stream()
        .filter(each -> each.finding().severity().compareTo(Severity.WARNING) >= 0)
        .toList();
  }

  private static String counts(List<Found> found) {
    Map<Severity, Long> counts =
        found.stream()
            .collect(
                Collectors.groupingBy(
                    each -> each.finding().severity(),
                    () -> new TreeMap<Severity, Long>(Comparator.reverseOrder()),
                    Collectors.counting()));
    return counts.entrySet().stream()
        .map(each -> each.getValue() + " " + each.getKey())
        .collect(Collectors.joining(", "));
  }

  private static String codes(List<Found> found) {
    Map<String, Long> counts =
        found.stream()
            .collect(
                Collectors.groupingBy(
                    each -> each.finding().code().name(), TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(each ->
            each.getValue() == 1 ? each.getKey() : each.getKey() + " (" + each.getValue() + ")")
        .collect(Collectors.joining(", "));
  }

  /** What was there before was not counted until now. */
  private static void appeared(Found found, Instant at) {
    Finding finding = found.finding();
    boolean isNew = found.since().isAfter(at.minus(NEW_MAX));
    EventLog.warn(
        isNew ? "finding.new" : "finding.counts-again",
        finding.subject(),
        "%s %s. %s"
            .formatted(finding.severity(), finding.code().name(), finding.evidence().sentence()));
  }

  private static void silenced(Found found, Silenced why) {
    Finding finding = found.finding();
    EventLog.note(
        "finding.silenced",
        finding.subject(),
        "%s %s, by %s, %s: %s."
            .formatted(
                finding.severity(),
                finding.code().name(),
                why.by(),
                why.until().map(end -> "until " + end).orElse("until it is over"),
                why.reason()));
  }

  private static void cleared(Found found, Instant at) {
    Finding finding = found.finding();
    EventLog.note(
        "finding.cleared",
        finding.subject(),
        "%s %s, after %s."
            .formatted(
                finding.severity(),
                finding.code().name(),
                EventLog.inWords(Duration.between(found.since(), at))));
  }
}
