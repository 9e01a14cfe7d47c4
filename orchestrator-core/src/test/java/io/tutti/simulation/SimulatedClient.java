package io.tutti.simulation;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Capability;
import io.tutti.spi.CloneControl;
import io.tutti.spi.Deadline;
import io.tutti.spi.FenceControl;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.LogReader;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.ServerBanner;
import io.tutti.spi.StatusReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The way to one simulated server; each has a connection of its own, which its process ends. */
final class SimulatedClient implements InstanceClient {
  private final SimulatedServers world;
  private final InstanceAddress address;
  private final SimulatedFlavor flavor;
  private int process;
  private String session = "";

  SimulatedClient(SimulatedServers world, InstanceAddress address, SimulatedFlavor flavor) {
    this.world = world;
    this.address = address;
    this.flavor = flavor;
  }

  SimulatedServers world() {
    return world;
  }

  SimulatedFlavor flavor() {
    return flavor;
  }

  /** Connects where the process is another one than before. */
  SimulatedServer server() {
    SimulatedServer server =
        world
            .find(address)
            .filter(SimulatedServer::isUp)
            .orElseThrow(() ->
                new OrchestratorException(
                    ErrorCode.CONNECTION_REFUSED,
                    address.toString(),
                    address + " does not answer.",
                    List.of("start it")));
    if (process != server.process()) {
      process = server.process();
      session = "%s/%d/%d".formatted(address, process, server.connect());
    }
    return server;
  }

  String session() {
    return session;
  }

  @Override
  public ServerBanner readBanner(Deadline deadline) {
    server();
    return new ServerBanner("8.0.15-simulated", "simulated", Map.of());
  }

  @Override
  public StatusReader statusReader() {
    return (heartbeats, deadline) -> {
      SimulatedServer server = server();
      return world.ask(server, () -> new SimulatedStatus(world, server, session).read());
    };
  }

  @Override
  public ReplicationControl replicationControl() {
    return new SimulatedControl(this);
  }

  @Override
  public LogReader logReader() {
    return new SimulatedLogs(this);
  }

  @Override
  public FenceControl fenceControl() {
    return new SimulatedFence(this);
  }

  @Override
  public Optional<CloneControl> cloneControl() {
    return flavor.capabilities().contains(Capability.CLONE)
        ? Optional.of(new SimulatedCopying(this))
        : Optional.empty();
  }

  @Override
  public boolean stillAnswers(Deadline deadline) {
    return world
        .find(address)
        .filter(SimulatedServer::isUp)
        .filter(server -> server.process() == process)
        .isPresent();
  }

  @Override
  public void close() {
    process = 0;
  }
}
