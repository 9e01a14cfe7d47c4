package io.tutti.operation.fence;

import io.tutti.discovery.FlavorCatalogue.Identified;
import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ServerVersion;
import io.tutti.spi.Deadline;
import io.tutti.spi.FenceControl;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import io.tutti.store.AuditRecord.Outcome;
import io.tutti.store.Fences;
import io.tutti.topology.Fence;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Fences again, before anything else is done with it, a server that is to be fenced and shows
 * otherwise when it was connected to: it was restarted, or did not answer when it was fenced.
 *
 * @param failing those of which it was told that it failed
 * @param keptUnder the address that a server is kept under
 */
public record FenceKeeper(
    Fences fences,
    AuditLog audit,
    InstantSource clock,
    UnaryOperator<InstanceAddress> keptUnder,
    Set<InstanceAddress> failing) {
  /** Who does it, in the audit. */
  public static final String ACTOR = "policy:fence";

  public FenceKeeper(
      Fences fences,
      AuditLog audit,
      InstantSource clock,
      UnaryOperator<InstanceAddress> keptUnder) {
    this(fences, audit, clock, keptUnder, ConcurrentHashMap.newKeySet());
  }

  /**
   * @return false when it is to be tried again at the next contact
   */
  boolean at(InstanceAddress address, Identified server, Deadline deadline) {
    return fences
        .find(keptUnder.apply(address))
        .map(fence -> raise(fence, server, deadline))
        .orElse(true);
  }

  boolean isFenced(InstanceAddress instance) {
    return fences.find(instance).isPresent();
  }

  private boolean raise(Fence fence, Identified server, Deadline deadline) {
    try {
      FenceControl control = server.client().fenceControl();
      SortedMap<String, String> now = control.read(deadline);
      if (!now.entrySet().containsAll(fence.shut().entrySet())) {
        raise(fence, now, measures(server, deadline), control, deadline);
      }
      failing.remove(fence.instance());
      return true;
    } catch (OrchestratorException e) {
      if (e.code().kind() == ErrorKind.UNREACHABLE) {
        throw e;
      }
      if (failing.add(fence.instance())) {
        record(fence, Outcome.FAILED, "It cannot be fenced again: " + e.observed());
      }
      return false;
    }
  }

  private static List<FenceMeasure> measures(Identified server, Deadline deadline) {
    ServerVersion version = ServerVersion.parse(server.client().readBanner(deadline).version());
    return server.provider().fencing(version).measures();
  }

  private void raise(
      Fence fence,
      SortedMap<String, String> now,
      List<FenceMeasure> measures,
      FenceControl control,
      Deadline deadline) {
    control.requirePrivileges(deadline);
    boolean cleared = false;
    for (FenceMeasure measure : measures) {
      if (!fence.shut().containsKey(measure.variable())) {
        continue;
      }
      if (measure.keeps() != FenceMeasure.Keeps.LOGINS && !cleared) {
        control.endSessions(deadline);
        cleared = true;
      }
      control.set(measure.variable(), measure.shut(), deadline);
    }
    SortedMap<String, String> after = control.read(deadline);
    record(
        fence,
        after.entrySet().containsAll(fence.shut().entrySet()) ? Outcome.DONE : Outcome.FAILED,
        "It showed %s, and shows %s.".formatted(now, after));
  }

  private void record(Fence fence, Outcome outcome, String reason) {
    audit.append(
        new AuditRecord(
            clock.instant(), ACTOR, "fence.raised", fence.instance().toString(), outcome, reason));
  }
}
