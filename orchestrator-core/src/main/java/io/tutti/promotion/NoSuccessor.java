package io.tutti.promotion;

import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.promotion.BestReplica.Candidate;
import io.tutti.promotion.Fitness.Reason;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether no replica of a source could take its place, were it lost now ({@link Fitness}). Pure.
 *
 * <ol>
 *   <li>How much each has received does not matter: that changes from moment to moment.
 *   <li>Nor does a backup session, which ends by itself.
 *   <li>Wishes of people are not looked at, and whoever is not known well enough may be able to.
 * </ol>
 *
 * <p>The first replica that is able ends it, so that a healthy source costs one look.
 */
public final class NoSuccessor {
  private NoSuccessor() {}

  /**
   * One that is not able.
   *
   * @param why a sentence that goes on after its name
   */
  public record Unable(InstanceAddress replica, String why, Remedies remedies) {
    @Override
    public String toString() {
      return replica + " " + why;
    }
  }

  /** All its replicas; empty where one is able, or may be, and where it has none. */
  public static List<Unable> of(WorldView world, InstanceAddress source) {
    List<ReplicationLink> links = world.topology().linksTo(source);
    boolean hasFollowers =
        links.stream().filter(each -> world.rebuildOf(each.replica()).isEmpty()).limit(2).count()
            > 1;
    Fitness fitness =
        new Fitness(world, source, hasFollowers, Optional.empty(), PromotionRules.NONE);
    List<Unable> all = new ArrayList<>();
    for (ReplicationLink link : links) {
      Optional<Unable> unable = of(world, fitness, link);
      if (unable.isEmpty()) {
        return List.of();
      }
      all.add(unable.get());
    }
    return List.copyOf(all);
  }

  private static Optional<Unable> of(WorldView world, Fitness fitness, ReplicationLink link) {
    InstanceAddress replica = link.replica();
    if (world.rebuildOf(replica).isPresent()) {
      return Optional.of(new Unable(replica, "is marked to be rebuilt", Remedies.none()));
    }
    return candidate(world, link)
        .flatMap(each ->
            fitness.against(each).stream()
                .filter(against -> against.reason() != Reason.BEING_COPIED)
                .findFirst())
        .map(against -> new Unable(replica, against.why(), against.remedies()));
  }

  /** Empty where something of it is not known that fitness would count against it. */
  private static Optional<Candidate> candidate(WorldView world, ReplicationLink link) {
    OfSource all = OfSource.ANY;
    return world
        .topology()
        .find(link.replica())
        .flatMap(Node::currentState)
        .filter(state -> isKnown(state, link.channel()))
        .flatMap(state ->
            all.has(state, link.channel())
                .asOptional()
                .map(has ->
                    new Candidate(
                        state,
                        link.channel(),
                        has,
                        all.applied(state, link.channel()).asOptional(),
                        Observed.unknown("it does not matter here"))))
        .filter(each ->
            each.applied().isPresent() || each.channel().applier().state() != ThreadState.STOPPED);
  }

  private static boolean isKnown(InstanceState state, Channel channel) {
    return state.channels().isKnown()
        && state.writeProtection().readOnly().isKnown()
        && state.binlog().enabled().isKnown()
        && !state.binlog().logsReplicatedWrites().isUnknown()
        && !channel.applier().delay().isUnknown();
  }
}
