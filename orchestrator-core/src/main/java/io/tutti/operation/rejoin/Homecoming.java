package io.tutti.operation.rejoin;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.relocation.RelocationPlanner.Against;
import io.tutti.operation.relocation.SourceFitness;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether a server that lost its place can replicate from another one, and nothing is lost or
 * applied twice by that. Pure.
 *
 * <ol>
 *   <li>It has nothing that the other one lacks, as its own binlogs name it.
 *   <li>The other one still has in its binlogs all that it lacks.
 *   <li>It takes no writes, and replicates from nobody else.
 *   <li>Neither is to be rebuilt, and the other one is fit to be its source.
 * </ol>
 *
 * @param former read before the other one, which then has all that it had of that
 */
record Homecoming(WorldView world, InstanceState former, InstanceState source) {

  private InstanceAddress address() {
    return former.address();
  }

  /** Whether it replicates from there already. */
  boolean isAttached() {
    return hasItsChannel() && former.knownChannels().getFirst().isReplicating();
  }

  private boolean hasItsChannel() {
    return former.knownChannels().size() == 1
        && world
            .topology()
            .keptUnder(former.knownChannels().getFirst().source())
            .equals(source.address());
  }

  /** Whether neither has GTIDs. */
  boolean isByPlace() {
    return former.gtid().mode().is("OFF") && source.gtid().mode().is("OFF");
  }

  /** What it fetches then. */
  Optional<GtidSet> fetches() {
    return source
        .gtid()
        .executed()
        .flatMap(all -> former.gtid().executed().map(all::minus))
        .asOptional()
        .filter(lacking -> !lacking.isEmpty());
  }

  /** All but what it has more. */
  List<Against> against() {
    if (address().equals(source.address())) {
      return List.of(
          new Against("it is the same server", Remedies.of(Acts.rejoinBelow(address()))));
    }
    SourceFitness fitness = new SourceFitness(former, source);
    List<Optional<Against>> all = new ArrayList<>();
    all.add(below());
    all.add(followsAnother());
    all.add(takesWrites());
    all.add(sourceIsFenced());
    all.addAll(Stream.of(address(), source.address()).map(this::isToBeRebuilt).toList());
    all.add(fitness.passesOn());
    all.add(fitness.filters());
    all.add(fitness.version());
    if (!isByPlace()) {
      all.add(named(former));
      all.add(named(source));
      all.add(purged());
    }
    return all.stream().flatMap(Optional::stream).toList();
  }

  private static Optional<Against> no(boolean isSo, String why, Remedies remedies) {
    return isSo ? Optional.of(new Against(why, remedies)) : Optional.empty();
  }

  private Optional<Against> below() {
    boolean isBelow =
        world.topology().linksOf(source.address()).stream()
            .map(ReplicationLink::source)
            .anyMatch(address()::equals);
    return no(
        isBelow,
        "%s replicates from it".formatted(source.address()),
        Remedies.of(Acts.rejoinBelow(address())));
  }

  private Optional<Against> followsAnother() {
    List<InstanceAddress> sources =
        former.knownChannels().stream().map(Channel::source).distinct().toList();
    if (hasItsChannel() && !isAttached()) {
      return Optional.of(
          new Against(
              "its replication from %s does not run".formatted(source.address()),
              Remedies.of("start it, and then: %s", Acts.rejoin(address()))));
    }
    return no(
        !isAttached() && !sources.isEmpty(),
        "it has a channel from %s already".formatted(sources),
        Remedies.of(
            "look at it, and remove that channel if it is not wanted: %s",
            Acts.showInstance(address())));
  }

  private Optional<Against> takesWrites() {
    return no(
        !former.writeProtection().readOnly().is(true),
        "it takes writes, or this is not known",
        Remedies.of(Acts.fence(address())));
  }

  private Optional<Against> sourceIsFenced() {
    return no(
        world.fenceOf(source.address()).isPresent(),
        "%s is fenced".formatted(source.address()),
        Remedies.of(Acts.rejoinBelow(address())));
  }

  private Optional<Against> isToBeRebuilt(InstanceAddress server) {
    return world
        .rebuildOf(server)
        .map(mark ->
            new Against(
                "%s is marked to be rebuilt".formatted(server),
                Remedies.of(Acts.rebuild(server))
                    .or("if nothing is wrong with it: %s", Acts.unmark(server))));
  }

  private Optional<Against> named(InstanceState state) {
    boolean isByUuid =
        state.gtid().executed().asOptional().filter(MySqlGtidSet.class::isInstance).isPresent();
    return no(
        state.gtid().executed().asOptional().isEmpty()
            || (isByUuid && !state.gtid().mode().is("ON")),
        "%s has no GTIDs (gtid_mode is %s), and without them nothing proves what it has"
            .formatted(state.address(), state.gtid().mode()),
        copied());
  }

  /** What is left where it cannot be told, or must not be. */
  Remedies copied() {
    return Remedies.of(
        "to give up all that it has, and copy %s over it: %s, and then %s, which says how where servers cannot copy each other",
        source.address(), Acts.markToRebuild(address()), Acts.rebuildFrom(address()));
  }

  /** Servers of domains answer with an error where a binlog is gone, and then it is undone. */
  private Optional<Against> purged() {
    if (!(source.gtid().executed() instanceof Observed.Known<GtidSet>(MySqlGtidSet executed))) {
      return Optional.empty();
    }
    Observed<GtidSet> lacking =
        source.gtid().purged().flatMap(purged -> former.gtid().executed().map(purged::minus));
    return no(
        lacking.asOptional().filter(GtidSet::isEmpty).isEmpty(),
        "what %s has purged from its binlogs and %s lacks is %s"
            .formatted(source.address(), address(), lacking),
        copied());
  }
}
