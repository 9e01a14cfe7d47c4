package io.tutti.topology;

import io.tutti.crash.Incident;
import io.tutti.model.InstanceAddress;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the controller itself keeps of instances, each under the address by which it was kept. None
 * of it was read from a server.
 *
 * @param desired the settings that somebody asked to keep
 * @param backups the open backup sessions
 * @param incidents the restarts that somebody must look at, the newest first
 * @param fences who is fenced
 * @param startups how instances were when they had just started
 * @param rebuilds those that are to be rebuilt from another one
 * @param downtimes what is worked on; some may be over
 * @param remembered who was below each source while it lived
 */
public record Records(
    Map<InstanceAddress, List<DesiredSetting>> desired,
    Map<InstanceAddress, BackupSession> backups,
    Map<InstanceAddress, List<Incident>> incidents,
    Map<InstanceAddress, Fence> fences,
    Map<InstanceAddress, StartupObservation> startups,
    Map<InstanceAddress, RebuildMark> rebuilds,
    List<Downtime> downtimes,
    Remembered remembered) {

  /** Nothing is kept. */
  public static final Records NONE =
      new Records(
          Map.of(),
          Map.of(),
          Map.of(),
          Map.of(),
          Map.of(),
          Map.of(),
          List.of(),
          Remembered.NOTHING);

  public Records {
    desired = Map.copyOf(desired);
    backups = Map.copyOf(backups);
    incidents = Map.copyOf(incidents);
    fences = Map.copyOf(fences);
    startups = Map.copyOf(startups);
    rebuilds = Map.copyOf(rebuilds);
    downtimes = List.copyOf(downtimes);
  }

  /** The same with these settings to be kept. */
  public Records withDesired(Map<InstanceAddress, List<DesiredSetting>> wanted) {
    return new Records(
        wanted, backups, incidents, fences, startups, rebuilds, downtimes, remembered);
  }

  /** The same with these backup sessions, of which those count that are open. */
  public Records withBackups(Collection<BackupSession> sessions) {
    List<BackupSession> open = sessions.stream().filter(BackupSession::isOpen).toList();
    return new Records(
        desired,
        firstOf(open, BackupSession::instance),
        incidents,
        fences,
        startups,
        rebuilds,
        downtimes,
        remembered);
  }

  /** The same with these restarts, the newest first, of which those count that are open. */
  public Records withIncidents(Collection<Incident> all) {
    Map<InstanceAddress, List<Incident>> open =
        all.stream().filter(Incident::isOpen).collect(Collectors.groupingBy(Incident::instance));
    return new Records(desired, backups, open, fences, startups, rebuilds, downtimes, remembered);
  }

  /** The same with these fences. */
  public Records withFences(Collection<Fence> raised) {
    return new Records(
        desired,
        backups,
        incidents,
        firstOf(raised, Fence::instance),
        startups,
        rebuilds,
        downtimes,
        remembered);
  }

  /** The same with these starts. */
  public Records withStartups(Collection<StartupObservation> seen) {
    return new Records(
        desired,
        backups,
        incidents,
        fences,
        firstOf(seen, StartupObservation::instance),
        rebuilds,
        downtimes,
        remembered);
  }

  /** The same with these that are to be rebuilt. */
  public Records withRebuilds(Collection<RebuildMark> marks) {
    return new Records(
        desired,
        backups,
        incidents,
        fences,
        startups,
        firstOf(marks, RebuildMark::instance),
        downtimes,
        remembered);
  }

  /** The same with these downtimes. */
  public Records withDowntimes(Collection<Downtime> begun) {
    return new Records(
        desired, backups, incidents, fences, startups, rebuilds, List.copyOf(begun), remembered);
  }

  /** The same with who was below each source. */
  public Records withRemembered(Collection<RememberedCluster> clusters) {
    return new Records(
        desired,
        backups,
        incidents,
        fences,
        startups,
        rebuilds,
        downtimes,
        Remembered.of(clusters));
  }

  private static <T> Map<InstanceAddress, T> firstOf(
      Collection<T> all, Function<T, InstanceAddress> instance) {
    return all.stream()
        .collect(Collectors.toMap(instance, Function.identity(), (one, other) -> one));
  }

  /** The same, each under the address by which its instance is known now. */
  Records under(Map<InstanceAddress, InstanceAddress> aliases) {
    return new Records(
        renamed(desired, aliases, (own, other) -> own),
        renamed(backups, aliases, (own, other) -> own),
        renamed(incidents, aliases, Records::newestFirst),
        renamed(fences, aliases, (own, other) -> own),
        renamed(startups, aliases, (own, other) -> own),
        renamed(rebuilds, aliases, (own, other) -> own),
        downtimes,
        remembered.under(aliases));
  }

  private static List<Incident> newestFirst(List<Incident> own, List<Incident> others) {
    return Stream.concat(own.stream(), others.stream())
        .sorted(Comparator.comparing(Incident::noticedAt).reversed())
        .toList();
  }

  /**
   * @param both given what is kept under the name by which it is known, and what is under another
   */
  private static <T> Map<InstanceAddress, T> renamed(
      Map<InstanceAddress, T> kept,
      Map<InstanceAddress, InstanceAddress> aliases,
      BinaryOperator<T> both) {
    if (kept.keySet().stream().noneMatch(aliases::containsKey)) {
      return kept;
    }
    Map<InstanceAddress, T> renamed = new HashMap<>(kept);
    renamed.keySet().removeAll(aliases.keySet());
    kept.keySet().stream()
        .filter(aliases::containsKey)
        .sorted()
        .forEach(name -> renamed.merge(aliases.get(name), kept.get(name), both));
    return renamed;
  }
}
