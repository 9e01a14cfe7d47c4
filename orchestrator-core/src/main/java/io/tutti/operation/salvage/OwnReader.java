package io.tutti.operation.salvage;

import io.tutti.crash.Incident;
import io.tutti.crash.ProcessChange;
import io.tutti.crash.SourceNames;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.salvage.OwnTransactions.Shown;
import io.tutti.store.Incidents;
import io.tutti.topology.Errant;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds what a replica wrote itself: what it shows now, what its open restarts and the newest one
 * keep of before, and what it showed at the last poll, where its restart was not noticed yet.
 *
 * @param state as it was read now
 * @param sources of its channels, read now
 */
record OwnReader(InstanceState state, List<Observed<InstanceState>> sources) {
  /** Older ones are long looked after. */
  private static final int INCIDENTS_MAX = 20;

  OwnTransactions read(Incidents incidents, TopologySnapshot topology) {
    List<Shown> shown = new ArrayList<>();
    List<Incident> latest = incidents.latest(Optional.of(state.address()), INCIDENTS_MAX);
    if (latest.stream().findFirst().filter(this::isOfThisStart).isEmpty()) {
      lastPoll(topology).ifPresent(shown::add);
    }
    for (Incident each : latest) {
      if (each.isOpen() || each.equals(latest.getFirst())) {
        shown.add(before(each));
      }
    }
    return new OwnTransactions(reported(), shown, shown.stream().map(Shown::at).findFirst());
  }

  /** A poll of the process that runs now has noticed its start before it was in the topology. */
  private boolean isOfThisStart(Incident newest) {
    return switch (ProcessChange.since(newest.begun().startedAt(), state)) {
      case NONE, UNKNOWN -> true;
      case RESTARTED, OTHER_SERVER -> false;
    };
  }

  private Optional<Shown> lastPoll(TopologySnapshot topology) {
    return topology
        .find(state.address())
        .flatMap(Node::state)
        .filter(this::isOfAnEarlierProcess)
        .map(last ->
            new Shown(last.observedAt(), lacked(SourceNames.own(last)), Optional.empty(), false));
  }

  private boolean isOfAnEarlierProcess(InstanceState last) {
    return switch (ProcessChange.between(last, state)) {
      case RESTARTED, UNKNOWN -> true;
      case NONE, OTHER_SERVER -> false;
    };
  }

  private Shown before(Incident incident) {
    return new Shown(
        incident.ended().seenAt(),
        lacked(incident.ended().own()),
        Optional.of(incident.id()),
        incident.closing().isPresent());
  }

  private Observed<GtidSet> reported() {
    Observed<GtidSet> own = SourceNames.own(state);
    if (own.asOptional().filter(GtidSet::isEmpty).isPresent()) {
      return state.gtid().mode().is("OFF") ? Observed.absent("gtid_mode is OFF") : own;
    }
    return sources.isEmpty()
        ? Observed.absent("it has no source")
        : lacked(sources.getFirst().flatMap(first -> Errant.of(state, first)));
  }

  /** By all of its sources. */
  private Observed<GtidSet> lacked(Observed<GtidSet> own) {
    Observed<GtidSet> left = own;
    for (Observed<InstanceState> source : sources) {
      left =
          left.flatMap(names ->
              names.isEmpty()
                  ? Observed.known(names)
                  : source.flatMap(there -> Errant.lackedBy(there, names)));
    }
    return left;
  }
}
