package io.tutti.discovery;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.ContactFailure;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a discovery found.
 *
 * @param reached the instances that were read, by the names they are kept under
 * @param failed those that were met and could not be read, and why
 * @param took from the request to the last first contact
 */
public record DiscoveryReport(
    InstanceAddress seed,
    List<InstanceAddress> reached,
    SortedMap<InstanceAddress, ContactFailure> failed,
    Duration took) {
  public DiscoveryReport {
    reached = List.copyOf(reached);
    failed = Collections.unmodifiableSortedMap(new TreeMap<>(failed));
  }
}
