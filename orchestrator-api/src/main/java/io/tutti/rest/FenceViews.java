package io.tutti.rest;

import io.tutti.api.FenceView;
import io.tutti.model.InstanceAddress;
import io.tutti.topology.Fence;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns what the engine knows into {@link FenceView}s. */
final class FenceViews {
  private FenceViews() {}

  static FenceView none(InstanceAddress address) {
    return new FenceView(
        address.toString(),
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Map.of(),
        List.of());
  }

  static FenceView of(Fence fence) {
    return new FenceView(
        fence.instance().toString(),
        true,
        Optional.of(fence.since().toString()),
        fence.why(),
        fence.incident(),
        fence.shut(),
        fence.before(),
        fence.open());
  }
}
