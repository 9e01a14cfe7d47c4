package io.tutti.topology;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.ReplicationThread;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a server was when it was seen first after it had started, and what it was before.
 *
 * @param startedAt when its process began, by the controller's clock
 * @param shut whether it was kept from its clients: all measures of its release were shut
 * @param shown the measures' variables then
 * @param before what they were before it ended; empty when nobody knows
 * @param ran the threads of its replication that ran before
 * @param lifted whether clients were let in again since
 * @param stays why they are not; empty as long as nothing was tried
 */
public record BootSight(
    InstanceAddress instance,
    Instant startedAt,
    boolean shut,
    SortedMap<String, String> shown,
    SortedMap<String, String> before,
    List<Ran> ran,
    boolean lifted,
    Optional<String> stays) {

  /** A thread of a channel. */
  public record Ran(String channel, ReplicationThread thread) {}

  public BootSight {
    shown = Collections.unmodifiableSortedMap(new TreeMap<>(shown));
    before = Collections.unmodifiableSortedMap(new TreeMap<>(before));
    ran = List.copyOf(ran);
  }

  /** Whether it waits for somebody to prove it whole. */
  public boolean isWaiting() {
    return shut && !lifted;
  }

  public BootSight withLifted(boolean done) {
    return new BootSight(
        instance, startedAt, shut, shown, before, ran, done, done ? Optional.empty() : stays);
  }

  public BootSight staying(String why) {
    return new BootSight(instance, startedAt, shut, shown, before, ran, lifted, Optional.of(why));
  }
}
