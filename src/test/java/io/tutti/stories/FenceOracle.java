package io.tutti.stories;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A fence that SUCCEEDED takes no write until it is lifted or the server is started again. One that
 * ended while the fence was raised is fenced as soon as it answers again; what it took until then
 * is no broken promise.
 */
final class FenceOracle implements Oracle {
  private static final Duration BLUR = Duration.ofMillis(100);

  @Override
  public List<Violation> judge(Played played) {
    List<Violation> violations = new ArrayList<>();
    for (JsonNode operation : played.truth().operations()) {
      if (operation.at("/kind").asString().contains("fence")
          && !operation.at("/kind").asString().contains("unfence")
          && operation.at("/state").asString().equals("SUCCEEDED")) {
        judge(played, operation, violations);
      }
    }
    return violations;
  }

  private static void judge(Played played, JsonNode operation, List<Violation> violations) {
    Instant raised = Instant.parse(operation.at("/changedAt").asString());
    int node =
        played.truth().servers().values().stream()
            .filter(each -> each.address().equals(operation.at("/target").asString()))
            .map(Truth.Server::node)
            .findFirst()
            .orElse(0);
    Instant end = end(played, operation, node, raised);
    List<Clients.Ack> taken =
        played.acks().stream()
            .filter(ack -> ack.node() == node)
            .filter(ack -> ack.began().isAfter(raised.plus(BLUR)) && ack.confirmed().isBefore(end))
            .toList();
    if (!taken.isEmpty()) {
      violations.add(
          new Violation(
              "WRITE_THROUGH_FENCE",
              "%s raised at %s, and %d writes were taken until %s, the first at %s"
                  .formatted(
                      operation.at("/id").asString(),
                      raised,
                      taken.size(),
                      end,
                      taken.getFirst().began())));
    }
  }

  /** Until when it is to keep clients out. */
  private static Instant end(Played played, JsonNode fence, int node, Instant raised) {
    Instant asked = Instant.parse(fence.at("/requestedAt").asString());
    Instant lifted =
        played.truth().operations().stream()
            .filter(each -> each.at("/kind").asString().contains("unfence"))
            .filter(each -> each.at("/target").equals(fence.at("/target")))
            .map(each -> Instant.parse(each.at("/requestedAt").asString()))
            .filter(at -> at.isAfter(raised))
            .min(java.util.Comparator.naturalOrder())
            .orElse(Instant.MAX);
    return played
        .deeds(Deed.Ended.class, node)
        .map(Deed.Ended::at)
        .filter(at -> at.isAfter(asked) && at.isBefore(lifted))
        .min(java.util.Comparator.naturalOrder())
        .orElse(lifted);
  }
}
