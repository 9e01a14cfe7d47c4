package io.tutti.spi.advice;

import io.tutti.model.Observed;
import java.util.Set;
import java.util.function.Function;

/**
 * One rule of a plugin.
 *
 * @param runsBefore the codes that this one explains: they are not looked at where it hit
 * @param judges the predicate, pure: known with what there is to say; absent when all is well;
 *     unknown, and why, when a fact that it needs is not known
 */
public record AdviceRule(
    AdviceCode code, Set<AdviceCode> runsBefore, Function<Situation, Observed<Advice>> judges) {
  public AdviceRule {
    runsBefore = Set.copyOf(runsBefore);
    for (AdviceCode later : runsBefore) {
      if (later.isOfChannel() != code.isOfChannel()) {
        throw new IllegalArgumentException(
            code + " looks at another scope than " + later + ", which it is to run before");
      }
    }
  }

  public static AdviceRule of(AdviceCode code, Function<Situation, Observed<Advice>> judges) {
    return new AdviceRule(code, Set.of(), judges);
  }

  /** The same, explaining others. */
  public AdviceRule before(AdviceCode... later) {
    return new AdviceRule(code, Set.of(later), judges);
  }
}
