package io.tutti.analysis;

import io.tutti.topology.Fence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules about servers that are kept from their clients. */
final class FenceRules {
  private FenceRules() {}

  static List<FindingRule> rules() {
    return List.of(
        FindingRule.ofInstance(FindingCode.FENCED, Set.of(), FenceRules::fenced),
        FindingRule.ofInstance(
            FindingCode.FENCE_BROKEN, Set.of(FindingCode.FENCED), FenceRules::broken));
  }

  private static Optional<Fence> fence(Subject.OfInstance subject) {
    return subject.snapshot().fenceOf(subject.node().address());
  }

  private static Optional<Evidence> fenced(Subject.OfInstance subject) {
    return fence(subject)
        .map(fence ->
            Evidence.of(
                "%s is kept from its clients since %s%s.%s"
                    .formatted(
                        subject.name(),
                        fence.since(),
                        because(fence),
                        fence.open().isEmpty()
                            ? ""
                            : " Left open: " + String.join(" ", fence.open())),
                "tutti crash show " + subject.name(),
                "tutti crash unfence %s --dry-run: tells what is in the way"
                    .formatted(subject.name())));
  }

  private static String because(Fence fence) {
    List<String> said = new ArrayList<>();
    fence.why().ifPresent(said::add);
    fence.incident().ifPresent(incident -> said.add("incident " + incident));
    return said.isEmpty() ? "" : " (" + String.join("; ", said) + ")";
  }

  private static Optional<Evidence> broken(Subject.OfInstance subject) {
    return fence(subject)
        .flatMap(fence ->
            subject
                .node()
                .currentState()
                .map(fence::brokenBy)
                .filter(differing -> !differing.isEmpty())
                .map(differing ->
                    Evidence.of(
                        "%s is to be fenced since %s, and %s: somebody has lifted it by hand, or it cannot be raised."
                            .formatted(subject.name(), fence.since(), String.join(", ", differing)),
                        "tutti crash fence " + subject.name(),
                        "tutti crash unfence %s, where it may be used again"
                            .formatted(subject.name()),
                        "tutti audit: tells why it was not raised after a restart")));
  }
}
