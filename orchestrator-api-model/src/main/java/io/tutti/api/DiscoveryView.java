package io.tutti.api;

import java.util.List;
import java.util.Optional;

/** What a discovery found. */
public record DiscoveryView(
    String seed,
    Optional<String> cluster,
    List<String> reached,
    List<FailedInstance> failed,
    long tookMillis) {
  /** An instance that was met and could not be read. */
  public record FailedInstance(String address, InstanceView.FailureView failure) {}
}
