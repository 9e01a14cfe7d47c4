package io.tutti.operation.rebuild;

import io.tutti.error.Acts;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.server.Below;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.Scope;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.BackupGuide;
import io.tutti.topology.RebuildMark;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.Optional;

/**
 * Attaches a dump of a server that replicates from nobody, to that server.
 *
 * @param at the place that the dump shows: GTIDs, or a log's name and a position
 */
record DumpAttachment(
    RebuildEnvironment environment, TopologySnapshot snapshot, RebuildMark mark, String at) {

  Plan plan(Goal goal, String cluster, Deadline deadline) {
    InstanceAddress instance = mark.instance();
    InstanceAddress donor =
        mark.donor()
            .orElseThrow(() ->
                RebuildRefusal.unsafe(
                    instance,
                    "no server was chosen yet that is copied for it",
                    Remedies.of(Acts.rebuild(instance))));
    try (Session target = environment.servers().open(instance, deadline);
        Session source = environment.servers().open(donor, deadline)) {
      InstanceState state = target.read(deadline);
      GoalTarget.requireChannels(state);
      RebuildPlanner.requireNobodyBelow(
          instance, new Below(environment.servers(), snapshot).of(state, deadline));
      InstanceState there = source.read(deadline);
      requireSource(there);
      BackupGuide guide = target.provider().backups(state.version().version());
      RebuildPlanner.requireTls(state, "", there);
      Attachment way = guide.towards(there, way(guide, source, there, deadline));
      RebuildRefusal.requireVouched(environment.servers(), instance, way.source());
      target.control().requirePrivileges(ControlNeeds.toSalvage(true), deadline);
      RebuildPlanner planner =
          new RebuildPlanner(
              new RebuildFacts(
                  state,
                  Observed.absent("it was looked at"),
                  Observed.absent("it was not asked"),
                  there,
                  Observed.absent("it was not asked")),
              target.provider().replicationStatements(state.version().version()),
              guide);
      return Plan.of(goal, Scope.of(cluster, List.of(instance)), planner.attached(way, ""))
          .withNotes(
              List.of(
                  "This relies on you: a dump of %s, at the position %s, is loaded completely."
                      .formatted(donor, at)));
    }
  }

  private void requireSource(InstanceState there) {
    if (!there.knownChannels().isEmpty() || there.channels().isUnknown()) {
      throw RebuildRefusal.unsafe(
          mark.instance(),
          "%s is itself a replica, so a backup session gives the position"
              .formatted(there.address()),
          Remedies.of(Acts.rebuildByHand(mark.instance(), there.address())));
    }
  }

  private Attachment way(
      BackupGuide guide, Session source, InstanceState there, Deadline deadline) {
    return gtids()
        .map(executed -> byGtid(guide, there, executed))
        .orElseGet(() -> byPlace(guide, source, there, deadline));
  }

  private Optional<GtidSet> gtids() {
    try {
      return Optional.of(GtidSet.parse(at));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Attachment byGtid(BackupGuide guide, InstanceState there, GtidSet executed) {
    if (!(there.gtid().executed() instanceof Observed.Known<GtidSet>(GtidSet all))
        || !executed.relationTo(all).isWithin()) {
      throw wrong("%s has executed %s".formatted(there.address(), there.gtid().executed()));
    }
    if (there.gtid().purged() instanceof Observed.Known<GtidSet>(GtidSet purged)
        && !executed.contains(purged)) {
      throw wrong(
          "%s no longer has %s in its binlogs".formatted(there.address(), purged.minus(executed)));
    }
    return guide.attachBelow(there.address(), executed);
  }

  private Attachment byPlace(
      BackupGuide guide, Session source, InstanceState there, Deadline deadline) {
    BinlogPosition place = place();
    boolean isKept =
        source.logs().files(deadline).stream()
            .anyMatch(file -> file.name().equals(place.file()) && place.position() <= file.bytes());
    boolean isEnd = there.binlog().position().is(place);
    if (!isKept
        || (!isEnd
            && source.logs().list(Log.BINARY, "", Optional.of(place), 1, deadline).isEmpty())) {
      throw wrong("no transaction begins there in the binlogs of %s".formatted(there.address()));
    }
    return guide.attachBelow(there.address(), Optional.of(place));
  }

  private BinlogPosition place() {
    try {
      return BinlogPosition.parse(at);
    } catch (IllegalArgumentException e) {
      throw wrong("it is neither GTIDs nor LOG:POSITION");
    }
  }

  private OrchestratorException wrong(String why) {
    return RebuildRefusal.unsafe(
        mark.instance(),
        "%s is not a position to continue at: %s".formatted(at, why),
        Remedies.of("give the position that the dump has near its beginning")
            .or("how to make one: %s", Acts.dryRun(Acts.rebuildByHand(mark.instance()))));
  }
}
