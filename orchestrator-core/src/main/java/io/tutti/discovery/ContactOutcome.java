package io.tutti.discovery;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceState;

/** What came of one attempt to read an instance. */
sealed interface ContactOutcome {
  record Reached(InstanceState state) implements ContactOutcome {}

  record Failed(OrchestratorException cause) implements ContactOutcome {}
}
