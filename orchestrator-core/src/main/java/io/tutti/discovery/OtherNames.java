package io.tutti.discovery;

import io.tutti.model.InstanceAddress;
import io.tutti.trust.NamedPlace;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Under which other addresses servers answered, as they said themselves. Safe for any thread. */
final class OtherNames {
  private final Map<InstanceAddress, Set<InstanceAddress>> names = new ConcurrentHashMap<>();

  void add(InstanceAddress one, InstanceAddress other) {
    names.computeIfAbsent(one, each -> ConcurrentHashMap.newKeySet()).add(other);
    names.computeIfAbsent(other, each -> ConcurrentHashMap.newKeySet()).add(one);
  }

  Set<InstanceAddress> of(InstanceAddress address) {
    return names.getOrDefault(address, Set.of());
  }

  /** Those of which one leads to the other. */
  Stream<InstanceAddress> provedOf(InstanceAddress address) {
    return of(address).stream()
        .filter(other -> NamedPlace.leadsTo(address, other) || NamedPlace.leadsTo(other, address));
  }

  void forget(InstanceAddress address) {
    names.remove(address);
    names.values().forEach(others -> others.remove(address));
  }
}
