package io.tutti.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.operation.OperationRunner;
import io.tutti.operation.OperationSettings;
import io.tutti.operation.fixtures.InMemoryJournal;
import io.tutti.operation.fixtures.SimulatedTime;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import org.junit.jupiter.api.Test;

class RehearsalTest {
  @Test
  void rehearsesWithServersOfEachFamily() {
    InMemoryJournal store = new InMemoryJournal();
    SimulatedTime time = new SimulatedTime();

    new Rehearsal()
        .accept(able ->
            new OperationRunner(
                able.plannings(),
                able.stepKinds(),
                OperationSettings.USUAL,
                new OperationRunner.Environment(store, store, store, time, time)));

    assertThat(store.latest(100))
        .hasSizeGreaterThanOrEqualTo(3 * Naming.values().length)
        .extracting(Operation::state)
        .containsOnly(OperationState.SUCCEEDED);
  }
}
