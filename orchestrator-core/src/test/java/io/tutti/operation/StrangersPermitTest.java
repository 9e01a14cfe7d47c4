package io.tutti.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.server.GuardedSession;
import io.tutti.operation.server.Servers;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.spi.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That an operation may speak to a server does not mean that somebody vouches for it. */
class StrangersPermitTest {
  private final SimulatedCluster cluster = new SimulatedCluster(Naming.UUIDS);

  @Test
  void noServerIsTrustedBecauseAnOperationAsks() {
    InstanceAddress known = cluster.source("db1").address();
    InstanceAddress stranger = cluster.replica("db2", "db1").address();
    cluster.world().strangers().add(stranger);
    List<Boolean> vouched = new ArrayList<>();

    new Permit("an operation")
        .during(() -> {
          for (InstanceAddress address : List.of(known, stranger)) {
            try (Servers.Session session =
                cluster.servers().open(address, Deadline.after(Duration.ofSeconds(10)))) {
              assertThat(session).isInstanceOf(GuardedSession.class);
              vouched.add(session.isVouched());
            }
          }
        });

    assertThat(vouched).containsExactly(true, false);
  }
}
