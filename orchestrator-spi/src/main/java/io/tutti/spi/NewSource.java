package io.tutti.spi;

import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Positioning;
import java.util.Optional;

/**
 * From whom a channel is to replicate, and how it finds its place there.
 *
 * @param place in that source's binlog; only where the channel finds its place by log position
 */
public record NewSource(
    InstanceAddress address, Positioning positioning, Optional<BinlogPosition> place) {
  public NewSource {
    if ((positioning == Positioning.LOG_POSITION) != place.isPresent()) {
      throw new IllegalArgumentException(
          "a channel replicates by a log position or by GTIDs: " + positioning + " " + place);
    }
  }

  public static NewSource byGtid(InstanceAddress address, Positioning positioning) {
    return new NewSource(address, positioning, Optional.empty());
  }

  public static NewSource at(InstanceAddress address, BinlogPosition place) {
    return new NewSource(address, Positioning.LOG_POSITION, Optional.of(place));
  }

  @Override
  public String toString() {
    return place.map(at -> address + " at " + at).orElseGet(address::toString);
  }
}
