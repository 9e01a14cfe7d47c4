package io.tutti.operation.parallelism;

import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.StepFailure;
import java.util.List;

/** The channel whose applier is measured. */
record TunedChannel(InstanceAddress replica, String name, InstanceAddress source) {

  /**
   * @throws StepFailure when it is gone, or has another source: what was measured is of another
   *     workload
   */
  Channel require(InstanceState state) {
    Channel found =
        state.channel(name).orElseThrow(() -> changed("it replicates over it no longer"));
    if (!found.source().equals(source)) {
      throw changed("its source is " + found.source() + " now, and was " + source);
    }
    return found;
  }

  private StepFailure changed(String what) {
    return StepFailure.fatal(
        "%s was to be measured, but %s: somebody else has changed that in the meantime."
            .formatted(this, what),
        List.of("ask for it again"));
  }

  @Override
  public String toString() {
    return "The applier%s of %s".formatted(Channel.ofChannel(name), replica);
  }
}
