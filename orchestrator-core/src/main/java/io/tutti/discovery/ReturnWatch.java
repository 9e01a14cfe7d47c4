package io.tutti.discovery;

import io.tutti.discovery.FlavorCatalogue.Identified;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.spi.Deadline;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Reports of each server that was connected to again, as soon as it was seen to: what waits for it
 * need not wait for its next turn.
 *
 * @param claimed whom this controller may fail over by itself
 */
public record ReturnWatch(
    FirstLook look, Consumer<InstanceAddress> onReturn, Predicate<InstanceAddress> claimed)
    implements FirstLook {

  @Override
  public boolean isClaimed(InstanceAddress address) {
    return claimed.test(address);
  }

  @Override
  public boolean at(InstanceAddress address, Identified server, Deadline deadline) {
    return look.at(address, server, deadline);
  }

  @Override
  public Attention read(InstanceAddress address, InstanceState state) {
    Attention attention = look.read(address, state);
    if (attention != Attention.AGAIN) {
      onReturn.accept(address);
    }
    return attention;
  }
}
