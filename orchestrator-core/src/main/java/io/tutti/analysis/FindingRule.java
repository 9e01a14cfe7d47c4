package io.tutti.analysis;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * One row of the catalogue.
 *
 * @param runsBefore the codes that this one explains: they are looked at later, and not at all for
 *     a subject where it hit
 * @param looksAt the predicate, pure: the evidence when it hits
 */
public record FindingRule(
    FindingCode code, Set<FindingCode> runsBefore, Function<Subject, Optional<Evidence>> looksAt) {

  public FindingRule {
    runsBefore = Set.copyOf(runsBefore);
    for (FindingCode later : runsBefore) {
      if (later.scope() != code.scope()) {
        throw new IllegalArgumentException(
            code + " looks at another scope than " + later + ", which it is to run before");
      }
    }
  }

  static FindingRule ofInstance(
      FindingCode code,
      Set<FindingCode> runsBefore,
      Function<Subject.OfInstance, Optional<Evidence>> looksAt) {
    return new FindingRule(
        code,
        runsBefore,
        s -> s instanceof Subject.OfInstance instance ? looksAt.apply(instance) : Optional.empty());
  }

  static FindingRule ofChannel(
      FindingCode code,
      Set<FindingCode> runsBefore,
      Function<Subject.OfChannel, Optional<Evidence>> looksAt) {
    return new FindingRule(
        code,
        runsBefore,
        s -> s instanceof Subject.OfChannel channel ? looksAt.apply(channel) : Optional.empty());
  }

  static FindingRule ofCluster(
      FindingCode code,
      Set<FindingCode> runsBefore,
      Function<Subject.OfCluster, Optional<Evidence>> looksAt) {
    return new FindingRule(
        code,
        runsBefore,
        s -> s instanceof Subject.OfCluster cluster ? looksAt.apply(cluster) : Optional.empty());
  }
}
