package io.tutti.topology;

import io.tutti.model.InstanceAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who was below each source while it lived, looked up by each of them. Immutable.
 *
 * @param bySource by the address of the source
 * @param byMember by the address of each that was below it
 */
public record Remembered(
    Map<InstanceAddress, RememberedCluster> bySource,
    Map<InstanceAddress, List<RememberedCluster>> byMember) {

  /** Nothing is remembered. */
  public static final Remembered NOTHING = new Remembered(Map.of(), Map.of());

  public Remembered {
    bySource = Map.copyOf(bySource);
    byMember = Map.copyOf(byMember);
  }

  /** These, of which each source has one. */
  public static Remembered of(Collection<RememberedCluster> clusters) {
    Map<InstanceAddress, RememberedCluster> bySource = new HashMap<>();
    Map<InstanceAddress, List<RememberedCluster>> byMember = new HashMap<>();
    for (RememberedCluster each : clusters) {
      bySource.put(each.source(), each);
      each.members()
          .forEach(member ->
              byMember.computeIfAbsent(member.address(), first -> new ArrayList<>(1)).add(each));
    }
    return new Remembered(bySource, byMember);
  }

  /** The same, each under the address by which its instance is known now. */
  Remembered under(Map<InstanceAddress, InstanceAddress> aliases) {
    boolean isSame =
        bySource.keySet().stream().noneMatch(aliases::containsKey)
            && byMember.keySet().stream().noneMatch(aliases::containsKey);
    return isSame ? this : of(bySource.values().stream().map(each -> each.under(aliases)).toList());
  }

  /** Those of which it was the source, or a member. */
  public List<RememberedCluster> with(InstanceAddress address) {
    List<RememberedCluster> found = new ArrayList<>(byMember.getOrDefault(address, List.of()));
    Optional.ofNullable(bySource.get(address)).ifPresent(found::add);
    return found;
  }
}
