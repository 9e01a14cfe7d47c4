package io.tutti.operation.server;

import io.tutti.error.OrchestratorException;
import io.tutti.model.Observed;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StoppedActing;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;

/**
 * A STOP of ours that is counted before it is said, so that nobody takes it for somebody else's.
 * Where it fails and the server's own count shows that it never came there, the count is taken
 * back: else it would hide a STOP that somebody says later.
 */
public record CountedStop(Session session, Deadline deadline, Runnable count, Runnable takeBack) {

  public void say(Runnable stop) {
    Observed<Long> before = asked();
    count.run();
    try {
      stop.run();
    } catch (StoppedActing e) {
      takeBack.run();
      throw e;
    } catch (OrchestratorException e) {
      if (before.isKnown() && before.equals(asked())) {
        takeBack.run();
      }
      throw e;
    }
  }

  /** Where that cannot be read, the STOP may have come there. */
  private Observed<Long> asked() {
    try {
      return session.read(deadline).stopsAsked();
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    } catch (StepFailure e) {
      return Observed.unknown(String.valueOf(e.getMessage()));
    }
  }
}
