package io.tutti.operation.relocation;

import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.ReplicationFilter;
import io.tutti.model.ServerVersion;
import io.tutti.operation.relocation.RelocationPlanner.Against;
import java.util.Optional;

/**
 * Whether one server can be the source of another, however that finds its place. Pure.
 *
 * @param source just read, as is the replica
 */
public record SourceFitness(InstanceState replica, InstanceState source) {

  private InstanceAddress below() {
    return source.address();
  }

  private static Optional<Against> against(String why, String remedy) {
    return Optional.of(new Against(why, Remedies.of(remedy)));
  }

  public Optional<Against> passesOn() {
    if (!source.binlog().enabled().is(true)) {
      return against(
          "%s writes no binlog, or this is not known".formatted(below()),
          "set log_bin in the option file of %s and restart it".formatted(below()));
    }
    boolean isReplica = !source.knownChannels().isEmpty();
    return isReplica && !source.binlog().logsReplicatedWrites().is(true)
        ? against(
            "%s does not write what it replicates to its binlog (log_replica_updates), or this is not known"
                .formatted(below()),
            "set log_replica_updates in the option file of %s and restart it".formatted(below()))
        : Optional.empty();
  }

  public Optional<Against> filters() {
    return ReplicationFilter.of(source.settings()).stream()
        .findFirst()
        .flatMap(filter ->
            against(
                "%s has replication filters: %s".formatted(below(), filter),
                "remove the filters of %s, or name another server".formatted(below())));
  }

  /** A replica reads what an older release wrote, and not always what a newer one does. */
  public Optional<Against> version() {
    ServerVersion theirs = source.version().version();
    ServerVersion mine = replica.version().version();
    boolean isNewer =
        theirs.major() > mine.major()
            || (theirs.major() == mine.major() && theirs.minor() > mine.minor());
    return isNewer
        ? against(
            "%s runs %s and the replica only %s; a replica must not be of an older release than its source"
                .formatted(below(), theirs, mine),
            "update %s first, or name another server".formatted(replica.address()))
        : Optional.empty();
  }
}
