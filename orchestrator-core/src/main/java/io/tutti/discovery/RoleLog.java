package io.tutti.discovery;

import io.tutti.eventlog.EventLog;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Says in the log when a server has another role than it was last seen in: from whom it replicates,
 * whether it takes writes, and which release it is. What a reading does not report is compared with
 * the next that does.
 */
public final class RoleLog implements ReadingListener {
  private final Map<InstanceAddress, Role> known = new ConcurrentHashMap<>();

  /** What was last seen of each, where it was seen at all. */
  private record Role(
      Observed<List<InstanceAddress>> sources, Observed<Boolean> acceptsWrites, String version) {
    static Role of(InstanceState state) {
      return new Role(
          state.channels().map(all -> all.stream().map(Channel::source).sorted().toList()),
          state.writeProtection().acceptsWrites(),
          state.version().toString());
    }

    Role after(Role earlier) {
      return new Role(
          sources.isKnown() ? sources : earlier.sources,
          acceptsWrites.isKnown() ? acceptsWrites : earlier.acceptsWrites,
          version);
    }
  }

  @Override
  public void onReading(Optional<InstanceState> before, InstanceState now) {
    Role read = Role.of(now);
    Optional<Role> earlier =
        Optional.ofNullable(known.get(now.address())).or(() -> before.map(Role::of));
    Role next = earlier.map(read::after).orElse(read);
    known.put(now.address(), next);
    earlier.ifPresent(last -> compare(now.address(), last, next));
  }

  private static void compare(InstanceAddress address, Role before, Role now) {
    if (before.sources() instanceof Observed.Known<List<InstanceAddress>>(var was)
        && now.sources() instanceof Observed.Known<List<InstanceAddress>>(var is)
        && !was.equals(is)) {
      say(address, "is %s, and was %s.".formatted(replicating(is), replicating(was)));
    }
    if (before.acceptsWrites() instanceof Observed.Known<Boolean>(var did)
        && now.acceptsWrites() instanceof Observed.Known<Boolean>(var does)
        && !Objects.equals(did, does)) {
      say(address, does ? "takes writes, and did not." : "takes no writes, and did.");
    }
    if (!before.version().equals(now.version())) {
      say(address, "is %s, and was %s.".formatted(now.version(), before.version()));
    }
  }

  private static String replicating(List<InstanceAddress> sources) {
    return sources.isEmpty()
        ? "no replica"
        : "a replica of "
            + sources.stream().map(InstanceAddress::toString).collect(Collectors.joining(", "));
  }

  private static void say(InstanceAddress address, String words) {
    EventLog.note("instance.changed", address.toString(), words);
  }

  @Override
  public void onForgotten(InstanceAddress address) {
    known.remove(address);
  }
}
