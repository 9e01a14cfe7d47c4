package io.tutti.operation.backup;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Lag;
import io.tutti.model.Observed;
import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Picks the replica of a cluster that is best copied. Pure.
 *
 * <ol>
 *   <li>Leave out what cannot be taken: no replica, not read just now, not replicating, source of
 *       others, in a session, in downtime, fenced, to be rebuilt, delayed on purpose, with an
 *       unknown lag; and what is not among the wanted ones.
 *   <li>Take first what is least behind, then the first by address. Gaps are no matter: those of an
 *       applier that runs come and go, and are closed before the session begins.
 * </ol>
 */
final class Candidates {
  /**
   * Lags that differ by less are the same, so that planning again a moment later picks the same.
   */
  private static final Duration LAG_STEP = Duration.ofSeconds(10);

  private final WorldView world;
  private final Cluster cluster;
  private final Predicate<InstanceAddress> isWanted;
  private final SortedMap<InstanceAddress, String> leftOut = new TreeMap<>();

  /**
   * The replica that was picked.
   *
   * @param because why, without what changes from moment to moment
   * @param atThisMoment what was so when it was picked
   */
  record Picked(InstanceAddress instance, String because, String atThisMoment) {}

  private record Candidate(InstanceAddress address, Duration lag) {}

  Candidates(WorldView world, Cluster cluster) {
    this(world, cluster, any -> true);
  }

  /**
   * @param isWanted who has the tags that are asked for
   */
  Candidates(WorldView world, Cluster cluster, Predicate<InstanceAddress> isWanted) {
    this.world = world;
    this.cluster = cluster;
    this.isWanted = isWanted;
  }

  /**
   * @throws OrchestratorException NOTHING_TO_BACK_UP naming each instance and why it is left out
   */
  Picked pick() {
    List<Candidate> candidates = new ArrayList<>();
    for (InstanceAddress member : cluster.members()) {
      Optional<Candidate> candidate = world.topology().find(member).flatMap(this::judge);
      candidate.ifPresent(candidates::add);
    }
    Candidate best =
        candidates.stream()
            .min(
                Comparator.comparing((Candidate each) -> each.lag().dividedBy(LAG_STEP))
                    .thenComparing(Candidate::address))
            .orElseThrow(this::none);
    return new Picked(
        best.address(),
        "as no replica is below it, and none of %s is less behind".formatted(cluster.name()),
        "its lag is %d s; replicas to choose from: %d"
            .formatted(best.lag().toSeconds(), candidates.size()));
  }

  private Optional<Candidate> judge(Node node) {
    Optional<InstanceState> state = node.currentState();
    if (state.isEmpty()) {
      return leaveOut(node, "it was not read just now");
    }
    List<Channel> channels = state.get().knownChannels();
    if (channels.isEmpty()) {
      return leaveOut(node, "it has no source");
    }
    if (!channels.stream().allMatch(Channel::isReplicating)) {
      return leaveOut(node, "it does not replicate now");
    }
    if (!world.topology().linksTo(node.address()).isEmpty()) {
      return leaveOut(node, "it is the source of others");
    }
    Optional<String> kept = keptBack(node.address());
    if (kept.isPresent()) {
      return leaveOut(node, kept.get());
    }
    if (channels.stream().anyMatch(Candidates::isDelayed)) {
      return leaveOut(node, "it is delayed on purpose");
    }
    Duration worst = Duration.ZERO;
    for (Channel channel : channels) {
      if (!(channel.lag() instanceof Observed.Known<Lag>(Lag lag))) {
        return leaveOut(node, "its lag is not known");
      }
      worst = worst.compareTo(lag.amount()) < 0 ? lag.amount() : worst;
    }
    return Optional.of(new Candidate(node.address(), worst));
  }

  /** Why somebody, or Tutti, wants it to be left alone. */
  private Optional<String> keptBack(InstanceAddress address) {
    if (!isWanted.test(address)) {
      return Optional.of("it does not have the tags that are asked for");
    }
    if (world.backupOf(address).isPresent()) {
      return Optional.of("it is in a backup session");
    }
    if (world.downtimeOf(address, world.topology().takenAt()).isPresent()) {
      return Optional.of("it is in downtime");
    }
    if (world.fenceOf(address).isPresent()) {
      return Optional.of("it is fenced");
    }
    return world.rebuildOf(address).map(mark -> "it is marked to be rebuilt");
  }

  private static boolean isDelayed(Channel channel) {
    return channel.applier().delay() instanceof Observed.Known<Duration>(Duration delay)
        && delay.isPositive();
  }

  private Optional<Candidate> leaveOut(Node node, String why) {
    leftOut.put(node.address(), why);
    return Optional.empty();
  }

  private OrchestratorException none() {
    List<String> each =
        leftOut.entrySet().stream().map(out -> out.getKey() + ": " + out.getValue()).toList();
    return new OrchestratorException(
        ErrorCode.NOTHING_TO_BACK_UP,
        cluster.name(),
        "No replica of %s can be picked (%s). Nothing was changed."
            .formatted(cluster.name(), String.join("; ", each)),
        Remedies.of(Acts.showTopology(cluster.name())).or("name one: %s", Acts.beginBackup()));
  }
}
