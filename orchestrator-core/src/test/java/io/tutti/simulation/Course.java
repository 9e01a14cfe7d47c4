package io.tutti.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.model.ThreadState;
import io.tutti.operation.fixtures.OperationScenario;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * What must hold of simulated servers while an operation acts on them, whatever comes in between,
 * and when it has ended:
 *
 * <ol>
 *   <li>Never do two servers take writes.
 *   <li>A server that is kept as fenced takes no write once the operation has ended.
 *   <li>Nothing that any replica had received is gone from all of them, but what nobody wants. What
 *       a server that was killed does not keep is nobody's fault; who took the place has it.
 *   <li>Put back or failed, every thread runs that ran, every source is the one that it was, and
 *       who took writes takes them.
 *   <li>Stuck, it says what is left and what to do.
 *   <li>Whoever replicates has the rows of its source in the end, or an error says why not.
 * </ol>
 */
public final class Course {
  private static final Duration UNTIL_ALL_IS_QUIET = Duration.ofSeconds(20);

  private final SimulatedCluster cluster;
  private final SortedMap<InstanceAddress, Picture> before = new TreeMap<>();
  private final SortedSet<Long> received = new TreeSet<>();
  private final List<String> violations = new CopyOnWriteArrayList<>();

  /** Of one server. */
  private record Picture(
      boolean isUp, boolean takesWrites, List<String> sources, List<String> channels) {
    /** What was down comes back as its option file says. */
    boolean isLike(Picture was) {
      return was.isUp() ? equals(was) : sources.equals(was.sources());
    }

    static Picture of(SimulatedServer server) {
      return new Picture(
          server.isUp(),
          server.takesWrites(),
          server.channels().stream()
              .map(channel -> "'%s' from %s".formatted(channel.name(), channel.source()))
              .toList(),
          server.channels().stream()
              .map(channel ->
                  "'%s' from %s by %s, receiver %s, applier %s"
                      .formatted(
                          channel.name(),
                          channel.source(),
                          channel.by(),
                          channel.receiver() == ThreadState.STOPPED ? "stopped" : "runs",
                          channel.applier().runs() ? "runs" : "stopped"))
              .toList());
    }
  }

  private Course(SimulatedCluster cluster) {
    this.cluster = cluster;
    for (SimulatedServer server : cluster.world().all()) {
      before.put(server.address(), Picture.of(server));
      if (!server.channels().isEmpty()) {
        received.addAll(server.rows());
        received.addAll(server.received());
      }
    }
    cluster.world().whenSaid(said -> atMostOneTakesWrites("before " + said));
  }

  /** From how the servers are now. */
  public static Course of(SimulatedCluster cluster) {
    return new Course(cluster);
  }

  private void atMostOneTakesWrites(String when) {
    List<InstanceAddress> writable = cluster.world().thatTakeWrites();
    if (writable.size() > 1) {
      violations.add("%s %s take writes".formatted(when, writable));
    }
  }

  /** What all replicas together had received when it began. */
  public SortedSet<Long> received() {
    return new TreeSet<>(received);
  }

  /**
   * @param left of whom threads may be as somebody else has left them
   */
  public Operation holds(OperationScenario.Ending ending, List<String> left) {
    Operation ended = ending.operation();
    cluster.world().startAll();
    cluster.world().run(UNTIL_ALL_IS_QUIET);
    atMostOneTakesWrites("in the end");
    fencedTakesNoWrite();
    nothingReceivedIsGone(ended.state() == OperationState.SUCCEEDED);
    if (ended.state() == OperationState.UNDONE || ended.state() == OperationState.FAILED) {
      allIsAsBefore(left);
    }
    if (ended.state() == OperationState.STUCK) {
      assertThat(ended.why().sentence()).isNotBlank();
      assertThat(ended.why().remedies()).isNotEmpty();
    }
    replicasAreLikeTheirSources();
    assertThat(violations).as(() -> ended.why() + "\n" + cluster).isEmpty();
    return ended;
  }

  private void fencedTakesNoWrite() {
    cluster
        .fences()
        .all()
        .forEach(fence ->
            cluster
                .world()
                .find(fence.instance())
                .filter(server -> cluster.world().write(server, "a").isPresent())
                .ifPresent(server -> violations.add(server.address() + " is fenced, and wrote")));
  }

  private void nothingReceivedIsGone(boolean hasSucceeded) {
    SortedSet<Long> gone = new TreeSet<>(received);
    for (SimulatedServer server : cluster.world().all()) {
      gone.removeAll(server.rows());
      gone.removeAll(server.received());
      if (!hasSucceeded) {
        gone.removeAll(server.dropped());
      }
    }
    if (!gone.isEmpty()) {
      violations.add("nobody has %s any more, which were received".formatted(gone));
    }
  }

  private void allIsAsBefore(List<String> left) {
    for (SimulatedServer server : cluster.world().all()) {
      Picture was = Objects.requireNonNull(before.get(server.address()));
      Picture is = Picture.of(server);
      if (!is.isLike(was) && !left.contains(server.address().host())) {
        violations.add("%s was %s, and is %s".formatted(server.address(), was, is));
      }
    }
  }

  private void replicasAreLikeTheirSources() {
    for (SimulatedServer server : cluster.world().all()) {
      if (server.waitsForALock()) {
        continue;
      }
      for (SimulatedChannel channel : server.channels()) {
        cluster
            .world()
            .find(channel.source())
            .filter(source -> channel.receiver() == ThreadState.RUNNING && channel.applier().runs())
            .map(source -> lacking(server, source))
            .filter(lacking -> !lacking.isEmpty())
            .ifPresent(lacking ->
                violations.add(
                    "%s replicates from %s without an error, and lacks %s"
                        .formatted(server.address(), channel.source(), lacking)));
      }
    }
  }

  private static SortedSet<Long> lacking(SimulatedServer replica, SimulatedServer source) {
    SortedSet<Long> lacking = new TreeSet<>(source.rows());
    lacking.removeAll(replica.rows());
    return lacking;
  }

  @Override
  public String toString() {
    return before.entrySet().stream()
        .map(each -> each.getKey() + " " + each.getValue())
        .collect(Collectors.joining("\n"));
  }
}
