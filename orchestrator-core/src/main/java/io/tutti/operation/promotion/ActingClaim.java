package io.tutti.operation.promotion;

import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.operation.StepFailure;
import io.tutti.operation.server.AtOnce;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.NamedLock;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Keeps other controllers, with stores of their own, from opening another server between the last
 * look and the opening: a lock on each server that was in the cluster and answers.
 *
 * <ol>
 *   <li>Each that was reached last is connected to, all at once.
 *   <li>The locks are taken in the order of the addresses, so that of two controllers the one gives
 *       way. Nobody is waited for.
 *   <li>A lock is held by a connection of its own, over which nothing else is done but looks. It
 *       ends with that one, which is why it is asked for again directly before the opening.
 * </ol>
 *
 * Where a lock cannot be had, this is said, and the look alone counts.
 */
final class ActingClaim implements AutoCloseable {
  static final String NAME = "tutti.act";

  private static final Duration GIVE_BACK_MAX = Duration.ofSeconds(1);

  /** What holds the locks, by server. */
  private final SortedMap<InstanceAddress, Session> sessions = new TreeMap<>();

  /** Where it is not known whether another one acts, and why. */
  private final SortedMap<InstanceAddress, String> unknown = new TreeMap<>();

  /** Who could not be connected to: the one look before the opening does not wait for it again. */
  private final SortedMap<InstanceAddress, OrchestratorException> silent = new TreeMap<>();

  private ActingClaim() {}

  private record Opened(
      InstanceAddress server, Optional<Session> session, Optional<OrchestratorException> failure) {}

  /**
   * @throws StepFailure when another controller has one of them
   */
  static ActingClaim of(
      PromotionEnvironment environment, Collection<InstanceAddress> servers, Deadline deadline) {
    ActingClaim claim = new ActingClaim();
    try {
      claim.open(environment, servers, deadline);
      List.copyOf(claim.sessions.keySet()).forEach(each -> claim.take(each, deadline));
      return claim;
    } catch (RuntimeException e) {
      claim.close();
      throw e;
    }
  }

  private void open(
      PromotionEnvironment environment, Collection<InstanceAddress> servers, Deadline deadline) {
    TopologySnapshot topology = environment.world().get().topology();
    List<InstanceAddress> reached =
        new TreeSet<>(servers.stream().map(topology::keptUnder).toList())
            .stream()
                .filter(each -> topology.find(each).filter(Node::isReached).isPresent())
                .toList();
    if (reached.isEmpty()) {
      return;
    }
    for (Opened each : AtOnce.each(reached, server -> opened(environment, server, deadline))) {
      each.session().ifPresent(session -> sessions.put(each.server(), session));
      each.failure()
          .ifPresent(failure -> {
            silent.put(each.server(), failure);
            unknown.put(each.server(), failure.observed());
          });
    }
  }

  private static Opened opened(
      PromotionEnvironment environment, InstanceAddress server, Deadline deadline) {
    try {
      return new Opened(
          server,
          Optional.of(
              environment.servers().open(server, deadline.within(FormerMembers.ANSWER_MAX))),
          Optional.empty());
    } catch (OrchestratorException e) {
      return new Opened(server, Optional.empty(), Optional.of(e));
    }
  }

  private void take(InstanceAddress server, Deadline deadline) {
    session(server)
        .flatMap(session -> ask(server, session, deadline))
        .ifPresent(claim -> {
          if (!claim.isHeld()) {
            throw StepFailure.fatal(
                "Another controller acts on %s just now: %s."
                    .formatted(
                        server,
                        String.join(
                            "; ", claim.others().stream().map(NamedLock.Holder::said).toList())),
                Remedies.of("end that one, or look at what it did, and ask again"));
          }
        });
  }

  private Optional<NamedLock> ask(InstanceAddress server, Session session, Deadline deadline) {
    Deadline until = deadline.within(FormerMembers.ANSWER_MAX);
    try {
      return switch (session.claimAlone(NAME, Duration.ZERO, until)) {
        case Observed.Known<NamedLock>(NamedLock claim) -> Optional.of(claim);
        case Observed.Absent<NamedLock> absent -> Optional.empty();
        case Observed.Unknown<NamedLock>(String why) -> {
          unknown.put(server, why);
          yield Optional.empty();
        }
      };
    } catch (OrchestratorException e) {
      unknown.put(server, e.observed());
      return Optional.empty();
    }
  }

  /**
   * That nobody else has got the lock of that server since, as its connection was ended: directly
   * before it is opened.
   */
  void requireStill(InstanceAddress server, Deadline deadline) {
    if (sessions.containsKey(server) && !unknown.containsKey(server)) {
      take(server, deadline);
    }
  }

  /** As the end of what a step says: empty where all locks are held. */
  String said() {
    return unknown.isEmpty()
        ? ""
        : " Whether another controller acts is not known of %s."
            .formatted(
                String.join(
                    ", ",
                    unknown.entrySet().stream()
                        .map(each -> "%s (%s)".formatted(each.getKey(), each.getValue()))
                        .toList()));
  }

  /** To look at that server by. */
  Optional<Session> session(InstanceAddress server) {
    return Optional.ofNullable(sessions.get(server));
  }

  /** Why it could not be connected to. */
  Optional<OrchestratorException> silent(InstanceAddress server) {
    return Optional.ofNullable(silent.get(server));
  }

  @Override
  public void close() {
    List<Session> all = new ArrayList<>(sessions.values());
    sessions.clear();
    if (!all.isEmpty()) {
      AtOnce.each(all, ActingClaim::giveBack);
    }
  }

  private static Session giveBack(Session session) {
    try (session) {
      session.giveBack(NAME, Deadline.after(GIVE_BACK_MAX));
    } catch (OrchestratorException e) {
      // It ended, and its lock with it.
    }
    return session;
  }
}
