package io.tutti.operation.rejoin;

import io.tutti.model.InstanceState;
import io.tutti.operation.fence.FenceRequest;
import io.tutti.promotion.FormerSource;
import io.tutti.topology.Fence;
import io.tutti.topology.Node;
import io.tutti.topology.WorldView;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A source that was fenced as it was failed over, and answers; and who has its place.
 *
 * @param former nobody has marked it to be rebuilt
 */
record Returned(Fence fence, InstanceState former, InstanceState source) {

  /** All of them, by address. Pure. */
  static Stream<Returned> all(WorldView world) {
    return world.records().fences().values().stream()
        .filter(fence -> fence.why().equals(Optional.of(FenceRequest.REPLACED)))
        .filter(fence -> world.rebuildOf(fence.instance()).isEmpty())
        .sorted(Comparator.comparing(Fence::instance))
        .flatMap(fence ->
            world.topology().find(fence.instance()).flatMap(Node::currentState).stream()
                .flatMap(former ->
                    FormerSource.writer(world, fence.instance()).stream()
                        .map(source -> new Returned(fence, former, source))));
  }
}
