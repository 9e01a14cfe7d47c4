package io.tutti.api;

import java.util.List;
import java.util.Optional;

/**
 * What a discovery found.
 *
 * @param untrusted those of the reached that nobody has trusted: they are given hashed passwords
 *     only, and are not promoted
 */
public record DiscoveryView(
    String seed,
    Optional<String> cluster,
    List<String> reached,
    List<FailedInstance> failed,
    List<String> untrusted,
    long tookMillis) {
  /** An instance that was met and could not be read. */
  public record FailedInstance(String address, InstanceView.FailureView failure) {}
}
