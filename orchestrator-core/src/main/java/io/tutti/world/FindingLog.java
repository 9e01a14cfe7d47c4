package io.tutti.world;

import io.tutti.analysis.Finding;
import io.tutti.analysis.Severity;
import io.tutti.eventlog.EventLog;
import io.tutti.world.FindingChanges.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Says in the log what came to be found and what is found no more, from WARNING on. */
public final class FindingLog implements Consumer<Change> {

  @Override
  public void accept(Change change) {
    if (change.isFirst()) {
      List<Found> serious = serious(change.current());
      if (!serious.isEmpty()) {
        EventLog.warn("findings.at-start", counts(serious), codes(serious));
      }
      return;
    }
    serious(change.appeared()).forEach(FindingLog::appeared);
    serious(change.cleared()).forEach(found -> cleared(found, change.at()));
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

  private static void appeared(Found found) {
    Finding finding = found.finding();
    EventLog.warn(
        "finding.new",
        finding.subject(),
        "%s %s. %s"
            .formatted(finding.severity(), finding.code().name(), finding.evidence().sentence()));
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
