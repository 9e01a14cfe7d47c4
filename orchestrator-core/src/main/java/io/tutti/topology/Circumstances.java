package io.tutti.topology;

import io.tutti.model.InstanceAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What stands of servers and clusters beside what was observed and what operations keep: what
 * people said of them, who is trusted, and what is in hold.
 *
 * @param tags of servers; some may be over
 * @param aliases of clusters
 * @param trusted who may be given passwords and promoted; empty where nobody keeps that
 * @param holds some may be over
 * @param silences some may be over
 * @param mayAttach whether the login of replicas on their sources is set
 * @param formerLooks what was read of the binlogs of sources that lost their place
 */
public record Circumstances(
    Map<InstanceAddress, List<Tagging>> tags,
    ClusterAliases aliases,
    Optional<Set<InstanceAddress>> trusted,
    List<FailoverHold> holds,
    List<Silence> silences,
    boolean mayAttach,
    Map<InstanceAddress, FormerLook> formerLooks) {

  /** Nobody said anything. */
  public static final Circumstances NOTHING =
      new Circumstances(
          Map.of(),
          new ClusterAliases(new TreeMap<>()),
          Optional.empty(),
          List.of(),
          List.of(),
          true,
          Map.of());

  public Circumstances {
    tags = Map.copyOf(tags);
    trusted = trusted.map(Set::copyOf);
    holds = List.copyOf(holds);
    silences = List.copyOf(silences);
    formerLooks = Map.copyOf(formerLooks);
  }

  /** Whether a server is trusted. */
  public boolean trusts(InstanceAddress server) {
    return trusted.filter(all -> !all.contains(server)).isEmpty();
  }

  /** What the tags of a server say, by their names. */
  public SortedMap<String, String> tagsOf(InstanceAddress server, Instant now) {
    return Tagging.byName(
        tags.getOrDefault(server, List.of()).stream()
            .filter(each -> !each.note().isOver(now))
            .toList());
  }
}
