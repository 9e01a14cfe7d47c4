package io.tutti.analysis;

import io.tutti.error.Remedies;
import io.tutti.model.Observed;
import io.tutti.promotion.Foresight;
import io.tutti.promotion.IfSourceDied;
import io.tutti.spi.advice.Advice;
import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Runs the catalogue over a view of the world. Pure. */
public final class Analysis {
  private static final Ranking<FindingRule, FindingCode> RANKING =
      new Ranking<>(FindingRule::code, FindingRule::runsBefore);

  private final List<FindingRule> ranked;
  private final AdviceCatalogue advice;
  private final FindingSettings settings;
  private final Foresight foresight;

  /** Without the advice of plugins. */
  public Analysis(List<FindingRule> catalogue) {
    this(catalogue, AdviceCatalogue.NONE, FindingSettings.USUAL);
  }

  /** All rules of core, and those of plugins, as the settings want them. */
  public static Analysis of(AdviceCatalogue advice, FindingSettings settings) {
    return of(advice, settings, Foresight.NONE);
  }

  /** The same, and what would be if sources died. */
  public static Analysis of(AdviceCatalogue advice, FindingSettings settings, Foresight foresight) {
    return new Analysis(FindingCatalogue.rules(settings, foresight), advice, settings, foresight);
  }

  /**
   * @param catalogue one rule for each code
   * @param advice the rules of the plugins
   * @param settings which of them are off, and how much each matters
   * @throws IllegalArgumentException when a code has no rule or two, or the order has a cycle
   */
  public Analysis(List<FindingRule> catalogue, AdviceCatalogue advice, FindingSettings settings) {
    this(catalogue, advice, settings, Foresight.NONE);
  }

  private Analysis(
      List<FindingRule> catalogue,
      AdviceCatalogue advice,
      FindingSettings settings,
      Foresight foresight) {
    this.settings = settings;
    this.foresight = foresight;
    this.advice = advice.with(settings);
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
    this.ranked =
        RANKING.rank(byCode.values()).stream()
            .filter(rule -> !settings.isOff(rule.code()))
            .toList();
  }

  /** The rules that are not off, in the order in which they run. */
  public List<FindingRule> ranked() {
    return ranked;
  }

  /** Everything found, worst first. */
  public List<Finding> findings(WorldView world) {
    return world.topology().clusters().stream()
        .flatMap(cluster -> findings(world, cluster).stream())
        .sorted(Comparator.comparing(Finding::severity).reversed())
        .toList();
  }

  /** What is found in one cluster, worst first. */
  public List<Finding> findings(WorldView world, Cluster cluster) {
    List<Finding> findings = new ArrayList<>();
    for (Subject subject : subjects(world, cluster)) {
      Set<FindingCode> explained = EnumSet.noneOf(FindingCode.class);
      for (FindingRule rule : ranked) {
        if (rule.code().scope() == subject.scope() && !explained.contains(rule.code())) {
          rule.looksAt()
              .apply(subject)
              .ifPresent(evidence -> {
                findings.add(found(rule.code(), subject, evidence));
                explained.addAll(rule.runsBefore());
              });
        }
      }
      for (AdviceCatalogue.Judged judged : advice.judge(subject)) {
        judged
            .advice()
            .asOptional()
            .map(said -> new Evidence(said.sentence(), Remedies.advice(said.remedies())))
            .ifPresent(
                evidence -> findings.add(found(new Advised(judged.code()), subject, evidence)));
      }
    }
    findings.sort(Comparator.comparing(Finding::severity).reversed());
    return List.copyOf(findings);
  }

  /** What would be if a source of a cluster died now. */
  public List<IfSourceDied> foreseen(WorldView world, Cluster cluster) {
    return cluster.members().stream()
        .sorted()
        .flatMap(member -> foresight.of(world, cluster, member).stream())
        .toList();
  }

  private Finding found(FindingKind code, Subject subject, Evidence evidence) {
    return Finding.of(code, settings.severity(code), subject, evidence);
  }

  /** What could not be judged of a cluster, because a fact that it needs is unknown. */
  public List<NotJudged> notJudged(WorldView world, Cluster cluster) {
    List<NotJudged> open = new ArrayList<>();
    for (Subject subject : subjects(world, cluster)) {
      if (subject instanceof Subject.OfInstance instance) {
        notJudged(instance).forEach(open::add);
      }
      for (AdviceCatalogue.Judged judged : advice.judge(subject)) {
        if (judged.advice() instanceof Observed.Unknown<Advice>(String why)) {
          open.add(NotJudged.of(new Advised(judged.code()), subject, why));
        }
      }
    }
    return List.copyOf(open);
  }

  private Stream<NotJudged> notJudged(Subject.OfInstance instance) {
    return Stream.of(
            settings.isOff(FindingCode.STARTS_UNFENCED)
                ? Optional.<NotJudged>empty()
                : FenceRules.notJudged(instance),
            NextStartRules.notJudged(instance).filter(each -> !isOff(each)))
        .flatMap(Optional::stream);
  }

  private boolean isOff(NotJudged open) {
    return open.code() instanceof FindingCode code && settings.isOff(code);
  }

  private static List<Subject> subjects(WorldView world, Cluster cluster) {
    List<Subject> subjects = new ArrayList<>();
    subjects.add(new Subject.OfCluster(world, cluster));
    for (var address : cluster.members()) {
      Node node = world.topology().find(address).orElseThrow();
      subjects.add(new Subject.OfInstance(world, cluster, node));
      if (node.isReached()) {
        world
            .topology()
            .linksOf(address)
            .forEach(link -> subjects.add(new Subject.OfChannel(world, cluster, node, link)));
      }
    }
    return subjects;
  }
}
