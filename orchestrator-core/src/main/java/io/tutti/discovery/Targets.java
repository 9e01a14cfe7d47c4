package io.tutti.discovery;

import io.tutti.discovery.FlavorCatalogue.Identified;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import io.tutti.spi.Greeting;
import io.tutti.spi.HeartbeatTable;
import io.tutti.spi.Target;
import java.util.List;
import java.util.function.Supplier;

/**
 * What the configuration says of each instance, and the one door by which they are logged in to.
 */
public interface Targets {
  /** With which account, encryption and driver it is reached. */
  Target targetFor(InstanceAddress address);

  /** The heartbeat tables to take its lag from; empty when none are configured. */
  List<HeartbeatTable> heartbeatsFor(InstanceAddress address);

  /**
   * Logs in to a server and finds out what it is.
   *
   * @param greeting asked for when the address may be contacted
   * @throws OrchestratorException when it may not be contacted, is not trusted with the password,
   *     cannot be reached, or no plugin claims it
   */
  default Identified identify(
      FlavorCatalogue catalogue,
      InstanceAddress address,
      Supplier<Greeting> greeting,
      Deadline deadline) {
    return catalogue.identify(targetFor(address), greeting.get(), deadline);
  }

  /**
   * A person named the address: what it shows at its first contact is what it must show then on.
   */
  default void named(InstanceAddress address, String by) {}

  /** Whether a person has named the address, and what it shows is kept at its next login. */
  default boolean isToBeKnown(InstanceAddress address) {
    return false;
  }

  /** Whether it is known already what the server shows there. */
  default boolean knows(InstanceAddress address) {
    return false;
  }

  /** What answered at both addresses said that it is one server. */
  default void sameServer(InstanceAddress one, InstanceAddress other) {}

  /** A person wants it forgotten, with what is known of its keys. */
  default void forgotten(InstanceAddress address) {}
}
