package io.tutti.operation.crash;

import io.tutti.crash.Incident;
import io.tutti.crash.ProcessChange;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessObservation;
import io.tutti.model.ProcessStart;
import io.tutti.store.Incidents;
import io.tutti.topology.TopologySnapshot;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The processes of a server that were watched. */
record EarlierProcesses(Incidents incidents, TopologySnapshot topology) {
  /**
   * A controller that was away compares with what it had kept last, which may be of the process
   * before the one that ended: then the incident before reports of that.
   */
  private static final int INCIDENTS = 2;

  private static final Comparator<ProcessStart> BY_AGE =
      Comparator.comparing(ProcessStart::earliest)
          .thenComparing(start -> start.seen().map(ProcessObservation::clock).orElse(Instant.MIN));

  /**
   * The last one that was watched before that which runs now; absent where none is known of, and
   * unknown where one was read that did not show when it began.
   */
  Observed<ProcessStart> startOfLast(InstanceState now) {
    return Stream.concat(
            latest(now.address()).stream().flatMap(incident -> before(incident, now)),
            lastRead(now, ProcessChange.RESTARTED).stream())
        .max(BY_AGE)
        // The one that runs now may have been read already: just after its start that is not
        // proved, and any other that ran since is found behind the one before.
        .or(() -> lastRead(now, ProcessChange.UNKNOWN))
        .<Observed<ProcessStart>>map(Observed::known)
        .orElseGet(() -> ofNone(now));
  }

  private Observed<ProcessStart> ofNone(InstanceState now) {
    return read(now)
        .filter(last -> !last.startedAt().isKnown())
        .<Observed<ProcessStart>>map(
            last -> Observed.unknown("it did not report before when its process began"))
        .orElse(Observed.absent("no restart of it was noticed"));
  }

  /** What the process that runs now wrote when it was read first; empty where nobody has. */
  Optional<String> firstLogOf(InstanceState now) {
    return latest(now.address()).stream()
        .map(incident -> incident.begun().startedAt())
        .filter(start -> isOf(start, now))
        .findFirst()
        .or(() -> now.startedAt().asOptional())
        .flatMap(ProcessStart::seen)
        .flatMap(seen -> seen.writing().asOptional())
        .map(BinlogPosition::file);
  }

  /** Whoever watches it has noticed each restart before the last reading. */
  private boolean isOf(ProcessStart begun, InstanceState now) {
    return switch (ProcessChange.since(begun, now)) {
      case NONE -> true;
      case UNKNOWN ->
          read(now)
              .filter(last -> ProcessChange.between(last, now) == ProcessChange.NONE)
              .isPresent();
      case RESTARTED, OTHER_SERVER -> false;
    };
  }

  private List<Incident> latest(InstanceAddress address) {
    return incidents.latest(Optional.of(address), INCIDENTS);
  }

  private static Stream<ProcessStart> before(Incident incident, InstanceState now) {
    ProcessStart begun = incident.begun().startedAt();
    Optional<ProcessStart> ended = incident.ended().startedAt().asOptional();
    return ProcessChange.since(begun, now) == ProcessChange.RESTARTED
        ? Stream.concat(Stream.of(begun), ended.stream())
        : ended.stream();
  }

  /** Of a restart that was not noticed yet. */
  private Optional<ProcessStart> lastRead(InstanceState now, ProcessChange since) {
    return read(now)
        .filter(last -> ProcessChange.between(last, now) == since)
        .flatMap(last -> last.startedAt().asOptional());
  }

  private Optional<InstanceState> read(InstanceState now) {
    return topology.find(now.address()).flatMap(node -> node.state());
  }
}
