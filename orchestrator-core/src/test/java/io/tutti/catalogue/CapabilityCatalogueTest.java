package io.tutti.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.capability.Capabilities;
import io.tutti.capability.Capability;
import io.tutti.error.ErrorCode;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.Planning;
import io.tutti.operation.Reservations.Reservation;
import io.tutti.operation.StepKind;
import io.tutti.recovery.RecoveryRule;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.topology.RebuildMark;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CapabilityCatalogueTest {
  private final SimulatedCluster cluster = new SimulatedCluster(Naming.UUIDS);
  private final Capabilities capabilities = cluster.capabilities();

  @Test
  void noTwoHaveANameOrAKindOfGoalOrStepInCommon() {
    assertThat(capabilities.all()).extracting(Capability::name).doesNotHaveDuplicates();
    assertThat(capabilities.plannings()).extracting(Planning::goalKind).doesNotHaveDuplicates();
    assertThat(capabilities.eachStepKind()).extracting(StepKind::name).doesNotHaveDuplicates();
  }

  @Test
  void eachCanPlanSomething() {
    assertThat(capabilities.all())
        .allSatisfy(each -> assertThat(each.plannings()).as(each.name()).isNotEmpty());
  }

  /** The order in which the loop asks. */
  @Test
  void whatProtectsIsAskedFirst() {
    assertThat(capabilities.recoveries())
        .extracting(RecoveryRule::name)
        .containsExactly(
            "crash", "start-fenced", "failover", "rejoin", "lease", "drift", "reconnect");
  }

  @Test
  void whatAnyOfThemHoldsIsHeld() {
    InstanceAddress marked = InstanceAddress.parse("db2:3306");
    cluster
        .marks()
        .save(new RebuildMark(marked, Instant.EPOCH, Optional.empty(), Optional.empty()));

    assertThat(capabilities.reservations().find(marked))
        .map(Reservation::code)
        .contains(ErrorCode.INSTANCE_TO_BE_REBUILT);
    assertThat(capabilities.reservations().find(InstanceAddress.parse("db1:3306"))).isEmpty();
  }
}
