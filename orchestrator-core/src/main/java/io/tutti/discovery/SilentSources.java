package io.tutti.discovery;

import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * Asks sources that do not answer for their greeting, again and again, each attempt begun before
 * the last one is over: whether one is frozen is known in seconds then, though each attempt has to
 * wait. An attempt that is broken off may count against this host on the server, so there are few
 * for each silence.
 */
final class SilentSources {
  /** What a server takes longer than this for is worth a question. */
  static final Duration AFTER = Duration.ofSeconds(1);

  static final Duration INTERVAL = Duration.ofMillis(500);

  static final Duration TIMEOUT = Duration.ofSeconds(2);

  /** A server blocks a host after a hundred; those of the readings count, too. */
  static final int ATTEMPTS_MAX = 16;

  /** Of all sources together: when a network is gone, many are asked. */
  private static final int AT_ONCE_MAX = 64;

  private final Listener listener;
  private final Semaphore room = new Semaphore(AT_ONCE_MAX);
  private final Map<InstanceAddress, Silence> silences = new HashMap<>();

  /** Hears what comes of each attempt. */
  interface Listener {
    void onUnanswered(InstanceAddress address, OrchestratorException cause);

    /** The server greets, or says why it does not let us in. */
    void onAnswered(InstanceAddress address);
  }

  private record Silence(int attempts, long nextNanos) {}

  SilentSources(Listener listener) {
    this.listener = listener;
  }

  /** Begins what is due; waits for nothing. Called from one thread, at short intervals. */
  void look(Collection<InstanceWatch> watches) {
    long now = System.nanoTime();
    for (InstanceWatch watch : watches) {
      InstanceAddress address = watch.address();
      if (!watch.isSilentSource(AFTER)) {
        silences.remove(address);
      } else {
        Silence silence = silences.getOrDefault(address, new Silence(0, now));
        boolean isDue = silence.attempts() < ATTEMPTS_MAX && now - silence.nextNanos() >= 0;
        if (isDue && room.tryAcquire()) {
          silences.put(address, new Silence(silence.attempts() + 1, now + INTERVAL.toNanos()));
          Thread.ofVirtual().name("greeting-" + address).start(() -> ask(address));
        }
      }
    }
  }

  private void ask(InstanceAddress address) {
    try {
      GreetingProbe.read(address, Deadline.after(TIMEOUT));
      listener.onAnswered(address);
    } catch (OrchestratorException e) {
      if (e.code().kind() == ErrorKind.UNREACHABLE) {
        listener.onUnanswered(address, e);
      } else {
        listener.onAnswered(address);
      }
    } finally {
      room.release();
    }
  }
}
