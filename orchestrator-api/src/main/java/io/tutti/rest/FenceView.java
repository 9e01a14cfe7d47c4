package io.tutti.rest;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.Fence;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The fence around an instance.
 *
 * @param shut the variables that keep clients away
 * @param before what they were
 * @param open what it does not keep away, and what of it failed
 */
record FenceView(
    String address,
    boolean fenced,
    Optional<String> since,
    Optional<String> why,
    Optional<String> incident,
    Map<String, String> shut,
    Map<String, String> before,
    List<String> open) {

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
