package io.tutti.operation.server;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a session ready with each server where clients would wait for a login: logged in, and with
 * its variables read. That takes longer than all that is said to such a server afterwards.
 */
public final class ReadySessions {
  private static final Logger LOG = LoggerFactory.getLogger(ReadySessions.class);

  /** Sooner than {@link ServerSessions} closes what nobody has used. */
  static final Duration EVERY = Duration.ofSeconds(10);

  /** One that does not answer is not waited for. */
  private static final Duration ANSWER_MAX = Duration.ofSeconds(5);

  private final Servers servers;
  private final Supplier<Set<InstanceAddress>> wanted;
  private final InstantSource clock;
  private final Consumer<Runnable> beside;
  private final Map<InstanceAddress, Instant> used = new HashMap<>();

  /**
   * @param wanted those servers, now
   */
  public ReadySessions(
      Servers servers, Supplier<Set<InstanceAddress>> wanted, InstantSource clock) {
    this(servers, wanted, clock, task -> Thread.ofVirtual().name("ready").start(task));
  }

  /**
   * @param beside does something on a thread of its own
   */
  ReadySessions(
      Servers servers,
      Supplier<Set<InstanceAddress>> wanted,
      InstantSource clock,
      Consumer<Runnable> beside) {
    this.servers = servers;
    this.wanted = wanted;
    this.clock = clock;
    this.beside = beside;
  }

  /** Begins what is due; waits for nothing. To be called each second. */
  public void look() {
    Collection<InstanceAddress> now = wanted.get();
    used.keySet().retainAll(now);
    now.stream()
        .filter(this::isDue)
        .forEach(each -> {
          used.put(each, clock.instant());
          beside.accept(() -> use(each));
        });
  }

  private boolean isDue(InstanceAddress address) {
    return Optional.ofNullable(used.get(address))
        .filter(last -> last.plus(EVERY).isAfter(clock.instant()))
        .isEmpty();
  }

  private void use(InstanceAddress address) {
    Deadline deadline = Deadline.after(ANSWER_MAX);
    try (Session session = servers.open(address, deadline)) {
      var unused = session.read(deadline);
    } catch (OrchestratorException e) {
      LOG.debug("{}: no session is ready: {}", address, e.observed());
    }
  }
}
