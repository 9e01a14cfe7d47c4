package io.tutti.analysis;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules about servers that are to be rebuilt. */
final class RebuildRules {
  private RebuildRules() {}

  static List<FindingRule> rules() {
    return List.of(
        FindingRule.ofInstance(FindingCode.MARKED_FOR_REBUILD, Set.of(), RebuildRules::marked));
  }

  private static Optional<Evidence> marked(Subject.OfInstance subject) {
    return subject
        .world()
        .rebuildOf(subject.node().address())
        .map(mark ->
            Evidence.of(
                "%s.%s"
                    .formatted(
                        mark, mark.donor().map(" %s is copied for it."::formatted).orElse("")),
                Remedies.of(Acts.dryRun(Acts.rebuild(subject.name())))
                    .or("%s, if it is intact after all", Acts.unmark(subject.name()))));
  }
}
