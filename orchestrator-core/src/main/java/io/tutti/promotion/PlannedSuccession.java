package io.tutti.promotion;

import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.promotion.BestReplica.Candidate;
import io.tutti.promotion.Followers.LeftBehind;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.Stranger;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which replica takes the place of a source that lives, and who follows it. Pure, of a view in
 * which all were just read.
 *
 * <ol>
 *   <li>How much each has received does not matter: the rest comes before the place is taken.
 *   <li>The wanted one is taken, or else the first by {@link PromotionRules}, then by {@link
 *       BinlogDetail}, then by the number of followers, that nothing is against ({@link Fitness}).
 *   <li>Of the others, each that finds its place there follows it. Others stay below the old
 *       source, which replicates from the new one then: nothing of theirs is lost.
 * </ol>
 */
public sealed interface PlannedSuccession {

  /**
   * @param channel over which it replicated
   * @param followers the others; those that are left stay below the old source
   */
  record Found(InstanceState successor, Channel channel, Followers followers)
      implements PlannedSuccession {}

  /** It cannot be done, or nobody knows. */
  record Refused(String why, Remedies remedies) implements PlannedSuccession {}

  /**
   * @param wanted who is to take the place; empty for the best
   */
  static PlannedSuccession of(
      WorldView world,
      InstanceAddress source,
      Optional<InstanceAddress> wanted,
      PromotionRules rules) {
    Optional<Stranger> stranger = Stranger.of(world, source).stream().findFirst();
    if (stranger.isPresent()) {
      return new Refused(source + " " + stranger.get().why(), stranger.get().remedies());
    }
    List<Candidate> candidates = new ArrayList<>();
    List<LeftBehind> left = new ArrayList<>();
    for (ReplicationLink link : world.topology().linksTo(source)) {
      if (world.rebuildOf(link.replica()).isPresent()) {
        left.add(new LeftBehind(link.replica(), "is marked to be rebuilt"));
        continue;
      }
      Observed<Candidate> read = BestReplica.candidate(world.topology(), link);
      read.asOptional()
          .ifPresentOrElse(
              candidates::add,
              () -> left.add(new LeftBehind(link.replica(), "cannot be judged: " + read)));
    }
    // Its own successor replicates from it, so it needs a binlog in any case.
    Fitness fitness = new Fitness(world, source, true, Optional.empty(), rules);
    List<Candidate> able =
        candidates.stream()
            .filter(each -> wanted.map(each.address()::equals).orElse(true))
            .filter(each -> against(fitness, each, wanted).isEmpty())
            .toList();
    if (able.isEmpty()) {
      return refused(candidates, left, fitness, wanted);
    }
    Comparator<Candidate> better =
        Comparator.comparing(Candidate::address, rules.order(source))
            .thenComparing(Candidate::address, new BinlogDetail(world.topology(), source).order())
            .thenComparing(each -> -followers(candidates, each).following().size())
            .thenComparing(each -> each.address().toString());
    Candidate best = able.stream().min(better).orElseThrow();
    Followers followers = followers(candidates, best);
    left.addAll(followers.left());
    return new Found(best.state(), best.channel(), new Followers(followers.following(), left));
  }

  private static List<Fitness.Against> against(
      Fitness fitness, Candidate one, Optional<InstanceAddress> wanted) {
    return wanted.isPresent() ? fitness.againstPlannedNamed(one) : fitness.againstPlanned(one);
  }

  private static Refused refused(
      List<Candidate> candidates,
      List<LeftBehind> left,
      Fitness fitness,
      Optional<InstanceAddress> wanted) {
    List<Candidate> asked =
        candidates.stream()
            .filter(each -> wanted.map(each.address()::equals).orElse(true))
            .toList();
    Optional<LeftBehind> away =
        left.stream().filter(each -> wanted.filter(each.replica()::equals).isPresent()).findFirst();
    if (asked.isEmpty() && wanted.isPresent()) {
      return new Refused(
          away.map(LeftBehind::toString)
              .orElse(
                  "%s does not replicate from %s; these do: %s"
                      .formatted(wanted.get(), fitness.source(), names(candidates))),
          Remedies.of("name one that can, or none"));
    }
    Remedies remedies = Remedies.none();
    List<String> reasons = new ArrayList<>();
    left.forEach(each -> reasons.add(each.toString()));
    for (Candidate each : asked) {
      for (Fitness.Against against : against(fitness, each, wanted)) {
        reasons.add(each.address() + " " + against.why());
        remedies = remedies.or(against.remedies());
      }
    }
    return new Refused(String.join("; ", reasons), remedies);
  }

  private static String names(List<Candidate> replicas) {
    return replicas.isEmpty()
        ? "none"
        : replicas.stream()
            .map(each -> each.address().toString())
            .collect(Collectors.joining(", "));
  }

  private static Followers followers(List<Candidate> candidates, Candidate successor) {
    List<LeftBehind> left = new ArrayList<>();
    List<Candidate> able = new ArrayList<>();
    for (Candidate each : candidates) {
      if (each.address().equals(successor.address())) {
        continue;
      }
      Optional<String> why = why(successor, each);
      if (why.isPresent()) {
        left.add(new LeftBehind(each.address(), why.get()));
      } else {
        able.add(each);
      }
    }
    Followers rest = Followers.living(successor.state(), able);
    left.addAll(rest.left());
    return new Followers(rest.following(), left);
  }

  private static boolean isByPlace(Candidate replica) {
    return replica.channel().positioning() == Positioning.LOG_POSITION;
  }

  private static Optional<String> why(Candidate successor, Candidate replica) {
    if (isByPlace(successor) != isByPlace(replica)) {
      return Optional.of(
          "finds its place by %s, and %s by %s"
              .formatted(
                  isByPlace(replica) ? "position" : "GTID",
                  successor.address(),
                  isByPlace(successor) ? "position" : "GTID"));
    }
    if (Fitness.isNewer(successor.state(), replica.state())) {
      return Optional.of(
          "is of an earlier release than %s, and cannot replicate from it"
              .formatted(successor.address()));
    }
    boolean isStopped =
        replica.channel().applier().state() == ThreadState.STOPPED
            || replica.channel().receiver().state() != ThreadState.RUNNING;
    if (isStopped || Followers.isDelayed(replica.channel())) {
      return Optional.of(
          isStopped
              ? "does not replicate now"
              : "applies with a delay, or this is not known, so it is not level in time");
    }
    return Optional.empty();
  }
}
