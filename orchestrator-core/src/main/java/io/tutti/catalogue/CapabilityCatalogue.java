package io.tutti.catalogue;

import io.tutti.capability.Capabilities;
import io.tutti.capability.Ports;
import io.tutti.operation.backup.BackupCapability;
import io.tutti.operation.errant.ErrantCapability;
import io.tutti.operation.fence.FenceCapability;
import io.tutti.operation.fence.FenceHook;
import io.tutti.operation.fence.FencePolicy;
import io.tutti.operation.fence.FenceSettings;
import io.tutti.operation.fence.LiftPolicy;
import io.tutti.operation.gaps.GapsCapability;
import io.tutti.operation.parallelism.DriftPolicy;
import io.tutti.operation.parallelism.ParallelismCapability;
import io.tutti.operation.parallelism.TuningCapability;
import io.tutti.operation.promotion.FailoverCapability;
import io.tutti.operation.promotion.FailoverSettings;
import io.tutti.operation.promotion.ResolveCapability;
import io.tutti.operation.promotion.SwitchoverCapability;
import io.tutti.operation.rebuild.RebuildCapability;
import io.tutti.operation.reconnect.ReconnectCapability;
import io.tutti.operation.reconnect.ReconnectPolicy;
import io.tutti.operation.rejoin.RejoinCapability;
import io.tutti.operation.rejoin.RejoinPolicy;
import io.tutti.operation.relocation.RelocationCapability;
import io.tutti.operation.salvage.SalvageCapability;
import io.tutti.operation.skip.SkipCapability;

/** All capabilities there are: one line for each. */
public final class CapabilityCatalogue {
  private CapabilityCatalogue() {}

  /** What people have set for single ones. */
  public record Settings(
      FenceSettings fence,
      DriftPolicy drift,
      FailoverSettings failover,
      RejoinPolicy rejoin,
      ReconnectPolicy reconnect) {
    /** Without a hook, and with nothing done without being asked for. */
    public static final Settings BY_HAND =
        new Settings(
            new FenceSettings(FencePolicy.OFF, LiftPolicy.OFF, FenceHook.NONE),
            DriftPolicy.REPORT,
            FailoverSettings.BY_HAND,
            RejoinPolicy.OFF,
            ReconnectPolicy.OFF);

    /** The same, and receivers are asked to connect anew. */
    public Settings(
        FenceSettings fence, DriftPolicy drift, FailoverSettings failover, RejoinPolicy rejoin) {
      this(fence, drift, failover, rejoin, ReconnectPolicy.AUTO);
    }
  }

  /** What protects comes first: it is asked first what it does by itself. */
  public static Capabilities all(Ports ports, Settings settings) {
    return Capabilities.of(
        FenceCapability.of(ports, settings.fence()),
        ResolveCapability.of(ports, settings.fence().hook()),
        FailoverCapability.of(ports, settings.fence().hook(), settings.failover()),
        SwitchoverCapability.of(ports),
        RejoinCapability.of(ports, settings.fence(), settings.rejoin()),
        BackupCapability.of(ports),
        ParallelismCapability.of(ports, settings.drift()),
        TuningCapability.of(ports),
        GapsCapability.of(ports),
        SkipCapability.of(ports),
        ErrantCapability.of(ports),
        ReconnectCapability.of(ports, settings.reconnect()),
        RelocationCapability.of(ports),
        SalvageCapability.of(ports),
        RebuildCapability.of(ports));
  }
}
