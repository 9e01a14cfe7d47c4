package io.tutti.operation.reconnect;

import io.tutti.detection.Doubt;
import io.tutti.recovery.BackOff;
import io.tutti.recovery.Case;
import io.tutti.recovery.Decision;
import io.tutti.recovery.RecoveryRule;
import io.tutti.recovery.RecoveryRule.Times;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Asks the receivers of each source whose host does not answer, as long as some of them say that
 * they are connected, and nobody hears from it.
 */
final class ReconnectRecovery {
  /** What is in its way, such as another operation, may be over in a moment. */
  private static final Duration PAUSE_MAX = Duration.ofSeconds(2);

  /** One that received the rest of what was under way was left alone, and is asked again. */
  private static final Duration AGAIN_AFTER = Duration.ofSeconds(5);

  private ReconnectRecovery() {}

  static RecoveryRule rule(ReconnectPolicy policy) {
    return new RecoveryRule(
        "reconnect",
        (world, now) -> cases(world, policy, now),
        BackOff.upTo(PAUSE_MAX).withBetween(AGAIN_AFTER),
        Times.WHILE_WANTED);
  }

  /** Each source whose host does not answer, though receivers say that they are connected. Pure. */
  static List<Case> cases(WorldView world, ReconnectPolicy policy, Instant now) {
    return doubts(world.topology())
        .filter(doubt -> !doubt.asked().isEmpty() || !doubt.spared().isEmpty())
        .map(doubt ->
            new Case(
                "%s since %s".formatted(doubt.source(), doubt.since()),
                doubt.source(),
                decide(world, doubt, policy, now)))
        .toList();
  }

  private static Stream<Doubt> doubts(TopologySnapshot topology) {
    return topology.clusters().stream()
        .flatMap(cluster -> cluster.members().stream())
        .distinct()
        .flatMap(member -> topology.find(member).stream())
        .filter(node -> node.failure().isPresent())
        .flatMap(node -> of(topology, node));
  }

  private static Stream<Doubt> of(TopologySnapshot topology, Node node) {
    return Doubt.of(topology, node).stream();
  }

  private static Decision decide(
      WorldView world, Doubt doubt, ReconnectPolicy policy, Instant now) {
    if (policy == ReconnectPolicy.OFF) {
      return new Decision.AskOperator("tutti.detection.reconnect is OFF.");
    }
    if (doubt.asked().stream().noneMatch(each -> Spared.why(world, each, now).isEmpty())) {
      return new Decision.AskOperator(
          "No receiver of %s can be asked whether it reaches it. %s"
              .formatted(doubt.source(), String.join(". ", Spared.all(world, doubt, now))));
    }
    return new Decision.Recover(
        new ReconnectRequest(doubt.source()).toGoal(),
        "%s does not answer, nor does its host, and receivers say that they are connected to it."
            .formatted(doubt.source()));
  }
}
