package io.tutti.simulation;

import io.tutti.binlog.BinlogReader;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.Permit;
import io.tutti.operation.server.GuardedSession;
import io.tutti.operation.server.Servers;
import io.tutti.spi.CloneControl;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.FenceControl;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.LogReader;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.fence.Trial;
import java.util.List;
import java.util.Optional;

/** The way of operations to simulated servers; each session has a connection of its own. */
record SimulatedSessions(SimulatedServers world, SimulatedFlavor flavor) implements Servers {
  @Override
  public Session open(InstanceAddress address, Deadline deadline) {
    SimulatedClient client = new SimulatedClient(world, address, flavor);
    Permit.saying(client::server, () -> {});
    return GuardedSession.of(new SimulatedSession(client, isVouched(address)), () -> {});
  }

  @Override
  public boolean isVouched(InstanceAddress address) {
    return !world.isStranger(address);
  }

  /** One session. */
  private record SimulatedSession(SimulatedClient client, boolean isVouched) implements Session {
    @Override
    public FlavorProvider provider() {
      return client.flavor();
    }

    @Override
    public InstanceState read(Deadline deadline) {
      return client.statusReader().read(List.of(), deadline);
    }

    @Override
    public ReplicationControl control() {
      return client.replicationControl();
    }

    @Override
    public LogReader logs() {
      return client.logReader();
    }

    @Override
    public FenceControl fence() {
      return client.fenceControl();
    }

    @Override
    public Optional<CloneControl> cloning() {
      return client.cloneControl();
    }

    @Override
    public Trial tryToReplicate(Credentials as, Deadline deadline) {
      return client.server().variables().letsClientsIn()
          ? new Trial.Let("it began to send its binlog")
          : new Trial.Refused("the login was refused");
    }

    @Override
    public BinlogReader binlog() {
      return new SimulatedBinlogs(client);
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
