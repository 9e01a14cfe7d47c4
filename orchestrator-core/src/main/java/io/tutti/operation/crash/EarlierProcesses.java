package io.tutti.operation.crash;

import io.tutti.crash.Incident;
import io.tutti.crash.ProcessChange;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.store.Incidents;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** The processes of a server that incidents tell of. */
record EarlierProcesses(Incidents incidents) {
  /**
   * A controller that was away compares with what it had kept last, which may be of the process
   * before the one that ended: then the incident before tells of that.
   */
  private static final int INCIDENTS = 2;

  /** When the last one before that which runs now began; absent where none is known of. */
  Observed<ProcessStart> startOfLast(InstanceState now) {
    return incidents.latest(Optional.of(now.address()), INCIDENTS).stream()
        .flatMap(EarlierProcesses::starts)
        .filter(start -> ProcessChange.since(start, now) == ProcessChange.RESTARTED)
        .max(Comparator.comparing(ProcessStart::earliest))
        .<Observed<ProcessStart>>map(Observed::known)
        .orElse(Observed.absent("no restart of it was noticed"));
  }

  private static Stream<ProcessStart> starts(Incident incident) {
    return Stream.concat(
        Stream.of(incident.begun().startedAt()),
        incident.ended().startedAt().asOptional().stream());
  }
}
