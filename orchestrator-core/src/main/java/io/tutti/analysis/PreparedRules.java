package io.tutti.analysis;

import io.tutti.error.Remedies;
import io.tutti.model.InstanceState;
import io.tutti.model.PreparedTransaction;
import io.tutti.topology.ReplicationLink;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whether transactions that were prepared by XA are left to nobody. */
final class PreparedRules {
  private static final int NAMED_MAX = 5;

  private PreparedRules() {}

  /**
   * Of a replica those only that its source does not have prepared: the others are its source's.
   */
  static Optional<Evidence> left(Subject.OfInstance subject, Duration longest) {
    return subject
        .node()
        .currentState()
        .map(state -> left(subject, state, longest))
        .filter(left -> !left.isEmpty())
        .map(left ->
            Evidence.of(
                "%s has %d prepared by XA that nobody has ended: %s. Each keeps its locks, and who waits for these waits for it."
                    .formatted(subject.name(), left.size(), named(left)),
                Remedies.of("let their coordinator end them")
                    .or(
                        "if it has forgotten them: XA COMMIT or XA ROLLBACK on %s, with the name of each"
                            .formatted(subject.name()))));
  }

  private static List<PreparedTransaction> left(
      Subject.OfInstance subject, InstanceState state, Duration longest) {
    List<String> above = above(subject);
    return state.prepared().asOptional().orElse(List.of()).stream()
        .filter(
            each -> Duration.between(each.seenSince(), state.observedAt()).compareTo(longest) >= 0)
        .filter(each -> !above.contains(each.xid()))
        .toList();
  }

  private static List<String> above(Subject.OfInstance subject) {
    return subject.snapshot().linksOf(subject.node().address()).stream()
        .map(ReplicationLink::source)
        .flatMap(source -> subject.snapshot().find(source).stream())
        .flatMap(node -> node.state().stream())
        .flatMap(state -> state.prepared().asOptional().stream())
        .flatMap(List::stream)
        .map(PreparedTransaction::xid)
        .toList();
  }

  private static String named(List<PreparedTransaction> left) {
    String some =
        left.stream()
            .limit(NAMED_MAX)
            .map(each ->
                "%s, since %s at least"
                    .formatted(each.xid(), each.seenSince().truncatedTo(ChronoUnit.SECONDS)))
            .collect(Collectors.joining("; "));
    return left.size() > NAMED_MAX
        ? "%s; and %d more".formatted(some, left.size() - NAMED_MAX)
        : some;
  }
}
