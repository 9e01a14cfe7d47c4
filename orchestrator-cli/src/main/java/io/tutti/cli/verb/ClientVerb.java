package io.tutti.cli.verb;

import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.concurrent.Callable;

/** A verb that asks the controller once and shows the answer. */
abstract class ClientVerb implements Callable<Integer> {
  private final TuttiCommand tutti;

  ClientVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  TuttiCommand tutti() {
    return tutti;
  }

  /** Asks the controller. */
  abstract Answer ask(ControllerClient controller);

  /** The answer for people. */
  abstract List<Line> show(Answer answer);

  @Override
  public Integer call() {
    Answer answer = ask(tutti.controller());
    tutti.output().print(answer.text(), () -> show(answer));
    return ExitCode.DONE;
  }
}
