package io.tutti.operation.crash;

import io.tutti.crash.Incident;
import io.tutti.crash.ProcessChange;
import io.tutti.discovery.ReadingListener;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import io.tutti.store.Incidents;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Keeps every restart as an incident, before anything else is made of the reading that shows it. A
 * reading that does not show when the process began changes nothing: the next that does is compared
 * with the last that did. Where it cannot be known whether it is the same process, another binlog
 * is taken for the sign of another one.
 */
public final class RestartWatch implements ReadingListener {
  private final Incidents incidents;
  private final AuditLog audit;
  private final InstantSource clock;
  private final UnaryOperator<Incident> completed;
  private final Consumer<Incident> onNoticed;
  private final Map<InstanceAddress, Known> known = new HashMap<>();

  /**
   * A process.
   *
   * @param start what all its readings together report of its beginning
   * @param last the latest reading of it
   */
  private record Known(Observed<ProcessStart> start, InstanceState last) {
    static Known of(InstanceState first) {
      return new Known(first.startedAt(), first);
    }

    ProcessChange until(InstanceState now) {
      ProcessChange change = ProcessChange.between(last, now);
      return change != ProcessChange.OTHER_SERVER
              && start instanceof Observed.Known<ProcessStart>(ProcessStart began)
          ? ProcessChange.since(began, now)
          : change;
    }

    /**
     * Of two that began in one second, and are not proved to be one: each process begins a log, and
     * what looks like another one is taken for it.
     */
    boolean hasBegunAnotherLog(InstanceState now) {
      return now.startedAt().isKnown()
          && last.binlog().position() instanceof Observed.Known<BinlogPosition>(var before)
          && now.binlog().position() instanceof Observed.Known<BinlogPosition>(var after)
          && !before.file().equals(after.file());
    }

    /** One that does not show when it began is not what the next is compared with. */
    Known unproved(InstanceState now) {
      return now.startedAt().isKnown() ? with(now) : this;
    }

    Known with(InstanceState now) {
      return new Known(start.flatMap(known -> now.startedAt().map(known::narrowedBy)), now);
    }
  }

  /**
   * @param completed adds to each new incident what must be kept with it
   * @param onNoticed is handed each new incident when it is kept
   */
  public RestartWatch(
      Incidents incidents,
      AuditLog audit,
      InstantSource clock,
      UnaryOperator<Incident> completed,
      Consumer<Incident> onNoticed) {
    this.incidents = incidents;
    this.audit = audit;
    this.clock = clock;
    this.completed = completed;
    this.onNoticed = onNoticed;
  }

  @Override
  public void onReading(Optional<InstanceState> before, InstanceState now) {
    notice(before, now).ifPresent(onNoticed);
  }

  @Override
  public synchronized void onForgotten(InstanceAddress address) {
    known.remove(address);
  }

  private synchronized Optional<Incident> notice(
      Optional<InstanceState> before, InstanceState now) {
    InstanceAddress address = now.address();
    Known process = known.get(address);
    if (process == null && before.isPresent()) {
      process = Known.of(before.get());
    }
    if (process == null) {
      known.put(address, Known.of(now));
      return Optional.empty();
    }
    switch (process.until(now)) {
      case NONE -> known.put(address, process.with(now));
      case OTHER_SERVER -> known.put(address, Known.of(now));
      case UNKNOWN -> {
        if (process.hasBegunAnotherLog(now)) {
          return restarted(process, now);
        }
        known.put(address, process.start().isKnown() ? process.unproved(now) : Known.of(now));
      }
      case RESTARTED -> {
        return restarted(process, now);
      }
    }
    return Optional.empty();
  }

  private Optional<Incident> restarted(Known process, InstanceState now) {
    Optional<Incident> noticed = keep(process.last(), now);
    known.put(now.address(), Known.of(now));
    return noticed;
  }

  /** A controller that was killed may have kept it already. */
  private Optional<Incident> keep(InstanceState last, InstanceState now) {
    if (incidents.latest(Optional.of(now.address()), 1).stream()
        .anyMatch(latest -> isOf(latest, now))) {
      return Optional.empty();
    }
    Incident incident =
        completed.apply(Incident.noticed(last, now, clock.instant(), RandomGenerator.getDefault()));
    incidents.add(incident);
    audit.append(
        new AuditRecord(
            incident.noticedAt(),
            AuditRecord.SELF,
            "instance.restarted",
            incident.instance().toString(),
            AuditRecord.Outcome.DONE,
            "Its process is another one than that seen at %s: %s."
                .formatted(last.observedAt(), incident)));
    return Optional.of(incident);
  }

  private static boolean isOf(Incident incident, InstanceState now) {
    return ProcessChange.since(incident.begun().startedAt(), now) == ProcessChange.NONE;
  }
}
