package io.tutti.simulation;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.EventName;
import io.tutti.spi.Deadline;
import io.tutti.spi.EventControl;

/** Lets events of a simulated server run. */
record SimulatedEventControl(SimulatedClient client) implements EventControl {
  @Override
  public void requirePrivileges(Deadline deadline) {
    // It may do all.
  }

  @Override
  public void enable(EventName event, Deadline deadline) {
    SimulatedServer server = client.server();
    client
        .world()
        .say(
            server,
            "ENABLE EVENT " + event,
            () -> {
              if (client.world().write(server, SimulatedEvents.schemaOf(event)).isEmpty()) {
                throw new OrchestratorException(
                    ErrorCode.STATEMENT_FAILED,
                    server.address().toString(),
                    "%s takes no writes.".formatted(server.address()),
                    Remedies.of(Acts.showInstance(server.address())));
              }
            });
  }

  @Override
  public void schedule(boolean runs, Deadline deadline) {
    SimulatedServer server = client.server();
    client
        .world()
        .say(
            server,
            statement(runs),
            () -> server.variables().set(Variables.SCHEDULES, runs ? "ON" : "OFF"));
  }

  @Override
  public String statement(boolean runs) {
    return SimulatedEvents.scheduling(runs);
  }
}
