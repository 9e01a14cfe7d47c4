package io.tutti.operation.rebuild;

import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ReplicaHint;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.stream.Stream;

/** Who replicates from a server: by what is known of the others, and by what it shows itself. */
final class Below {
  private Below() {}

  static Observed<List<String>> of(TopologySnapshot snapshot, InstanceState state) {
    Stream<String> known =
        snapshot.linksTo(state.address()).stream().map(link -> link.replica().toString());
    return state
        .replicas()
        .map(hints -> Stream.concat(known, hints.stream().map(Below::name)).distinct().toList());
  }

  private static String name(ReplicaHint hint) {
    return hint.host().orElse("a replica that does not report its name")
        + hint.port().map(port -> ":" + port).orElse("");
  }
}
