package io.tutti.promotion;

import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.error.Act;
import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.error.Remedy;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.promotion.BestReplica.Candidate;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.promotion.Followers.LeftBehind;
import io.tutti.promotion.Succession.Found;
import io.tutti.promotion.Succession.Refused;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One choice among the replicas of a source. A refusal never names one that would be refused in its
 * turn: where nobody can take the place, it says what to give up for it. Pure.
 *
 * @param candidates all that replicate from it and are not marked
 * @param left the others
 * @param boundary up to where they count; empty for all that they received
 * @param rules where people want a source
 * @param naming how a person names the one to take the place
 */
record Choice(
    WorldView world,
    InstanceAddress lost,
    List<Candidate> candidates,
    List<LostOnSourceByReplica> lostOnSource,
    List<LeftBehind> left,
    Optional<Boundary> boundary,
    PromotionRules rules,
    Function<InstanceAddress, Act> naming) {

  /** Why one cannot take the place. */
  private record Against(String why, Remedies remedies) {}

  /** The same, with nothing that came after; who has applied some of that is left behind. */
  Choice upTo(Boundary end) {
    List<Candidate> clean = new ArrayList<>();
    List<LeftBehind> others = new ArrayList<>(left);
    for (Candidate each : candidates) {
      if (end.isClean(each)) {
        clean.add(end.cut(each));
      } else {
        others.add(
            new LeftBehind(
                each.address(),
                "has applied what %s wrote after its restart, which the others do not keep"
                    .formatted(lost)));
      }
    }
    return new Choice(world, lost, clean, lostOnSource, others, Optional.of(end), rules, naming);
  }

  /** The same, in which these count no more. */
  Choice without(List<Candidate> others) {
    return new Choice(
        world,
        lost,
        candidates.stream().filter(each -> !others.contains(each)).toList(),
        lostOnSource,
        left,
        boundary,
        rules,
        naming);
  }

  Succession best() {
    if (candidates.isEmpty()) {
      return new Refused(
          "all that replicate from %s are marked to be rebuilt".formatted(lost),
          Remedies.of("remove the mark of one: %s", Acts.unmark()));
    }
    return switch (BestReplica.among(candidates, order())) {
      case BestReplica.Chosen best -> chosen(best.replica(), false);
      case BestReplica.None(String why) -> new Refused(why, giveUp());
    };
  }

  /**
   * Of those that have as much: against whom nothing speaks, who keeps all rows, in the same format
   * and release, and wrote nothing itself; then whom people want, then who writes as much to its
   * binlog.
   */
  Comparator<InstanceAddress> order() {
    Map<InstanceAddress, Integer> accepted =
        candidates.stream()
            .collect(
                Collectors.toMap(
                    Candidate::address, each -> fitness().accepted(each).size(), Math::max));
    Set<InstanceAddress> unfit =
        candidates.stream()
            .filter(each -> !fitness().against(each).isEmpty())
            .map(Candidate::address)
            .collect(Collectors.toSet());
    return Comparator.<InstanceAddress, Boolean>comparing(unfit::contains)
        .thenComparing(each -> accepted.getOrDefault(each, 0))
        .thenComparing(rules.order(lost))
        .thenComparing(detail().order());
  }

  private Fitness fitness() {
    return new Fitness(world, lost, candidates.size() > 1, boundary, rules);
  }

  private BinlogDetail detail() {
    return new BinlogDetail(world.topology(), lost);
  }

  /** One that nobody has named. */
  Succession only(InstanceAddress one) {
    return chosen(one, false);
  }

  Succession named(InstanceAddress wanted) {
    return chosen(wanted, true);
  }

  private Succession chosen(InstanceAddress address, boolean isNamed) {
    Optional<Candidate> found =
        candidates.stream().filter(each -> each.address().equals(address)).findFirst();
    if (found.isEmpty()) {
      return new Refused(
          left.stream()
              .filter(each -> each.replica().equals(address))
              .findFirst()
              .map(LeftBehind::toString)
              .orElseGet(() ->
                  "%s does not replicate from %s; these do: %s"
                      .formatted(address, lost, names(candidates))),
          Remedies.of("name one of them"));
    }
    Candidate successor = found.get();
    Optional<Against> against = against(successor, isNamed);
    if (against.isPresent()) {
      return refused(against.get(), successor, isNamed);
    }
    Followers followers = followers(successor, others(successor));
    if (!isNamed && !followers.left().isEmpty()) {
      return new Refused(
          "not all replicas can follow %s: %s"
              .formatted(
                  successor.address(),
                  followers.left().stream()
                      .map(LeftBehind::toString)
                      .collect(Collectors.joining("; "))),
          Remedies.of(
              "name it, and they are left out, to be rebuilt: %s",
              naming.apply(successor.address())));
    }
    List<LeftBehind> behind = new ArrayList<>(left);
    behind.addAll(followers.left());
    return new Found(
        successor.state(),
        successor.channel(),
        new Followers(followers.following(), behind),
        errant(successor, followers),
        boundary,
        Set.of());
  }

  private List<Candidate> others(Candidate one) {
    return candidates.stream().filter(each -> !each.address().equals(one.address())).toList();
  }

  private static String names(List<Candidate> replicas) {
    return replicas.stream()
        .map(each -> each.address().toString())
        .collect(Collectors.joining(", "));
  }

  private Optional<Against> against(Candidate successor, boolean isNamed) {
    return others(successor).stream()
        .flatMap(other -> loss(successor, other).stream())
        .findFirst()
        .or(() -> unfit(successor, isNamed));
  }

  /** Where nobody can, each is named with its reason; one that was asked for alone is enough. */
  private Refused refused(Against against, Candidate successor, boolean isNamed) {
    Optional<Candidate> able =
        others(successor).stream().filter(other -> against(other, true).isEmpty()).findFirst();
    if (able.isPresent()) {
      return new Refused(against.why(), Remedies.of(naming.apply(able.get().address())));
    }
    List<String> reasons = new ArrayList<>(List.of(against.why()));
    if (!isNamed) {
      others(successor)
          .forEach(other -> against(other, true).map(Against::why).ifPresent(reasons::add));
      left.forEach(each -> reasons.add(each.toString()));
    }
    return new Refused(String.join("; ", reasons), against.remedies());
  }

  /** Nobody has all: what only one has can be given up by a person alone. */
  private Remedies giveUp() {
    List<Remedy> remedies = new ArrayList<>();
    remedies.add(Remedy.of(Acts.reportCrash(lost)));
    candidates.forEach(each -> remedies.add(giveUp(each)));
    return new Remedies(remedies);
  }

  private static Remedy giveUp(Candidate replica) {
    return Remedy.of(
        "only if what %s alone has may be lost: %s, and try again",
        replica.address(), Acts.mark(replica.address()));
  }

  private Optional<Against> loss(Candidate successor, Candidate other) {
    if (!successor.has().containsAllOf(other.has())) {
      return Optional.of(
          new Against(
              "transactions of %s would be lost: %s%s"
                  .formatted(
                      lost,
                      BestReplica.lacking(successor, other),
                      unfit(other, false).map(each -> ", and " + each.why()).orElse("")),
              unfit(other, false)
                  .map(Against::remedies)
                  .orElse(Remedies.none())
                  .or(giveUp(other))));
    }
    return lostOnSource.stream()
        .filter(each -> each.address().equals(other.address()))
        .filter(each ->
            each.lostOnSource() instanceof LostOnSource.Beyond(BinlogPosition beyond, long bytes)
                && hasGoneOnAfter(successor, beyond))
        .findFirst()
        .map(each ->
            new Against(
                "%s received what the source lost, and %s continued in a later binlog without it"
                    .formatted(other.address(), successor.address()),
                Remedies.of(giveUp(other))));
  }

  /** Places in later binlogs tell nothing of what the end of an earlier one held. */
  private static boolean hasGoneOnAfter(Candidate successor, BinlogPosition beyond) {
    return !(successor.has() instanceof Has.UpTo(BinlogPosition place))
        || place.sequence() > beyond.sequence();
  }

  private Optional<Against> unfit(Candidate successor, boolean isNamed) {
    Fitness fitness = fitness();
    return (isNamed ? fitness.againstNamed(successor) : fitness.against(successor))
        .stream()
            .findFirst()
            .map(each ->
                new Against(
                    successor.address() + " " + each.why(),
                    switch (each.reason()) {
                      case LEAVES_ROWS_OUT ->
                          Remedies.of(
                              "only if these rows may be lost: %s",
                              naming.apply(successor.address()));
                      case OTHER_SOURCE ->
                          Remedies.of(
                              "only if what comes from there may reach all that replicate from it: %s",
                              naming.apply(successor.address()));
                      default -> each.remedies();
                    }));
  }

  /** Who has another transaction under the same name would follow without an error, and differ. */
  private Followers followers(Candidate successor, List<Candidate> others) {
    UsedAgain usedAgain = new UsedAgain(lostOnSource);
    List<Candidate> intact =
        others.stream().filter(each -> usedAgain.between(successor, each).isEmpty()).toList();
    Followers rest = Followers.of(successor.state(), Optional.of(successor), intact);
    List<LeftBehind> left = new ArrayList<>(rest.left());
    for (Candidate other : others) {
      usedAgain
          .between(successor, other)
          .ifPresent(names ->
              left.add(
                  new LeftBehind(
                      other.address(),
                      "may have other transactions than %s under GTIDs that the source lost and used again: %s"
                          .formatted(successor.address(), names))));
    }
    return new Followers(rest.following(), left);
  }

  private List<String> errant(Candidate successor, Followers followers) {
    List<String> sentences = new ArrayList<>();
    BestReplica.errant(successor).ifPresent(sentences::add);
    fitness().accepted(successor).stream()
        .filter(each -> each.reason() != Fitness.Reason.ERRANT)
        .forEach(each -> sentences.add("%s %s.".formatted(successor.address(), each.why())));
    detail().sentence(successor.address()).ifPresent(sentences::add);
    for (Follower follower : followers.following()) {
      candidates.stream()
          .filter(each -> each.address().equals(follower.replica()))
          .flatMap(each -> each.errantNames().stream())
          .forEach(names ->
              sentences.add(
                  "%s wrote transactions itself, which the source never had: %s. It keeps them, and %s lacks them."
                      .formatted(follower.replica(), names, successor.address())));
    }
    return sentences;
  }
}
