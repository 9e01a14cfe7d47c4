package io.tutti.discovery;

import io.tutti.model.Claim;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.spi.Deadline;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.NamedLock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.SequencedSet;

/**
 * Shows other controllers that this one may fail a server over by itself, and sees whether they
 * may, too: a lock that the connection holds by which the server is read. It is asked for again
 * with each reading, so one that was lost is taken again.
 */
final class WatchClaim {
  private static final String NAME = "tutti.auto";

  /** A pause of the controller ends no claim; that of one whose host vanished is not there long. */
  private static final Duration IDLE_MIN = Duration.ofSeconds(60);

  static final int OWN_MAX = 128;

  private final InstanceAddress address;
  private final Duration idleMax;

  /** Over a connection that may have ended since. */
  private boolean isHeld;

  /**
   * Sessions of this watch: after a connection broke, its session may be there for a while yet, and
   * have the lock. Sessions of another process of the server may have the same numbers. The newest
   * of them: a server ends the others before so many readings have begun.
   */
  private final SequencedSet<String> own = new LinkedHashSet<>();

  private Optional<ProcessStart> process = Optional.empty();

  WatchClaim(InstanceAddress address, Duration pollInterval) {
    this.address = address;
    Duration contacts = pollInterval.multipliedBy(3);
    this.idleMax = contacts.compareTo(IDLE_MIN) > 0 ? contacts : IDLE_MIN;
  }

  /** The same reading, with what is seen of others. */
  InstanceState in(InstanceState state, FirstLook look, InstanceClient client, Deadline deadline) {
    if (look.isClaimed(address)) {
      isHeld = true;
      forgetEarlierProcess(state);
      return state.withClaim(seen(client.claimBeside(NAME, idleMax, deadline)));
    }
    if (isHeld) {
      client.giveBack(NAME, deadline);
      isHeld = false;
    }
    return state.withClaim(Observed.absent("this controller does not claim it"));
  }

  private void forgetEarlierProcess(InstanceState state) {
    Optional<ProcessStart> now = state.startedAt().asOptional();
    boolean isAnother =
        process.flatMap(before -> now.map(each -> !before.isPossiblySame(each))).orElse(false);
    if (isAnother) {
      own.clear();
    }
    process = now.or(() -> process);
  }

  private Observed<Claim> seen(Observed<NamedLock> lock) {
    return lock.map(each -> {
      own.addLast(each.session());
      while (own.size() > OWN_MAX) {
        own.removeFirst();
      }
      return new Claim(
          each.isHeld(),
          each.others().stream()
              .filter(other -> !own.contains(other.session()))
              .map(NamedLock.Holder::said)
              .toList());
    });
  }
}
