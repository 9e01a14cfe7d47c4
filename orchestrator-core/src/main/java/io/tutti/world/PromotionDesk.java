package io.tutti.world;

import io.tutti.model.InstanceAddress;
import io.tutti.promotion.PromotionRules;
import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import io.tutti.store.AuditRecord.Outcome;
import io.tutti.topology.Candidacy;
import io.tutti.topology.Cluster;
import io.tutti.topology.FailoverHold;
import io.tutti.topology.TopologySnapshot;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Takes down whom people want promoted, and ends the holds of clusters that were failed over by
 * themselves; each change is audited.
 */
public final class PromotionDesk {
  private static final String CONTROLLER = "controller";

  private final KeptRecords kept;
  private final AuditLog audit;
  private final InstantSource clock;

  public PromotionDesk(KeptRecords kept, AuditLog audit, InstantSource clock) {
    this.kept = kept;
    this.audit = audit;
    this.clock = clock;
  }

  /** In the place of what was said of that server. */
  public void wish(Candidacy candidacy) {
    kept.candidacies().save(candidacy);
    record(
        candidacy.by(),
        "candidate.set",
        candidacy.instance().toString(),
        "%s for %s, %s: %s"
            .formatted(
                candidacy.wish(),
                candidacy.owner(),
                candidacy
                    .until()
                    .map(end -> "until " + end.truncatedTo(ChronoUnit.SECONDS))
                    .orElse("until it is ended"),
                candidacy.reason()));
  }

  /**
   * @return whether there was one
   */
  public boolean end(InstanceAddress instance, String by) {
    boolean was =
        kept.candidacies().all().stream().anyMatch(each -> each.instance().equals(instance));
    if (was) {
      kept.candidacies().remove(instance);
      record(by, "candidate.ended", instance.toString(), "Asked for.");
    }
    return was;
  }

  /** The holds of a cluster that are not over. */
  public List<FailoverHold> holdsOf(TopologySnapshot topology, Cluster cluster) {
    return holds().stream().filter(each -> each.isOf(topology, cluster)).toList();
  }

  /** Those that are not over. */
  public List<FailoverHold> holds() {
    return kept.holds().all().stream().filter(each -> !each.isOver(clock.instant())).toList();
  }

  /** From now on the cluster may fail over by itself again. */
  public void release(FailoverHold hold, String by, String why) {
    kept.holds().remove(hold);
    record(by, "failover.hold.released", hold.id(), why);
  }

  /** Forgets what is over. */
  public void expire() {
    kept.candidacies().all().stream()
        .filter(each -> each.isOver(clock.instant()))
        .forEach(each -> {
          kept.candidacies().remove(each.instance());
          record(CONTROLLER, "candidate.ended", each.instance().toString(), "Its time is over.");
        });
    kept.holds().all().stream()
        .filter(each -> each.isOver(clock.instant()))
        .forEach(each -> release(each, CONTROLLER, "Its time is over."));
  }

  /**
   * The tags of servers, where a wish that is not over counts in the place of that tag.
   *
   * @param tags as they were set
   */
  public static Function<InstanceAddress, SortedMap<String, String>> over(
      Function<InstanceAddress, SortedMap<String, String>> tags,
      KeptRecords kept,
      InstantSource clock) {
    return instance -> {
      SortedMap<String, String> said = new TreeMap<>(tags.apply(instance));
      kept.candidacies().all().stream()
          .filter(each -> each.instance().equals(instance) && !each.isOver(clock.instant()))
          .forEach(each -> said.put(PromotionRules.TAG, each.wish()));
      return said;
    };
  }

  private void record(String actor, String action, String target, String reason) {
    audit.append(new AuditRecord(clock.instant(), actor, action, target, Outcome.DONE, reason));
  }
}
