package io.tutti.operation.salvage;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.operation.gaps.GapsEnvironment;

/** A channel of the replica, as the steps find it. */
record SalvagedChannel(
    GapsEnvironment environment, InstanceAddress target, String name, InstanceAddress source) {

  static SalvagedChannel of(
      GapsEnvironment environment, InstanceAddress target, ChannelFrom channel) {
    return new SalvagedChannel(environment, target, channel.channel(), channel.source());
  }

  ChannelSession open(StepContext context) {
    return ChannelSession.open(environment, target, name, context);
  }

  void requireSource(Observation observation) {
    if (!observation.channel().source().equals(source)) {
      throw changed("now replicates from %s".formatted(observation.channel().source()));
    }
  }

  void requireStopped(Observation observation) {
    requireSource(observation);
    if (runs(observation)) {
      throw changed("replicates again");
    }
  }

  StepFailure changed(String what) {
    return StepFailure.fatal(
        "%s %s.".formatted(target, what), Remedies.of(Acts.dryRun(Acts.salvage(target))));
  }

  static boolean runs(Observation observation) {
    return observation.applies() || observation.receives();
  }
}
