package io.tutti.operation.promotion;

import io.tutti.error.Acts;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.ActingLocks;
import io.tutti.operation.StepFailure;
import io.tutti.operation.server.AtOnce;
import io.tutti.operation.server.Servers.Session;
import io.tutti.promotion.TakenPlace;
import io.tutti.spi.Deadline;
import io.tutti.topology.FailoverHold;
import io.tutti.topology.Fence;
import io.tutti.topology.Node;
import io.tutti.topology.RememberedCluster.Member;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All that were in the cluster of a source when it lived, and whether one of them has its place:
 * they are asked before another one is opened, and after.
 *
 * <ol>
 *   <li>Members are who was below it when it was last read while it lived, who was in its cluster
 *       when it was fenced, and who was so when it was failed over by itself.
 *   <li>One that does not answer within {@link #ANSWER_MAX} is judged by what was read of it last.
 * </ol>
 */
record FormerMembers(
    PromotionEnvironment environment, InstanceAddress lost, ActingLocks.Held locks) {
  /** Before anything is done. */
  FormerMembers(PromotionEnvironment environment, InstanceAddress lost) {
    this(environment, lost, ActingLocks.Held.NONE);
  }

  /** Nobody is served meanwhile, and who lives answers in a hundredth of that. */
  static final Duration ANSWER_MAX = Duration.ofSeconds(2);

  /** One that did not answer its watch, nor when this was planned, is tried for a moment. */
  private static final Duration AWAY_MAX = Duration.ofMillis(200);

  /**
   * What they said.
   *
   * @param asked who answered
   * @param silent who did not
   */
  record Look(
      WorldView world,
      List<Member> members,
      List<InstanceAddress> asked,
      List<InstanceAddress> silent) {
    Optional<TakenPlace> taken(InstanceAddress lost) {
      return TakenPlace.of(world.topology(), lost, members);
    }

    /** As the end of what a step says. */
    String said() {
      String free =
          asked.isEmpty()
              ? ""
              : " Of those that were in the cluster none has the place: %s."
                  .formatted(names(asked));
      return silent.isEmpty()
          ? free
          : free
              + " Whether one has that did not answer is not known: %s.".formatted(names(silent));
    }
  }

  private static String names(Collection<InstanceAddress> servers) {
    return String.join(", ", servers.stream().map(InstanceAddress::toString).sorted().toList());
  }

  /** Who was below it when it lived, as far as this is remembered and seen. */
  List<Member> below(WorldView world) {
    return world.membersBelow(lost);
  }

  /** The same, and who was in its cluster when it lost its place before. */
  private List<Member> ofBefore(WorldView world) {
    List<Member> members = new ArrayList<>(below(world));
    environment
        .fences()
        .find(lost)
        .map(Fence::members)
        .ifPresent(all -> all.forEach(each -> members.add(kept(each))));
    environment.holds().all().stream()
        .filter(
            hold -> !hold.isIntermediate() && world.topology().keptUnder(hold.lost()).equals(lost))
        .map(FailoverHold::members)
        .forEach(all -> all.forEach(each -> members.add(kept(each))));
    return members;
  }

  /** Whether it took writes then is not kept with it. */
  private static Member kept(InstanceAddress address) {
    return new Member(address, true, false);
  }

  /** Asks those that were not read with its surroundings, before a plan is made. */
  Look around(Surroundings around, Deadline deadline) {
    return look(around.world(), ofBefore(around.world()), around.words().keySet(), deadline);
  }

  private Look look(
      WorldView world, List<Member> members, Set<InstanceAddress> but, Deadline deadline) {
    List<Node> asked =
        members.stream()
            .map(each -> world.topology().keptUnder(each.address()))
            .filter(each -> !each.equals(lost) && !but.contains(each))
            .distinct()
            .flatMap(each -> world.topology().find(each).stream())
            .toList();
    List<Node> read = asked.isEmpty() ? List.of() : AtOnce.each(asked, node -> ask(node, deadline));
    return new Look(
        world.reading(read),
        members,
        read.stream().filter(Node::isReached).map(Node::address).toList(),
        read.stream().filter(each -> !each.isReached()).map(Node::address).toList());
  }

  private Node ask(Node node, Deadline deadline) {
    Deadline until = deadline.within(node.isReached() ? ANSWER_MAX : AWAY_MAX);
    Optional<OrchestratorException> silent = locks.silent(node.address());
    if (silent.isPresent()) {
      return node.withFailure(silent.get(), environment.clock().instant());
    }
    try (Session session = environment.servers().open(node.address(), until)) {
      return node.withState(session.read(until));
    } catch (OrchestratorException e) {
      return node.withFailure(e, environment.clock().instant());
    }
  }

  /**
   * Asks all but who is to have the place, directly before that is opened.
   *
   * @param planned who was known when this was planned
   */
  Look requireFree(InstanceAddress successor, List<Member> planned, Deadline deadline) {
    Look look = look(successor, planned, deadline);
    look.taken(lost)
        .ifPresent(taken -> {
          throw StepFailure.fatal(
              "%s. %s was not opened, as both would take writes.%s"
                  .formatted(taken.sentence(lost), successor, staysFenced(look.world())),
              remedies(taken.by(), successor));
        });
    return look;
  }

  /** One that is away would be a second one when it is back, though nobody was promoted here. */
  private String staysFenced(WorldView world) {
    boolean isAway = world.topology().find(lost).filter(Node::isReached).isEmpty();
    return isAway && environment.fence(lost).outlivesUndo()
        ? " %s stays fenced.".formatted(lost)
        : "";
  }

  private Look look(InstanceAddress successor, List<Member> planned, Deadline deadline) {
    WorldView world = environment.world().get();
    List<Member> others =
        Stream.concat(planned.stream(), below(world).stream())
            .filter(each -> !world.topology().keptUnder(each.address()).equals(successor))
            .toList();
    return look(world, others, Set.of(successor), deadline);
  }

  /** What they say once it takes writes: this ends nothing, as nothing of it can be undone. */
  String afterwards(InstanceAddress successor, List<Member> planned, Deadline deadline) {
    return look(successor, planned, deadline)
        .taken(lost)
        .map(taken ->
            " Two take writes now: %s. See SPLIT_BRAIN among the findings."
                .formatted(taken.sentence(lost)))
        .orElse("");
  }

  /** What becomes of those that are left below the lost one. */
  static Remedies remedies(InstanceAddress by, InstanceAddress left) {
    return Remedies.of(
            "to let %s follow %s, if it lacks nothing: %s", left, by, Acts.relocate(left, by))
        .or(
            "otherwise, to make %s a replica of %s: %s, and then %s",
            left, by, Acts.markToRebuild(left), Acts.rebuildFrom(left))
        .or("if %s is gone for good, or is to be another cluster: %s", by, Acts.forget(by));
  }
}
