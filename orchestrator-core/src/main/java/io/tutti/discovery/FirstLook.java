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
        public Attention read(InstanceAddress address, InstanceState state) {
          return Attention.USUAL;
        }
      };

  /** What a server deserves after what it reported. */
  enum Attention {
    USUAL,

    /** When it ends, its clients wait until it is seen again, or must be kept from it. */
    EACH_MOMENT,

    /** It did not show enough: what it shows next is taken for the first. */
    AGAIN
  }

  /**
   * @param address at which it is watched; perhaps not the one that it is kept under
   * @return whether that was all; else it is called again at the next contact
   */
  boolean at(InstanceAddress address, Identified server, Deadline deadline);

  /** Whether this controller may fail the server over by itself, and other ones are to see that. */
  default boolean isClaimed(InstanceAddress address) {
    return false;
  }

  /**
   * Takes what it reported first after it was connected to, before that replaces what was known.
   */
  Attention read(InstanceAddress address, InstanceState state);
}
