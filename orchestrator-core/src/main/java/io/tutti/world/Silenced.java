package io.tutti.world;

import io.tutti.analysis.Finding;
import io.tutti.topology.Downtime;
import io.tutti.topology.Extent;
import io.tutti.topology.Silence;
import io.tutti.topology.TopologySnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Why a finding is not counted.
 *
 * @param by who knows of it, or works on the server
 * @param until empty where it ends with the finding
 */
public record Silenced(Kind kind, Extent of, String by, String reason, Optional<Instant> until) {

  /** What somebody said. */
  public enum Kind {
    ACKNOWLEDGED,
    MUTED,
    DOWNTIME
  }

  /**
   * What somebody said so far, and is not over. Pure.
   *
   * @param topology in which an extent is looked up
   */
  record Said(List<Silence> silences, List<Downtime> downtimes, TopologySnapshot topology) {
    Said {
      silences = List.copyOf(silences);
      downtimes = List.copyOf(downtimes);
    }

    /** A downtime counts before anything else, as it is about the whole server. */
    Optional<Silenced> of(Found found, Instant now) {
      return downtimes.stream()
          .filter(each -> !each.isOver(now) && covers(each.of(), found.finding()))
          .findFirst()
          .map(Silenced::of)
          .or(() ->
              silences.stream()
                  .filter(each -> !each.isOver(now) && isAbout(each, found))
                  .findFirst()
                  .map(Silenced::of));
    }

    private boolean isAbout(Silence silence, Found found) {
      boolean wasThere = !found.since().isAfter(silence.at());
      return silence.code().equals(found.finding().code().name())
          && (silence.kind() == Silence.Kind.MUTED || wasThere)
          && covers(silence.of(), found.finding());
    }

    private boolean covers(Extent extent, Finding finding) {
      return finding
          .about()
          .instance()
          .map(instance -> extent.covers(topology, instance))
          .orElseGet(() -> extent.isCluster(finding.cluster()));
    }
  }

  private static Silenced of(Downtime downtime) {
    return new Silenced(
        Kind.DOWNTIME,
        downtime.of(),
        downtime.owner(),
        downtime.reason(),
        Optional.of(downtime.until()));
  }

  private static Silenced of(Silence silence) {
    return new Silenced(
        Kind.valueOf(silence.kind().name()),
        silence.of(),
        silence.by(),
        silence.reason(),
        silence.until());
  }
}
