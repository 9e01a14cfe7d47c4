package io.tutti.analysis;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.advice.Advice;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.AdviceRule;
import io.tutti.spi.advice.Situation;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rules of all plugins: each server is judged by those of its own. Pure, as core knows no
 * flavor and the rules know no topology beyond a {@link Situation}.
 */
public final class AdviceCatalogue {
  /** No plugin advises. */
  public static final AdviceCatalogue NONE = new AdviceCatalogue(Map.of(), Map.of());

  private static final Ranking<AdviceRule, AdviceCode> RANKING =
      new Ranking<>(AdviceRule::code, AdviceRule::runsBefore);

  private final Map<String, List<AdviceRule>> rankedByFlavor;
  private final Map<AdviceCode, Double> thresholds;

  /** What one rule said of one subject. */
  record Judged(AdviceCode code, Observed<Advice> advice) {}

  private AdviceCatalogue(
      Map<String, List<AdviceRule>> rankedByFlavor, Map<AdviceCode, Double> thresholds) {
    this.rankedByFlavor = Map.copyOf(rankedByFlavor);
    this.thresholds = Map.copyOf(thresholds);
  }

  /**
   * The rules of these plugins.
   *
   * @throws IllegalArgumentException when a plugin has two rules for one code, or its order has a
   *     cycle
   */
  public static AdviceCatalogue of(List<FlavorProvider> providers) {
    Map<String, List<AdviceRule>> ranked = new HashMap<>();
    for (FlavorProvider provider : providers) {
      Set<AdviceCode> seen = new HashSet<>();
      for (AdviceRule rule : provider.advice()) {
        if (!seen.add(rule.code())) {
          throw new IllegalArgumentException(provider.id() + " has two rules for " + rule.code());
        }
      }
      ranked.put(provider.id(), RANKING.rank(provider.advice()));
    }
    return new AdviceCatalogue(ranked, Map.of());
  }

  /** The same without the rules that are off, and with other thresholds. */
  AdviceCatalogue with(FindingSettings settings) {
    Map<String, List<AdviceRule>> others = new HashMap<>();
    rankedByFlavor.forEach((flavor, rules) ->
        others.put(
            flavor,
            rules.stream().filter(rule -> !settings.isOff(new Advised(rule.code()))).toList()));
    return new AdviceCatalogue(others, settings.ofAdvice());
  }

  /** What the rules say of a subject, those left out that another one explains. */
  List<Judged> judge(Subject subject) {
    Optional<Situation> situation =
        situation(subject).map(found -> found.withThresholds(thresholds));
    if (situation.isEmpty()) {
      return List.of();
    }
    String flavor = situation.get().server().version().flavor();
    List<Judged> judged = new ArrayList<>();
    Set<AdviceCode> explained = EnumSet.noneOf(AdviceCode.class);
    for (AdviceRule rule : rankedByFlavor.getOrDefault(flavor, List.of())) {
      boolean fits = rule.code().isOfChannel() == (subject.scope() == Scope.CHANNEL);
      if (fits && !explained.contains(rule.code())) {
        Observed<Advice> advice = rule.judges().apply(situation.get());
        if (advice.isKnown()) {
          explained.addAll(rule.runsBefore());
        }
        judged.add(new Judged(rule.code(), advice));
      }
    }
    return judged;
  }

  private static Optional<Situation> situation(Subject subject) {
    return switch (subject) {
      case Subject.OfCluster cluster -> Optional.empty();
      case Subject.OfInstance instance -> ofServer(instance.snapshot(), instance.node());
      case Subject.OfChannel channel ->
          ofServer(channel.snapshot(), channel.node())
              .map(situation -> ofChannel(situation, channel.snapshot(), channel.link()));
    };
  }

  private static Optional<Situation> ofServer(TopologySnapshot snapshot, Node node) {
    return node.currentState()
        .map(state ->
            Situation.of(state)
                .withInterval(snapshot.intervalOf(node.address()))
                .withReplicas(
                    snapshot.linksTo(node.address()).isEmpty()
                        ? state.replicas().map(found -> !found.isEmpty())
                        : Observed.known(true)));
  }

  private static Situation ofChannel(
      Situation ofServer, TopologySnapshot snapshot, ReplicationLink link) {
    InstanceAddress source = link.source();
    Observed<InstanceState> state =
        snapshot
            .find(source)
            .flatMap(Node::currentState)
            .map(Observed::known)
            .orElse(Observed.unknown("the source " + source + " could not be read just now"));
    return ofServer.withChannel(link.channel(), state, snapshot.intervalOf(source));
  }
}
