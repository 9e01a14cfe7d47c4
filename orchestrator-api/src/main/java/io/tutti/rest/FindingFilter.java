package io.tutti.rest;

import io.tutti.analysis.Finding;
import io.tutti.analysis.FindingCode;
import io.tutti.analysis.FindingKind;
import io.tutti.analysis.NotJudged;
import io.tutti.analysis.Severity;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.knob.NearNames;
import io.tutti.topology.Cluster;
import io.tutti.topology.Extent;
import io.tutti.topology.TopologySnapshot;
import io.tutti.world.Found;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which findings are asked for. Of what is empty, all are.
 *
 * @param codes their names
 */
record FindingFilter(
    Set<Severity> severities,
    Set<String> codes,
    List<Cluster> clusters,
    Set<InstanceAddress> instances) {
  /** Nothing is left out. */
  static final FindingFilter ALL = new FindingFilter(Set.of(), Set.of(), List.of(), Set.of());

  FindingFilter {
    severities = Set.copyOf(severities);
    codes = Set.copyOf(codes);
    clusters = List.copyOf(clusters);
    instances = Set.copyOf(instances);
  }

  /** As a request names them. */
  record Asked(
      List<String> severities, List<String> codes, List<String> clusters, List<String> instances) {}

  /**
   * @throws OrchestratorException INVALID_REQUEST, UNKNOWN_CLUSTER, UNKNOWN_INSTANCE, of a name
   *     that there is not
   */
  static FindingFilter of(Asked asked, Fleet fleet, TopologySnapshot snapshot) {
    return new FindingFilter(
        asked.severities().stream()
            .map(FindingFilter::severity)
            .collect(Collectors.toUnmodifiableSet()),
        asked.codes().stream()
            .map(name -> requireKind(name).name())
            .collect(Collectors.toUnmodifiableSet()),
        asked.clusters().stream()
            .map(name -> fleet.requireCluster(snapshot, name))
            .distinct()
            .toList(),
        asked.instances().stream()
            .map(name -> Fleet.requireNode(snapshot, Fleet.parse(name)).address())
            .collect(Collectors.toUnmodifiableSet()));
  }

  /** Those of one code, of a server or a cluster. */
  static FindingFilter of(String code, Extent of, TopologySnapshot snapshot) {
    return new FindingFilter(
        Set.of(),
        Set.of(code),
        of.cluster().flatMap(snapshot::findCluster).stream().toList(),
        of.instance().stream().collect(Collectors.toUnmodifiableSet()));
  }

  /** What is found of the parallel settings of an instance. */
  static FindingFilter ofParallelism(InstanceAddress instance) {
    return new FindingFilter(
        Set.of(),
        Stream.concat(
                Stream.of(FindingCode.SETTINGS_DRIFTED.name()),
                Arrays.stream(AdviceCode.values())
                    .filter(code -> code != AdviceCode.COMMITS_NOT_DURABLE)
                    .map(AdviceCode::name))
            .collect(Collectors.toUnmodifiableSet()),
        List.of(),
        Set.of(instance));
  }

  boolean lets(Found found) {
    Finding finding = found.finding();
    return (severities.isEmpty() || severities.contains(finding.severity()))
        && lets(finding.code(), finding.about());
  }

  /** What was not judged has no severity. */
  boolean lets(NotJudged open) {
    return lets(open.code(), open.about());
  }

  private boolean lets(FindingKind code, Finding.About about) {
    return (codes.isEmpty() || codes.contains(code.name()))
        && (instances.isEmpty() || about.instance().filter(instances::contains).isPresent());
  }

  private static Severity severity(String name) {
    return Arrays.stream(Severity.values())
        .filter(each -> each.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() ->
            refusal(
                "severity",
                "There is no severity \"%s\".".formatted(name),
                "name one of critical, warning, notice"));
  }

  /** The kind of that name, written in any case, with dashes or underscores. */
  static FindingKind requireKind(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT).replace('-', '_');
    return FindingKind.all().stream()
        .filter(kind -> kind.name().equalsIgnoreCase(wanted))
        .findFirst()
        .orElseThrow(() ->
            refusal(
                "code", "There is no finding with the code \"%s\".".formatted(name), near(wanted)));
  }

  private static String near(String wanted) {
    List<String> near =
        NearNames.of(
            wanted,
            FindingKind.all().stream().map(kind -> kind.name().toLowerCase(Locale.ROOT)).toList());
    return near.isEmpty()
        ? "\"tutti explain\" lists all codes"
        : "did you mean "
            + String.join(" or ", near).toUpperCase(Locale.ROOT).replace(" OR ", " or ");
  }

  private static OrchestratorException refusal(String parameter, String observed, String remedy) {
    return new OrchestratorException(
        ErrorCode.INVALID_REQUEST, parameter, observed, List.of(remedy));
  }
}
