package io.tutti.simulation;

import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.FenceControl;
import io.tutti.spi.fence.EndedSessions;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.spi.fence.Trial;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Keeps clients from a simulated server. */
record SimulatedFence(SimulatedClient client) implements FenceControl {
  private static final ServerVersion ANY = ServerVersion.parse("8.0.15");

  @Override
  public void requirePrivileges(Deadline deadline) {
    client.server();
  }

  @Override
  public FenceGuide guide(Deadline deadline) {
    return client.flavor().fencing(ANY);
  }

  @Override
  public SortedMap<String, String> read(Deadline deadline) {
    SimulatedServer server = client.server();
    return client
        .world()
        .ask(
            server,
            () -> {
              SortedMap<String, String> values = new TreeMap<>();
              for (FenceMeasure each : client.flavor().fencing(ANY).measures()) {
                values.put(each.variable(), server.variables().text(each.variable()));
              }
              return values;
            });
  }

  @Override
  public void set(String variable, String value, Deadline deadline) {
    SimulatedServer server = client.server();
    client
        .world()
        .say(
            server,
            client.flavor().fencing(ANY).statement(variable, value),
            () -> {
              server.variables().set(variable, value);
              if (variable.equals(Variables.OFFLINE) && value.equals("ON")) {
                client.world().endSessions(server);
              }
            });
  }

  @Override
  public Observed<Integer> sessions(Deadline deadline) {
    SimulatedServer server = client.server();
    return client.world().ask(server, () -> Observed.known(client.world().sessionsOf(server)));
  }

  @Override
  public EndedSessions endSessions(Deadline deadline) {
    SimulatedServer server = client.server();
    int[] ended = new int[1];
    client.world().say(server, "END SESSIONS", () -> ended[0] = client.world().endSessions(server));
    return new EndedSessions(ended[0], List.of());
  }

  @Override
  public EndedSessions endClients(Deadline deadline) {
    SimulatedServer server = client.server();
    client.world().say(server, "END SESSIONS OF CLIENTS", () -> {});
    return new EndedSessions(0, List.of());
  }

  @Override
  public Trial tryToWrite(Optional<Credentials> as, Deadline deadline) {
    SimulatedServer server = client.server();
    return client
        .world()
        .ask(
            server,
            () ->
                server.variables().letsClientsWrite()
                        || (as.isEmpty() && !server.variables().isOn(Variables.SUPER_READ_ONLY))
                    ? new Trial.Let("it was written, and rolled back")
                    : new Trial.Refused("it is read-only"));
  }
}
