package io.tutti.detection;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** What a source is to its cluster. */
public enum SourceRole {
  /** It replicates from nobody. */
  SOURCE("source"),

  /** What it writes comes back to it: it and others replicate from each other. */
  CO_PRIMARY("co-primary"),

  /** It replicates from another one, and passes that on. */
  INTERMEDIATE("intermediate source");

  private final String words;

  SourceRole(String words) {
    this.words = words;
  }

  /** As people call it. */
  public String words() {
    return words;
  }

  public static SourceRole of(TopologySnapshot topology, InstanceAddress source) {
    if (topology.linksOf(source).isEmpty()) {
      return SOURCE;
    }
    Set<InstanceAddress> seen = new HashSet<>();
    Deque<InstanceAddress> open = new ArrayDeque<>(Set.of(source));
    while (!open.isEmpty()) {
      for (ReplicationLink link : topology.linksOf(open.removeLast())) {
        if (link.source().equals(source)) {
          return CO_PRIMARY;
        }
        if (seen.add(link.source())) {
          open.add(link.source());
        }
      }
    }
    return INTERMEDIATE;
  }
}
