package io.tutti.discovery;

import io.tutti.discovery.FlavorCatalogue.Identified;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.spi.Deadline;

/** Sees to a server that was just connected to, before anything else is done with it. */
public interface FirstLook {
  FirstLook NONE =
      new FirstLook() {
        @Override
        public boolean at(InstanceAddress address, Identified server, Deadline deadline) {
          return true;
        }

        @Override
        public boolean read(InstanceAddress address, InstanceState state) {
          return false;
        }
      };

  /**
   * @param address at which it is watched; perhaps not the one that it is kept under
   * @return whether that was all; else it is called again at the next contact
   */
  boolean at(InstanceAddress address, Identified server, Deadline deadline);

  /**
   * Takes what it told first after it was connected to, before that replaces what was known.
   *
   * @return whether each moment counts when it has ended, until it is seen again: its clients wait
   *     for that, or must be kept from it
   */
  boolean read(InstanceAddress address, InstanceState state);
}
