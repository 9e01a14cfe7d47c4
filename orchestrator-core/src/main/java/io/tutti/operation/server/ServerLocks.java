package io.tutti.operation.server;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.ActingLocks;
import io.tutti.operation.Permit;
import io.tutti.operation.StepFailure;
import io.tutti.operation.server.ServerLock.Answer;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A named lock on each server that an operation acts on, from its first statement to its last.
 *
 * <ol>
 *   <li>Each server that answered its watch last is connected to, all at once. Who does not answer
 *       now is not waited for: it is named.
 *   <li>The lock of the first one, by address, is asked for alone, and then those of the others: of
 *       two controllers that begin at once the one gives way.
 *   <li>A lock is held by a connection of its own ({@link ServerLock}). Operations of this
 *       controller share it.
 * </ol>
 */
public final class ServerLocks implements ActingLocks {
  private final Servers servers;
  private final Supplier<TopologySnapshot> topology;
  private final Duration askEvery;
  private final SortedMap<InstanceAddress, ServerLock> locks = new TreeMap<>();

  public ServerLocks(Servers servers, Supplier<TopologySnapshot> topology) {
    this(servers, topology, ServerLock.ASK_EVERY);
  }

  /**
   * @param askEvery how often each is asked for again while it is held
   */
  ServerLocks(Servers servers, Supplier<TopologySnapshot> topology, Duration askEvery) {
    this.askEvery = askEvery;
    this.servers = servers;
    this.topology = topology;
  }

  @Override
  public Held take(Collection<InstanceAddress> wanted, Duration waitMax) {
    List<ServerLock> all = retain(reached(wanted));
    if (all.isEmpty()) {
      return Held.NONE;
    }
    Taken taken = new Taken(all);
    try {
      // Another operation may need them when this one is displaced.
      return Permit.ofNone(() -> taken.askAll(waitMax));
    } catch (RuntimeException e) {
      taken.close();
      throw e;
    }
  }

  private Collection<InstanceAddress> reached(Collection<InstanceAddress> wanted) {
    TopologySnapshot now = topology.get();
    return wanted.stream()
        .map(now::keptUnder)
        .filter(each -> now.find(each).filter(Node::isReached).isPresent())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private synchronized List<ServerLock> retain(Collection<InstanceAddress> of) {
    List<ServerLock> retained = new ArrayList<>();
    for (InstanceAddress each : of) {
      ServerLock lock =
          locks.computeIfAbsent(each, address -> new ServerLock(servers, address, askEvery));
      lock.retain();
      retained.add(lock);
    }
    return retained;
  }

  private synchronized List<ServerLock> release(List<ServerLock> of) {
    List<ServerLock> last = of.stream().filter(ServerLock::release).toList();
    last.forEach(each -> locks.remove(each.server()));
    return last;
  }

  private final class Taken implements Held {
    private final List<ServerLock> all;
    private boolean isClosed;

    Taken(List<ServerLock> all) {
      this.all = all;
    }

    Held askAll(Duration waitMax) {
      AtOnce.each(all, ServerLock::connect);
      require(all.getFirst(), waitMax);
      List<ServerLock> others = all.subList(1, all.size());
      if (!others.isEmpty()) {
        AtOnce.each(
            others,
            each -> {
              require(each, waitMax);
              return each;
            });
      }
      return this;
    }

    private static void require(ServerLock lock, Duration waitMax) {
      lock.ask(waitMax)
          .failure(lock.server())
          .ifPresent(failure -> {
            throw failure;
          });
    }

    @Override
    public void requireStill(InstanceAddress server) {
      all.stream()
          .filter(each -> each.server().equals(server))
          .forEach(each ->
              Permit.ofNone(() -> {
                require(each, Duration.ZERO);
                return each;
              }));
    }

    @Override
    public Optional<StepFailure> lost() {
      return all.stream()
          .flatMap(each ->
              each.last().filter(Answer::isOfAnother).stream()
                  .flatMap(last -> last.failure(each.server()).stream()))
          .findFirst();
    }

    @Override
    public String said() {
      Map<InstanceAddress, String> unknown = new TreeMap<>();
      all.forEach(each ->
          each.silent()
              .ifPresent(failure ->
                  unknown.put(each.server(), ServerLock.withoutStop(failure.observed()))));
      return unknown.isEmpty()
          ? ""
          : " Whether another controller acts is not known of %s."
              .formatted(
                  unknown.entrySet().stream()
                      .map(each -> "%s (%s)".formatted(each.getKey(), each.getValue()))
                      .collect(Collectors.joining(", ")));
    }

    @Override
    public Optional<OrchestratorException> silent(InstanceAddress server) {
      return all.stream()
          .filter(each -> each.server().equals(server))
          .findFirst()
          .flatMap(ServerLock::silent);
    }

    @Override
    public void close() {
      if (isClosed) {
        return;
      }
      isClosed = true;
      List<ServerLock> last = release(all);
      if (!last.isEmpty()) {
        Permit.ofNone(() -> AtOnce.each(last, ServerLock::giveBack));
      }
    }
  }
}
