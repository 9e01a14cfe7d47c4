package io.tutti.promotion;

import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.promotion.BestReplica.Candidate;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.promotion.Followers.LeftBehind;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.SourceHistory;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which replicas of an intermediate source can replicate from that one's own source instead: those
 * that have nothing which it lacks, and find their place by GTID. Pure, of a snapshot in which all
 * were just read.
 */
public final class Adoption {
  private Adoption() {}

  public static Followers of(
      TopologySnapshot snapshot, InstanceAddress intermediate, InstanceState source) {
    List<LeftBehind> left = new ArrayList<>();
    List<Candidate> intact = new ArrayList<>();
    for (ReplicationLink link : snapshot.linksTo(intermediate)) {
      Observed<Candidate> read = BestReplica.candidate(snapshot, link);
      if (!(read instanceof Observed.Known<Candidate>(Candidate replica))) {
        left.add(new LeftBehind(link.replica(), "cannot be judged: " + read));
        continue;
      }
      Optional<String> more = more(replica, source);
      if (more.isPresent()) {
        left.add(new LeftBehind(link.replica(), more.get()));
      } else {
        intact.add(replica);
      }
    }
    Followers rest = Followers.of(source, Optional.empty(), intact);
    left.addAll(rest.left());
    return new Followers(rest.following(), left);
  }

  private static Optional<String> more(Candidate replica, InstanceState source) {
    if (!(replica.has() instanceof Has.Named(GtidSet has))) {
      return Optional.empty();
    }
    return SourceHistory.executed(source)
        .map(there ->
            there.contains(has)
                ? Optional.<String>empty()
                : Optional.of(
                    "has %s, which %s lacks".formatted(has.minus(there), source.address())))
        .orElseGet(() ->
            Optional.of("may have what %s lacks: this is not known".formatted(source.address())));
  }
}
