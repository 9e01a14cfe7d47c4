package io.tutti.store;

import io.tutti.model.InstanceAddress;
import io.tutti.trust.KnownServer;
import java.util.List;

/** Keeps which servers are trusted with passwords, and what they must show before they get one. */
public interface KnownServers {

  List<KnownServer> all();

  /** In the place of what was known of its address; durable when it returns. */
  void save(KnownServer server);

  /** As if it had never been. */
  void remove(InstanceAddress address);
}
