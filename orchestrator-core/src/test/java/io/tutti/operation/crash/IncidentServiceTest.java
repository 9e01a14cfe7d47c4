package io.tutti.operation.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tutti.crash.Incident;
import io.tutti.error.Acts;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.fixtures.InMemoryIncidents;
import io.tutti.fixtures.InMemoryStore;
import io.tutti.fixtures.Incidents;
import io.tutti.fixtures.NoReports;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.server.Servers;
import io.tutti.spi.Deadline;
import io.tutti.topology.TopologySnapshot;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class IncidentServiceTest {
  private static final InstantSource CLOCK = InstantSource.fixed(States.NOW);

  private static final Servers NONE =
      new Servers() {
        @Override
        public Session open(InstanceAddress address, Deadline deadline) {
          throw new AssertionError("it touches no server");
        }

        @Override
        public boolean isVouched(InstanceAddress address) {
          throw new AssertionError("it asks for no server");
        }
      };

  private static TopologySnapshot topology() {
    throw new AssertionError("it asks for no server");
  }

  @Test
  void ofOneThatWasClosedBeforeItIsTheIncidentThatIsShown() {
    InMemoryIncidents kept = new InMemoryIncidents();
    Incident incident = Incidents.of("db1:3306");
    kept.add(incident);
    NoReports boots = new NoReports();
    IncidentReader reader =
        new IncidentReader(NONE, kept, boots, IncidentServiceTest::topology, CLOCK);
    IncidentService desk = new IncidentService(kept, boots, reader, new InMemoryStore(), CLOCK);
    desk.close(incident.id(), "rebuilt", "ann");

    OrchestratorException refusal =
        catchThrowableOfType(
            OrchestratorException.class, () -> desk.close(incident.id(), "rebuilt", "ann"));

    assertThat(refusal.remedies()).isEqualTo(Remedies.of(Acts.showIncident(incident.id())));
  }
}
