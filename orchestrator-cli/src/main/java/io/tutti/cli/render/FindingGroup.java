package io.tutti.cli.render;

import io.tutti.api.FindingView;
import io.tutti.api.RemedyView;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * All findings of one code and severity.
 *
 * @param findings at least one
 */
record FindingGroup(List<FindingView> findings) {
  private static final List<String> WORST_FIRST = List.of("CRITICAL", "WARNING", "NOTICE");

  FindingGroup {
    findings = List.copyOf(findings);
  }

  private record Key(String severity, String code) {}

  /** The worst first, and of those of one severity the one with most findings. */
  static List<FindingGroup> of(List<FindingView> findings) {
    Map<Key, List<FindingView>> byCode =
        findings.stream()
            .sorted(Comparator.comparing(FindingView::cluster).thenComparing(FindingView::subject))
            .collect(
                Collectors.groupingBy(
                    finding -> new Key(finding.severity(), finding.code()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return byCode.values().stream()
        .map(FindingGroup::new)
        .sorted(
            Comparator.comparingInt(FindingGroup::rank)
                .thenComparingInt(group -> -group.findings().size())
                .thenComparing(FindingGroup::code))
        .toList();
  }

  private FindingView first() {
    return findings.getFirst();
  }

  String code() {
    return first().code();
  }

  String severity() {
    return first().severity();
  }

  String description() {
    return first().description();
  }

  boolean isNotice() {
    return severity().equals("NOTICE");
  }

  private int rank() {
    int rank = WORST_FIRST.indexOf(severity());
    return rank < 0 ? WORST_FIRST.size() : rank;
  }

  /** {@code 3 servers}. */
  String counted() {
    String one =
        switch (first().scope()) {
          case "CHANNEL" -> "channel";
          case "CLUSTER" -> "cluster";
          default -> "server";
        };
    return findings.size() + " " + one + (findings.size() == 1 ? "" : "s");
  }

  /** What can be done about all of them; empty where it differs. */
  Optional<List<RemedyView>> commonRemedies() {
    return findings.stream().map(FindingView::remedies).distinct().count() == 1
        ? Optional.of(first().remedies())
        : Optional.empty();
  }
}
