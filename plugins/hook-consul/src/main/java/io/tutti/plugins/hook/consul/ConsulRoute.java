package io.tutti.plugins.hook.consul;

import io.tutti.model.InstanceAddress;
import io.tutti.plugins.hook.consul.ConsulKeys.Entry;
import io.tutti.spi.Deadline;
import io.tutti.spi.hook.ClientRoute;
import io.tutti.spi.hook.RouteChange;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * A key that names the server that takes writes, {@code HOST:PORT}.
 *
 * <ol>
 *   <li>It is read first: where it names no server of the cluster, it is left alone.
 *   <li>It is written on condition that nobody has changed it since (check-and-set).
 *   <li>It is read again.
 * </ol>
 *
 * A key cannot say that nobody takes writes, so what only shuts or opens a server does nothing.
 */
final class ConsulRoute implements ClientRoute {
  private final ConsulKeys keys;
  private final String key;

  ConsulRoute(ConsulKeys keys, String key) {
    this.keys = keys;
    this.key = key;
  }

  @Override
  public String describe() {
    return "key %s of Consul at %s".formatted(key, keys.address());
  }

  @Override
  public String look(Deadline deadline) throws IOException {
    return "%s is %s.".formatted(key, read(deadline).value());
  }

  @Override
  public String carryOut(RouteChange change, Set<InstanceAddress> ours, Deadline deadline)
      throws IOException {
    if (change instanceof RouteChange.Lead lead) {
      return lead(lead.to(), ours, deadline);
    }
    return "There is nothing to do: a key names who takes writes, and cannot say that nobody does.";
  }

  private String lead(InstanceAddress to, Set<InstanceAddress> ours, Deadline deadline)
      throws IOException {
    Entry before = read(deadline);
    if (before.value().equals(to.toString())) {
      return "%s is %s already.".formatted(key, to);
    }
    if (named(before).filter(ours::contains).isEmpty()) {
      return "%s is %s, which is no server of this cluster: it was left alone."
          .formatted(key, before.value());
    }
    boolean isWritten = keys.write(key, before, to.toString(), deadline);
    Entry then = read(deadline);
    if (!then.value().equals(to.toString())) {
      throw new IOException(
          isWritten
              ? "%s was set to %s, and is %s: somebody has changed it since."
                  .formatted(key, to, then.value())
              : "%s was changed to %s by somebody else just now, and left so."
                  .formatted(key, then.value()));
    }
    return "%s was %s, and is %s now.".formatted(key, before.value(), to);
  }

  private static Optional<InstanceAddress> named(Entry entry) {
    try {
      return Optional.of(InstanceAddress.parse(entry.value()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Entry read(Deadline deadline) throws IOException {
    return keys.read(key, deadline)
        .orElseThrow(() ->
            new IOException(
                "There is no key %s; write the present source into it first: consul kv put %s HOST:PORT"
                    .formatted(key, key)));
  }
}
