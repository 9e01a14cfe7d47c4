package io.tutti.promotion;

import io.tutti.model.Claim;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.Optional;

/** Whether another controller would fail a source over by itself, as it was when read last. */
public final class RivalController {
  private RivalController() {}

  /** Why this one must not do it by itself: two would promote, each another one. */
  public static Optional<String> why(TopologySnapshot topology, InstanceAddress source) {
    return topology
        .find(source)
        .flatMap(Node::state)
        .map(InstanceState::claim)
        .flatMap(claim ->
            switch (claim) {
              case Observed.Known<Claim>(Claim known) -> others(known.others());
              case Observed.Absent<Claim> absent -> Optional.empty();
              case Observed.Unknown<Claim>(String why) ->
                  Optional.of(
                      "Whether another controller would fail it over by itself, too, is not known: "
                          + why);
            });
  }

  private static Optional<String> others(List<String> others) {
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Another controller would fail it over by itself, too (%s)"
                .formatted(String.join("; ", others)));
  }
}
