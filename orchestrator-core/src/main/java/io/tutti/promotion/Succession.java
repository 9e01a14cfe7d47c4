package io.tutti.promotion;

import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.error.Act;
import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.promotion.BestReplica.Candidate;
import io.tutti.promotion.Followers.LeftBehind;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.Stranger;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Which replica takes the place of a source, and who follows it: as a command asks for it, or a
 * failover. Pure, of a view in which the replicas were just read.
 *
 * <ol>
 *   <li>Nobody takes it over where another server answers than the one that they replicated from
 *       ({@link Stranger}).
 *   <li>Those that are marked to be rebuilt are left behind.
 *   <li>What each other replica has of the source must be known.
 *   <li>Where the source may have lost rows and wrote on, none of which that is to be applied any
 *       more ({@link Boundary}): who has applied some of it is left behind, if another one has not.
 *   <li>The wanted one is taken, or else the best ({@link BestReplica}).
 *   <li>It has all that any other has, or commits would be thrown away.
 *   <li>It can be a source, and can apply what it received.
 *   <li>Of the others, each that is not known to find its place there is left behind; that is let
 *       only where somebody named the one to take the place.
 * </ol>
 */
public sealed interface Succession {

  /**
   * @param channel over which it replicated
   * @param followers the others
   * @param errant what servers wrote themselves, and what becomes of it, as sentences
   * @param upTo where the place is taken; empty for after all that was received
   * @param givenUp who has received more, which was never acknowledged, and is left behind with it
   */
  record Found(
      InstanceState successor,
      Channel channel,
      Followers followers,
      List<String> errant,
      Optional<Boundary> upTo,
      Set<InstanceAddress> givenUp)
      implements Succession {
    public Found {
      errant = List.copyOf(errant);
      givenUp = Set.copyOf(givenUp);
    }

    Found leaving(List<LeftBehind> ahead) {
      List<LeftBehind> left = new ArrayList<>(followers.left());
      left.addAll(ahead);
      return new Found(
          successor,
          channel,
          new Followers(followers.following(), left),
          errant,
          upTo,
          ahead.stream().map(LeftBehind::replica).collect(Collectors.toSet()));
    }
  }

  /** It cannot be done, or nobody knows. */
  record Refused(String why, Remedies remedies) implements Succession {}

  /**
   * What is asked for.
   *
   * @param lostOnSource what replicas have that it lost, as it was found out
   * @param wanted who is to take it; empty for the best
   * @param boundary where the process ended that may have lost rows; empty where none may be lost,
   *     nothing was written since, or that is not known
   * @param rules where people want a source: of those that have the most, whom they prefer
   * @param leavesUnread why replicas that cannot be read are left behind; empty where they are not
   * @param fast what may be given up for one that can be promoted sooner; empty for nothing
   * @param naming how a person names the one to take the place
   * @param isForeseen whether the source lives, and it is asked what would be if it died: whose
   *     receiver runs has received by then what any of them has
   */
  record Terms(
      List<LostOnSourceByReplica> lostOnSource,
      Optional<InstanceAddress> wanted,
      Optional<Boundary> boundary,
      PromotionRules rules,
      Optional<String> leavesUnread,
      Optional<Fast> fast,
      Function<InstanceAddress, Act> naming,
      boolean isForeseen) {

    /** By which nothing is given up, and nobody left behind for not being read. */
    public Terms(
        List<LostOnSourceByReplica> lostOnSource,
        Optional<InstanceAddress> wanted,
        Optional<Boundary> boundary,
        PromotionRules rules,
        Function<InstanceAddress, Act> naming) {
      this(
          lostOnSource, wanted, boundary, rules, Optional.empty(), Optional.empty(), naming, false);
    }
  }

  /** What shows which transactions were never acknowledged. */
  record Fast(AckProof.Watched acks, Floor floor) {}

  /**
   * @param lost the source whose place is to be taken
   */
  static Succession of(
      WorldView world,
      InstanceAddress lost,
      List<LostOnSourceByReplica> lostOnSource,
      Optional<InstanceAddress> wanted) {
    return of(
        world,
        lost,
        new Terms(
            lostOnSource,
            wanted,
            Optional.empty(),
            PromotionRules.NONE,
            to -> Acts.failoverTo(lost, to)));
  }

  static Succession of(WorldView world, InstanceAddress lost, Terms terms) {
    Optional<Stranger> stranger = Stranger.of(world, lost).stream().findFirst();
    if (stranger.isPresent()) {
      return new Refused(lost + " " + stranger.get().why(), stranger.get().remedies());
    }
    List<Candidate> candidates = new ArrayList<>();
    List<LeftBehind> left = new ArrayList<>();
    for (ReplicationLink link : world.topology().linksTo(lost)) {
      if (world.rebuildOf(link.replica()).isPresent()) {
        left.add(new LeftBehind(link.replica(), "is marked to be rebuilt"));
        continue;
      }
      Observed<Candidate> read = BestReplica.candidate(world.topology(), link);
      if (read instanceof Observed.Known<Candidate>(Candidate known)) {
        candidates.add(known);
      } else if (terms.leavesUnread().isPresent()) {
        left.add(
            new LeftBehind(
                link.replica(), "%s (%s)".formatted(terms.leavesUnread().get(), why(read))));
      } else {
        return unread(world, link.replica(), why(read));
      }
    }
    Optional<Boundary> upTo = terms.boundary().filter(each -> each.appliesTo(candidates));
    Choice all =
        new Choice(
            world,
            lost,
            terms.isForeseen() ? BestReplica.levelled(candidates) : candidates,
            terms.lostOnSource(),
            left,
            Optional.empty(),
            terms.rules(),
            terms.naming());
    if (upTo.isEmpty() && terms.wanted().isEmpty()) {
      Optional<Found> sooner = terms.fast().flatMap(fast -> sooner(all, fast));
      if (sooner.isPresent()) {
        return sooner.get();
      }
    }
    Choice choice = upTo.map(all::upTo).orElse(all);
    return terms.wanted().map(choice::named).orElseGet(choice::best);
  }

  private static Optional<Found> sooner(Choice all, Fast terms) {
    return Sooner.among(all.candidates(), terms, all.order())
        .flatMap(sooner -> {
          List<LeftBehind> ahead =
              sooner.ahead().stream()
                  .map(each ->
                      new LeftBehind(
                          each.address(),
                          "has received more, which was never acknowledged: "
                              + sooner.givenUp(each)))
                  .toList();
          return all.without(sooner.ahead()).only(sooner.successor().address())
                  instanceof Found found
              ? Optional.of(found.leaving(ahead))
              : Optional.empty();
        });
  }

  private static String why(Observed<Candidate> read) {
    return switch (read) {
      case Observed.Known<Candidate> known -> "";
      case Observed.Absent<Candidate>(String why) -> why;
      case Observed.Unknown<Candidate>(String why) -> why;
    };
  }

  private static Refused unread(WorldView world, InstanceAddress replica, String why) {
    return new Refused(
        "%s may have something that no other has: %s".formatted(replica, why),
        BestReplica.silent(world.topology(), replica).isPresent()
            ? Remedies.of("look for what it waits for: SHOW FULL PROCESSLIST on " + replica)
                .or("to give up what it alone may have: %s, and try again", Acts.mark(replica))
            : Remedies.of("bring %s back".formatted(replica))
                .or("if it will not come back: %s", Acts.forget(replica)));
  }

  /** Names of what it lost under which a source has something else by now. */
  static Optional<GtidSet> usedAgain(
      InstanceState source, List<LostOnSourceByReplica> lostOnSource) {
    return new UsedAgain(lostOnSource).by(source);
  }
}
