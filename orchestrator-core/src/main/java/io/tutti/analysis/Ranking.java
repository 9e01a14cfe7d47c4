package io.tutti.analysis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Topological order of rules: each comes after every rule that runs before it.
 *
 * @param code what a rule judges
 * @param before the codes that a rule explains
 */
record Ranking<R, C>(Function<R, C> code, Function<R, Set<C>> before) {

  /**
   * The rules in their order.
   *
   * @throws IllegalArgumentException when the order has a cycle
   */
  List<R> rank(Collection<R> rules) {
    List<R> ranked = new ArrayList<>();
    Set<C> placed = new HashSet<>();
    while (ranked.size() < rules.size()) {
      List<R> ready = rules.stream().filter(rule -> isReady(rule, rules, placed)).toList();
      if (ready.isEmpty()) {
        Set<C> left = rules.stream().map(code).collect(Collectors.toSet());
        left.removeAll(placed);
        throw new IllegalArgumentException("the order of these rules has a cycle: " + left);
      }
      ready.forEach(rule -> placed.add(code.apply(rule)));
      ranked.addAll(ready);
    }
    return List.copyOf(ranked);
  }

  private boolean isReady(R rule, Collection<R> rules, Set<C> placed) {
    C own = code.apply(rule);
    return !placed.contains(own)
        && rules.stream()
            .filter(other -> before.apply(other).contains(own))
            .allMatch(other -> placed.contains(code.apply(other)));
  }
}
