package io.tutti.simulation;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.EventName;
import io.tutti.model.ScheduledEvent;
import io.tutti.model.ScheduledEvent.Status;
import io.tutti.spi.Deadline;
import io.tutti.spi.EventControl;

/** Lets events of a simulated server run. */
record SimulatedEventControl(SimulatedClient client) implements EventControl {
  @Override
  public void requirePrivileges(boolean schedules, Deadline deadline) {
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
  public void keepOff(EventName event, Deadline deadline) {
    SimulatedServer server = client.server();
    client
        .world()
        .say(
            server, "KEEP OFF EVENT " + event, () -> server.events().set(event, Status.REPLICATED));
  }

  @Override
  public void letRunAgain(EventName event, Deadline deadline) {
    SimulatedServer server = client.server();
    client
        .world()
        .say(server, "LET EVENT RUN " + event, () -> server.events().set(event, Status.ENABLED));
  }

  @Override
  public void schedule(Deadline deadline) {
    SimulatedServer server = client.server();
    client
        .world()
        .say(server, scheduling(), () -> server.variables().set(Variables.SCHEDULES, "ON"));
  }

  @Override
  public String unlogged() {
    return "UNLOGGED";
  }

  @Override
  public String keepingOff(ScheduledEvent event) {
    return "KEEP OFF EVENT " + event.name();
  }

  @Override
  public String scheduling() {
    return SimulatedEvents.SCHEDULING;
  }
}
