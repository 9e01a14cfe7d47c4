package io.tutti.cli.verb;

import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Mixin;

/** A verb that asks the controller and can show the answer again and again. */
abstract class WatchedVerb extends ClientVerb {
  private static final String HINT = "q quits";

  @Mixin private final WatchOptions watch = new WatchOptions();

  WatchedVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  public Integer call() {
    if (!watch.isWanted()) {
      return super.call();
    }
    ControllerClient controller = tutti().controller();
    try {
      watch.run(
          tutti(),
          HINT,
          false,
          worstFirst -> {
            Answer answer = ask(controller);
            if (tutti().output().isDocument()) {
              tutti().output().document(answer.text());
              return List.of();
            }
            return show(answer);
          });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return ExitCode.DONE;
  }
}
