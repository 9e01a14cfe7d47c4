package io.tutti.discovery;

import io.tutti.discovery.FlavorCatalogue.Identified;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;

/** Sees to a server that was just connected to, before anything else is done with it. */
public interface FirstLook {
  FirstLook NONE = (address, server, deadline) -> true;

  /**
   * @param address at which it is watched; perhaps not the one that it is kept under
   * @return whether that was all; else it is called again at the next contact
   */
  boolean at(InstanceAddress address, Identified server, Deadline deadline);
}
