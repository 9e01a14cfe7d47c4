package io.tutti.operation.rejoin;

import io.tutti.capability.Ports;
import io.tutti.error.OrchestratorException;
import io.tutti.eventlog.Defect;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.topology.FormerLook;
import io.tutti.topology.FormerLook.More;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * Reads what sources without GTIDs have that lost their place and are back, and who took it lacks:
 * no poll shows that. Each is read once it answers, again where its binlog has grown, and again
 * after a while where it could not be told. One after another, beside everything else.
 */
public final class FormerLooks implements AutoCloseable {
  private static final Duration LOOK_MAX = Duration.ofSeconds(60);
  private static final Duration AGAIN_AFTER = Duration.ofSeconds(30);
  private static final int NAMED_MAX = 20;

  private final Map<InstanceAddress, Looked> looked = new ConcurrentHashMap<>();
  private final AtomicBoolean isLooking = new AtomicBoolean();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("former-sources").factory());

  private record Looked(FormerLook look, Instant at) {}

  /** What was read, by server. */
  public Map<InstanceAddress, FormerLook> all() {
    return looked.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().look()));
  }

  /** Looks, in a thread of its own, at those that are not known as they are now. */
  public void lookAt(WorldView world, Ports ports) {
    looked.keySet().retainAll(world.records().fences().keySet());
    List<Returned> due = due(world, ports.clock().instant());
    if (!due.isEmpty() && isLooking.compareAndSet(false, true)) {
      thread.execute(() -> {
        try {
          due.forEach(each -> look(world, each, ports));
        } finally {
          isLooking.set(false);
        }
      });
    }
  }

  private List<Returned> due(WorldView world, Instant now) {
    return returned(world).stream().filter(each -> isDue(each, now)).toList();
  }

  private boolean isDue(Returned each, Instant now) {
    Looked last = looked.get(each.former().address());
    return last == null
        || Duration.between(last.at(), now).compareTo(AGAIN_AFTER) >= 0
            && !(last.look().more().isKnown()
                && last.look().isOf(each.former(), each.source().address()));
  }

  /** Each of which no poll shows what it has. Pure. */
  static List<Returned> returned(WorldView world) {
    return Returned.all(world)
        .filter(each -> new Homecoming(world, each.former(), each.source()).isByPlace())
        .filter(each -> each.former().binlog().position().isKnown())
        .toList();
  }

  private void look(WorldView world, Returned each, Ports ports) {
    InstanceAddress former = each.former().address();
    BinlogPosition end = each.former().binlog().position().asOptional().orElseThrow();
    Observed<More> more = more(world, each, ports);
    looked.put(
        former,
        new Looked(new FormerLook(each.source().address(), end, more), ports.clock().instant()));
  }

  private static Observed<More> more(WorldView world, Returned each, Ports ports) {
    Deadline deadline = Deadline.after(LOOK_MAX);
    Homecoming home = new Homecoming(world, each.former(), each.source());
    try (Session here = ports.servers().open(each.former().address(), deadline);
        Session there = ports.servers().open(each.source().address(), deadline)) {
      return new ByPlace(
              home, RejoinPlanning.promoted(home, ports.stored().operations()), here, there)
          .more(deadline)
          .map(all ->
              new More(
                  all.size(),
                  all.stream().limit(NAMED_MAX).map(LoggedTransaction::toString).toList()));
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    } catch (RuntimeException e) {
      return Observed.unknown(Defect.logged("reading what an old source has more", e).toString());
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
