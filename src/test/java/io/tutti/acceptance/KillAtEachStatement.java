package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import java.util.List;

/**
 * One operation after the other, each of them with a kill at another one of its statements: those
 * of the plan, so that none can be forgotten. The server that requests are about is behind a proxy.
 *
 * @param bed with that server
 * @param count of the statements of each operation
 */
record KillAtEachStatement(Bed bed, int count) {

  /** An operation that succeeds wherever it was interrupted. */
  interface Operation {
    /** Makes what it is for; the statements that its plan says. */
    List<String> statements();

    Answer begin();

    /** How it is once it has succeeded. */
    void assertDone();
  }

  /** The controller is killed before each statement and after the last, and started again. */
  void ofController(Operation operation) throws InterruptedException {
    for (int statement = 0; statement < count; statement++) {
      for (When when : When.beforeEach(statement == count - 1)) {
        Trap trap = trap(operation, statement, when, bed.controller()::killHard);
        Answer accepted = operation.begin();
        assertThat(trap.awaitSprung()).as("%s: %s", trap, accepted).isTrue();
        bed.controller().startAgain();
        assertSucceeds(operation, accepted);
      }
    }
  }

  /** The server is killed after each statement, and started again. */
  void ofServer(Operation operation) throws InterruptedException {
    Runnable restart =
        () -> {
          bed.about().killHard();
          bed.about().start();
        };
    for (int statement = 0; statement < count; statement++) {
      Trap trap = trap(operation, statement, When.AFTER, restart);
      Answer accepted = operation.begin();
      assertThat(trap.awaitSprung()).as("%s: %s", trap, accepted).isTrue();
      assertSucceeds(operation, accepted);
    }
  }

  private Trap trap(Operation operation, int statement, When when, Runnable kill) {
    List<String> said = operation.statements();
    assertThat(said).hasSize(count);
    return bed.proxy(bed.about().node()).trap(said.get(statement), when, kill);
  }

  private void assertSucceeds(Operation operation, Answer accepted) {
    OperationCalls.succeeded(bed.atRest(accepted.text("/id")));
    operation.assertDone();
  }
}
