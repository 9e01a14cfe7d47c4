package io.tutti.discovery;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Addresses that were put together from parts, each with the server_id that is expected there. */
final class Guesses {
  /** One at which the expected server did not answer is tried again after this. */
  private static final Duration WRONG_PAUSE = Duration.ofMinutes(10);

  private final InstantSource clock;
  private final Map<InstanceAddress, Long> expected = new ConcurrentHashMap<>();
  private final Map<InstanceAddress, Instant> wrong = new ConcurrentHashMap<>();

  Guesses(InstantSource clock) {
    this.clock = clock;
  }

  /** Whether it is worth a try: it was not found wrong a moment ago. */
  boolean isTried(InstanceAddress address, Optional<Long> serverId) {
    Instant wrongSince = wrong.get(address);
    if (wrongSince != null && wrongSince.plus(WRONG_PAUSE).isAfter(clock.instant())) {
      return false;
    }
    serverId.ifPresent(id -> expected.put(address, id));
    return true;
  }

  boolean isOpen(InstanceAddress address) {
    return expected.containsKey(address);
  }

  boolean isWrong(InstanceAddress address, InstanceState found) {
    Long wanted = expected.get(address);
    return wanted != null && !found.identity().serverId().is(wanted);
  }

  void confirm(InstanceAddress address) {
    expected.remove(address);
  }

  void reject(InstanceAddress address) {
    expected.remove(address);
    wrong.put(address, clock.instant());
  }
}
