package io.tutti.operation.rejoin;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.fence.FenceSettings;
import io.tutti.operation.fence.ReplicaLifting;
import io.tutti.plan.Kind;
import java.util.List;

/** Lets a source that lost its place become a replica of who has that now. */
public final class RejoinCapability {
  private RejoinCapability() {}

  public static Capability of(Ports ports, FenceSettings fence, RejoinPolicy policy) {
    return Capability.of(
            "rejoin",
            List.of(
                new RejoinPlanning(
                    ports.servers(),
                    ports.world(),
                    ports.replica(),
                    ReplicaLifting.of(ports, fence),
                    ports.stored().operations())),
            List.of(),
            List.of(Kind.of("rejoin.goal", RejoinRequest.class)))
        .recovering(RejoinRecovery.rule(policy));
  }
}
