package io.tutti.analysis;

import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs the catalogue over a snapshot. Pure. */
public final class Analysis {
  private final List<FindingRule> ranked;

  /**
   * @param catalogue one rule for each code
   * @throws IllegalArgumentException when a code has no rule or two, or the order has a cycle
   */
  public Analysis(List<FindingRule> catalogue) {
    Map<FindingCode, FindingRule> byCode = new EnumMap<>(FindingCode.class);
    for (FindingRule rule : catalogue) {
      if (byCode.put(rule.code(), rule) != null) {
        throw new IllegalArgumentException(rule.code() + " has two rules");
      }
    }
    for (FindingCode code : FindingCode.values()) {
      if (!byCode.containsKey(code)) {
        throw new IllegalArgumentException(code + " has no rule");
      }
    }
    this.ranked = rank(byCode);
  }

  /** Topological order: a rule comes after every rule that runs before it. */
  private static List<FindingRule> rank(Map<FindingCode, FindingRule> byCode) {
    List<FindingRule> ranked = new ArrayList<>();
    Set<FindingCode> placed = EnumSet.noneOf(FindingCode.class);
    while (ranked.size() < byCode.size()) {
      List<FindingRule> ready =
          byCode.values().stream()
              .filter(rule -> !placed.contains(rule.code()))
              .filter(rule ->
                  byCode.values().stream()
                      .filter(other -> other.runsBefore().contains(rule.code()))
                      .allMatch(other -> placed.contains(other.code())))
              .toList();
      if (ready.isEmpty()) {
        Set<FindingCode> left = EnumSet.copyOf(byCode.keySet());
        left.removeAll(placed);
        throw new IllegalArgumentException("the order of these rules has a cycle: " + left);
      }
      ready.forEach(rule -> placed.add(rule.code()));
      ranked.addAll(ready);
    }
    return List.copyOf(ranked);
  }

  /** The rules in the order in which they run. */
  public List<FindingRule> ranked() {
    return ranked;
  }

  /** Everything found, worst first. */
  public List<Finding> findings(TopologySnapshot snapshot) {
    return snapshot.clusters().stream()
        .flatMap(cluster -> findings(snapshot, cluster).stream())
        .sorted(Comparator.comparing((Finding finding) -> finding.code().severity()).reversed())
        .toList();
  }

  /** What is found in one cluster, worst first. */
  public List<Finding> findings(TopologySnapshot snapshot, Cluster cluster) {
    List<Finding> findings = new ArrayList<>();
    for (Subject subject : subjects(snapshot, cluster)) {
      Set<FindingCode> explained = EnumSet.noneOf(FindingCode.class);
      for (FindingRule rule : ranked) {
        if (rule.code().scope() == subject.scope() && !explained.contains(rule.code())) {
          rule.looksAt()
              .apply(subject)
              .ifPresent(evidence -> {
                findings.add(new Finding(rule.code(), cluster.name(), subject.name(), evidence));
                explained.addAll(rule.runsBefore());
              });
        }
      }
    }
    findings.sort(Comparator.comparing((Finding finding) -> finding.code().severity()).reversed());
    return List.copyOf(findings);
  }

  private static List<Subject> subjects(TopologySnapshot snapshot, Cluster cluster) {
    List<Subject> subjects = new ArrayList<>();
    subjects.add(new Subject.OfCluster(snapshot, cluster));
    for (var address : cluster.members()) {
      Node node = snapshot.find(address).orElseThrow();
      subjects.add(new Subject.OfInstance(snapshot, cluster, node));
      if (node.isReached()) {
        snapshot
            .linksOf(address)
            .forEach(link -> subjects.add(new Subject.OfChannel(snapshot, cluster, node, link)));
      }
    }
    return subjects;
  }
}
