package io.tutti.world;

import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import io.tutti.store.AuditRecord.Outcome;
import io.tutti.topology.Downtime;
import io.tutti.topology.Extent;
import io.tutti.topology.Silence;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Takes down which findings are known, and what is worked on; each change is audited. */
public final class SilenceDesk {
  private static final String CONTROLLER = "controller";

  private final KeptRecords kept;
  private final AuditLog audit;
  private final InstantSource clock;

  public SilenceDesk(KeptRecords kept, AuditLog audit, InstantSource clock) {
    this.kept = kept;
    this.audit = audit;
    this.clock = clock;
  }

  /** In the place of what was said of that code there. */
  public void silence(Silence silence) {
    kept.silences().save(silence);
    String how = silence.kind() == Silence.Kind.MUTED ? "muted" : "acknowledged";
    record(
        silence.by(),
        "finding." + how,
        silence.of(),
        "%s %s: %s".formatted(silence.code(), until(silence.until()), silence.reason()));
  }

  private static String until(Optional<Instant> until) {
    return until
        .map(end -> "until " + end.truncatedTo(ChronoUnit.SECONDS))
        .orElse("until it is over");
  }

  /**
   * @return whether there was one
   */
  public boolean unmute(String code, Extent of, String by) {
    boolean was =
        kept.silences().all().stream()
            .anyMatch(each -> each.code().equals(code) && each.of().equals(of));
    if (was) {
      kept.silences().remove(code, of);
      record(by, "finding.unmuted", of, code + " counts again.");
    }
    return was;
  }

  /** In the place of the one that was there. */
  public void begin(Downtime downtime) {
    kept.downtimes().save(downtime);
    record(
        downtime.by(),
        "downtime.begun",
        downtime.of(),
        "Of %s, until %s: %s"
            .formatted(
                downtime.owner(),
                downtime.until().truncatedTo(ChronoUnit.SECONDS),
                downtime.reason()));
  }

  /**
   * @return whether there was one
   */
  public boolean end(Extent of, String by) {
    boolean was = kept.downtimes().all().stream().anyMatch(each -> each.of().equals(of));
    if (was) {
      kept.downtimes().remove(of);
      record(by, "downtime.ended", of, "Asked for.");
    }
    return was;
  }

  /** Forgets what is over. */
  public void expire() {
    Instant now = clock.instant();
    kept.silences().all().stream()
        .filter(each -> each.isOver(now))
        .forEach(each -> {
          kept.silences().remove(each.code(), each.of());
          record(CONTROLLER, "finding.unmuted", each.of(), each.code() + " counts again.");
        });
    kept.downtimes().all().stream()
        .filter(each -> each.isOver(now))
        .forEach(each -> {
          kept.downtimes().remove(each.of());
          record(CONTROLLER, "downtime.ended", each.of(), "Its time is over.");
        });
  }

  private void record(String actor, String action, Extent of, String reason) {
    audit.append(
        new AuditRecord(clock.instant(), actor, action, of.toString(), Outcome.DONE, reason));
  }
}
