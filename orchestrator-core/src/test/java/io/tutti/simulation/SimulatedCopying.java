package io.tutti.simulation;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.spi.CloneControl;
import io.tutti.spi.Deadline;
import io.tutti.spi.backup.CloneStatus;
import java.util.List;

/** Copies one simulated server over another, which then starts again by itself. */
record SimulatedCopying(SimulatedClient client) implements CloneControl {
  @Override
  public Observed<CloneStatus> read(Role role, Deadline deadline) {
    SimulatedServer server = client.server();
    return client
        .world()
        .ask(
            server,
            () ->
                server.naming().hasUuids()
                    ? Observed.known(server.copy().status())
                    : Observed.absent("this flavor cannot"));
  }

  @Override
  public void requirePrivileges(Role role, Deadline deadline) {
    client.server();
  }

  @Override
  public List<String> statements(InstanceAddress donor) {
    return List.of("CLONE " + donor);
  }

  @Override
  public void cloneFrom(InstanceAddress donor, Deadline deadline) {
    SimulatedServer server = client.server();
    SimulatedServer from =
        client
            .world()
            .find(donor)
            .filter(SimulatedServer::isUp)
            .orElseThrow(() ->
                new OrchestratorException(
                    ErrorCode.STATEMENT_FAILED,
                    server.address().toString(),
                    "the donor %s does not answer".formatted(donor),
                    List.of("start it")));
    client.world().say(server, "CLONE " + donor, () -> client.world().copy(server, from));
  }
}
