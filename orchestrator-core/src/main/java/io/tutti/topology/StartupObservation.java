package io.tutti.topology;

import io.tutti.model.InstanceAddress;
import io.tutti.model.ProcessStart;
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
 * @param startedAt when its process began, by its own clock
 * @param shut whether it was kept from its clients: all measures of its release were shut
 * @param shown the measures' variables then
 * @param before what they were before it ended; empty when it is not known
 * @param ran the threads of its replication that ran before
 * @param liftedAt when clients were admitted again, by the controller's clock
 * @param stays why they are not; empty as long as nothing was tried
 */
public record StartupObservation(
    InstanceAddress instance,
    ProcessStart startedAt,
    boolean shut,
    SortedMap<String, String> shown,
    SortedMap<String, String> before,
    List<Ran> ran,
    Optional<Instant> liftedAt,
    Optional<String> stays) {

  /** A thread of a channel. */
  public record Ran(String channel, ReplicationThread thread) {}

  public StartupObservation {
    shown = Collections.unmodifiableSortedMap(new TreeMap<>(shown));
    before = Collections.unmodifiableSortedMap(new TreeMap<>(before));
    ran = List.copyOf(ran);
  }

  /** Whether it waits for somebody to prove it whole. */
  public boolean isWaiting() {
    return shut && liftedAt.isEmpty();
  }

  public StartupObservation lifted(Instant at) {
    return new StartupObservation(
        instance, startedAt, shut, shown, before, ran, Optional.of(at), Optional.empty());
  }

  public StartupObservation notLifted() {
    return new StartupObservation(
        instance, startedAt, shut, shown, before, ran, Optional.empty(), stays);
  }

  public StartupObservation staying(String why) {
    return new StartupObservation(
        instance, startedAt, shut, shown, before, ran, liftedAt, Optional.of(why));
  }
}
