package io.tutti.promotion;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.promotion.BestReplica.Candidate;
import io.tutti.promotion.BestReplica.Has;
import java.util.List;

/**
 * Where the process of a source ended that may have lost rows, in its binlogs. What comes after was
 * written by a later process, which lacked them: a replica that still has them must not apply that,
 * or it loses what was acknowledged before. Pure.
 *
 * @param end the end of the last log of that process
 * @param executed all that the source had executed there
 * @param since what it executed since; of domains the newest of each
 */
public record Boundary(BinlogPosition end, GtidSet executed, GtidSet since) {

  /**
   * Whether the place can be taken there: somebody received what came after it, and one that has
   * all up to there has applied nothing of that.
   */
  boolean appliesTo(List<Candidate> candidates) {
    return candidates.stream().anyMatch(each -> isPast(each.has()))
        && candidates.stream().anyMatch(each -> isClean(each) && hasAll(each));
  }

  /** Whether it is known to have applied nothing that came after. */
  boolean isClean(Candidate replica) {
    return replica.applied().filter(applied -> !isPast(applied)).isPresent();
  }

  private boolean hasAll(Candidate replica) {
    return replica.has() instanceof Has.Named(GtidSet has) && has.contains(executed);
  }

  private boolean isPast(Has has) {
    return has instanceof Has.Named(GtidSet names) && !executed.contains(names);
  }

  /** Without what came after. */
  Candidate cut(Candidate replica) {
    return hasAll(replica)
        ? new Candidate(
            replica.state(),
            replica.channel(),
            new Has.Named(executed),
            replica.applied(),
            replica.errant())
        : replica;
  }
}
