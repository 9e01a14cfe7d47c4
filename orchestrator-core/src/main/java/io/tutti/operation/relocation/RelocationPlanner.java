package io.tutti.operation.relocation;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.plan.Effect;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.NewSource;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import io.tutti.topology.Errant;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.SourceHistory;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Says whether a replica can replicate from another server of its cluster without losing or
 * repeating anything, and how. Pure. What is not known is no.
 *
 * @param replica just read, as is {@code source}
 * @param channel over which it replicates now
 */
public record RelocationPlanner(
    WorldView world,
    RelocateRequest request,
    InstanceState replica,
    Channel channel,
    InstanceState source,
    ReplicationStatements statements) {

  /** The receiver is stopped until the new source has all that the replica has. */
  static final Duration LEVEL_MAX = Duration.ofMinutes(10);

  private static final Duration BESIDE_WAITING = Duration.ofSeconds(90);

  private static final Duration USUAL = Duration.ofSeconds(1);

  /** A reason against it. */
  public record Against(String why, Remedies remedies) {
    Against(String why, String remedy) {
      this(why, Remedies.of(remedy));
    }
  }

  /**
   * None where it replicates from there already, or moves by position ({@link #meeting}).
   *
   * @throws OrchestratorException RELOCATION_NOT_SAFE with all that is against it
   */
  List<PlannedStep> steps() {
    if (channel.source().equals(below())) {
      return List.of();
    }
    List<Against> against = against(false);
    if (!against.isEmpty()) {
      throw new OrchestratorException(
          ErrorCode.RELOCATION_NOT_SAFE,
          address().toString(),
          "%s cannot be moved below %s: %s. Nothing was changed."
              .formatted(
                  address(),
                  below(),
                  String.join("; ", against.stream().map(Against::why).toList())),
          against.stream().map(Against::remedies).reduce(Remedies.none(), Remedies::or));
    }
    return meeting().isPresent() ? List.of() : List.of(step());
  }

  private InstanceAddress address() {
    return replica.address();
  }

  private InstanceAddress below() {
    return source.address();
  }

  private TopologySnapshot snapshot() {
    return world.topology();
  }

  /**
   * All that is against it.
   *
   * @param sourceMoves whether the new source itself gets another one before, by the same plan
   */
  public List<Against> against(boolean sourceMoves) {
    SourceFitness fitness = new SourceFitness(replica, source);
    List<Optional<Against>> all =
        List.of(
            place(),
            goesAlong(),
            fitness.passesOn(),
            fitness.filters(),
            fitness.version(),
            tls(),
            positioning(),
            purged(),
            sourceMoves ? Optional.empty() : level(),
            kept());
    return all.stream().flatMap(Optional::stream).toList();
  }

  /** Below one source while that lived: what each has beside the other is compared by GTID. */
  private boolean wereOneCluster() {
    return world.records().remembered().with(address()).stream()
        .flatMap(cluster -> cluster.members().stream())
        .anyMatch(member -> snapshot().keptUnder(member.address()).equals(below()));
  }

  private Optional<Against> place() {
    if (below().equals(address())) {
      return Optional.of(new Against("they are the same server", "name another server"));
    }
    if (!Objects.equals(snapshot().clusterOf(address()), snapshot().clusterOf(below()))
        && !wereOneCluster()) {
      return Optional.of(
          new Against(
              "they are in different clusters, so their data is not the same",
              Remedies.of("name a server of its own cluster: %s", Acts.showTopology())));
    }
    if (subtree().contains(below())) {
      return Optional.of(
          new Against(
              "%s replicates from it, so they would replicate from each other".formatted(below()),
              Remedies.of(
                  "move %s to another source first: %s",
                  below(), Acts.relocate(below(), channel.source()))));
    }
    return Optional.empty();
  }

  /** All that replicate from it, directly or not. */
  private TreeSet<InstanceAddress> subtree() {
    TreeSet<InstanceAddress> found = new TreeSet<>();
    Deque<InstanceAddress> open = new ArrayDeque<>(List.of(address()));
    while (!open.isEmpty()) {
      for (ReplicationLink link : snapshot().linksTo(open.pop())) {
        if (!link.replica().equals(address()) && found.add(link.replica())) {
          open.add(link.replica());
        }
      }
    }
    return found;
  }

  private Optional<Against> goesAlong() {
    TreeSet<InstanceAddress> below = subtree();
    if (below.isEmpty() || request.withReplicas()) {
      return Optional.empty();
    }
    return Optional.of(
        new Against(
            "%s from it and would go along, which was not asked for"
                .formatted(
                    below.size() == 1
                        ? below.first() + " replicates"
                        : "%d servers replicate".formatted(below.size())),
            Remedies.of("let them go along: %s", Acts.relocateWithReplicas(address(), below()))));
  }

  private Optional<Against> tls() {
    return channel.receiver().tls().is(true) && source.offersTls().is(false)
        ? Optional.of(
            new Against(
                "it replicates over TLS, and %s offers none".formatted(below()),
                "let %s offer TLS".formatted(below())))
        : Optional.empty();
  }

  private Optional<Against> positioning() {
    if (channel.positioning() == Positioning.LOG_POSITION) {
      return meeting().isPresent()
          ? Optional.empty()
          : Optional.of(
              new Against(
                  "it replicates by log position, and its position in the binlog of %s is known only if that replicates from %s, too, or is the source of that; and if both replicate over one channel by position, without a delay"
                      .formatted(below(), channel.source()),
                  "let it replicate by GTID, name such a server, or rebuild it from %s"
                      .formatted(below())));
    }
    return channel.positioning() == Positioning.AUTO_POSITION && !source.gtid().mode().is("ON")
        ? Optional.of(
            new Against(
                "it finds its position by GTID, and the gtid_mode of %s is %s"
                    .formatted(below(), source.gtid().mode()),
                "set gtid_mode of %s to ON".formatted(below())))
        : Optional.empty();
  }

  /** By log position: with whom the replica has to be level, and by that has its place. */
  Optional<Meeting> meeting() {
    return Meeting.of(world, replica, channel, source);
  }

  /** Servers of domains answer with an error where a binlog is gone, and then it is restored. */
  private Optional<Against> purged() {
    if (channel.positioning() != Positioning.AUTO_POSITION) {
      return Optional.empty();
    }
    if (!(source.gtid().purged() instanceof Observed.Known<GtidSet>(GtidSet purged))
        || !(replica.gtid().executed() instanceof Observed.Known<GtidSet>(GtidSet executed))) {
      return Optional.of(
          new Against(
              "what %s has purged, or what the replica has executed, is not known"
                  .formatted(below()),
              Remedies.of(Acts.showInstance(below()))));
    }
    GtidSet lacking = purged.minus(executed);
    return lacking.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Against(
                "it lacks %s, which %s has purged from its binlogs".formatted(lacking, below()),
                "rebuild it, or name a server that still has them"));
  }

  /** What the new source lacks must be able to come to it. */
  private Optional<Against> level() {
    boolean receives =
        source.knownChannels().stream()
            .allMatch(each ->
                each.receiver().state() == ThreadState.RUNNING
                    && each.applier().state() != ThreadState.STOPPED);
    if (receives) {
      return Optional.empty();
    }
    return Optional.of(
        new Against(
            "the replication of %s does not run".formatted(below()),
            Remedies.of("start it, or find out why it stopped: %s", Acts.showInstance(below()))));
  }

  private Optional<Against> kept() {
    for (InstanceAddress each : List.of(address(), below())) {
      if (world.fenceOf(each).isPresent()) {
        return Optional.of(
            new Against("%s is fenced".formatted(each), Remedies.of(Acts.unfence(each))));
      }
      if (world.rebuildOf(each).isPresent()) {
        return Optional.of(
            new Against(
                "%s is marked to be rebuilt".formatted(each),
                Remedies.of(Acts.showInstance(each))));
      }
    }
    return Optional.empty();
  }

  /** What people should see before they agree. */
  List<String> notes() {
    List<String> notes = new ArrayList<>(distance());
    TreeSet<InstanceAddress> along = subtree();
    if (!along.isEmpty()) {
      notes.add(
          "Goes along, as it replicates from it: %s."
              .formatted(
                  String.join(", ", along.stream().map(InstanceAddress::toString).toList())));
    }
    if (Errant.of(replica, source) instanceof Observed.Known<GtidSet>(GtidSet own)
        && !own.isEmpty()) {
      notes.add(
          "%s has transactions that %s never had: %s. They stay, and %s does not get them."
              .formatted(address(), below(), own, below()));
    }
    return notes;
  }

  /** How far the new source is behind. */
  private List<String> distance() {
    if (channel.source().equals(below())) {
      return List.of();
    }
    if (channel.positioning() == Positioning.LOG_POSITION) {
      return meeting()
          .map(each ->
              "%s and %s stop for a moment, until both have applied the same: %s is at %s of %s."
                  .formatted(
                      address(),
                      each.other(),
                      address(),
                      channel.applier().executed(),
                      channel.source()))
          .stream()
          .toList();
    }
    return received()
        .of(replica, channel, source)
        .asOptional()
        .flatMap(has -> SourceHistory.executed(source).map(has::minus))
        .map(lacking ->
            lacking.isEmpty()
                ? "%s has all that %s has now.".formatted(below(), address())
                : "%s is behind: it lacks %s, which %s has and which is waited for."
                    .formatted(below(), lacking, address()))
        .stream()
        .toList();
  }

  private Received received() {
    return new Received(
        snapshot().find(channel.source()).flatMap(Node::state).flatMap(SourceHistory::of));
  }

  private Positioning by() {
    return channel.positioning() == Positioning.CURRENT_POS
        ? Positioning.REPLICA_POS
        : channel.positioning();
  }

  /** Is planned where nothing is against it. */
  public PlannedStep step() {
    List<ReplicationThread> running =
        ReplicationThread.EACH.stream().filter(thread -> thread.runsIn(channel)).toList();
    List<String> said = new ArrayList<>();
    if (ReplicationThread.RECEIVER.runsIn(channel)) {
      said.add(statements.stop(ReplicationThread.RECEIVER, channel.name()));
    }
    if (ReplicationThread.APPLIER.runsIn(channel)) {
      said.add(statements.stop(ReplicationThread.APPLIER, channel.name()));
    }
    said.add(statements.follow(NewSource.byGtid(below(), by()), channel.name()));
    running.forEach(thread -> said.add(statements.start(thread, channel.name())));
    List<Effect> effects = new ArrayList<>();
    Effect.stopping(running, address(), channel.name(), Effect.Lasts.MOMENT)
        .forEach(effect -> effects.add(effect.forAbout(USUAL)));
    effects.add(Effect.dropping(address(), channel.name()));
    effects.add(
        Effect.of(Effect.Kind.SOURCE_CHANGED, address(), below().toString(), Effect.Lasts.ONCE));
    return PlannedStep.of(
            MoveStep.KIND,
            address(),
            "source." + channel.name(),
            new MoveStep.Work(
                new ChannelFrom(channel.name(), channel.source()), below(), by(), received()),
            "let %s%s replicate from %s, once that has all that it has"
                .formatted(address(), Channel.ofChannel(channel.name()), below()))
        .withStatements(said.toArray(String[]::new))
        .withBounds(
            new PlannedStep.Bounds(
                LEVEL_MAX.plus(BESIDE_WAITING), PlannedStep.Bounds.USUAL.blockedWaitMax()))
        .affecting(effects);
  }
}
