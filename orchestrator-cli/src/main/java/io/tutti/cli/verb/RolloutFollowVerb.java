package io.tutti.cli.verb;

import io.tutti.api.RolloutView;
import io.tutti.cli.render.RolloutPage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tutti rollout follow}. */
@Command(
    name = "follow",
    header = "Follows a rollout until it ends.",
    description =
        "It prints each decision, and each change of its state. It exits with 0 when all waves are"
            + " kept, otherwise with 1. Interrupting it does not stop the rollout.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti rollout follow 20261123-021500-7f3a01c2")
public final class RolloutFollowVerb implements Callable<Integer> {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /** All waves are kept: what comes later may never come. */
  private static final String CONTINUOUS = "CONTINUOUS";

  private static final Set<String> WELL = Set.of("KEPT", CONTINUOUS);

  @Parameters(index = "0", paramLabel = "ID", description = "The rollout.")
  private @Nullable String id;

  private final TuttiCommand tutti;
  private String said = "";
  private int decisions;

  public RolloutFollowVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() throws InterruptedException {
    ControllerClient controller = tutti.controller();
    String path = ControllerClient.path("/rollouts/{}", Objects.requireNonNull(id));
    Answer answer = controller.get(path);
    RolloutView rollout = answer.as(RolloutView.class);
    say(rollout);
    while (!rollout.atEnd() && !rollout.state().equals(CONTINUOUS)) {
      Thread.sleep(INTERVAL);
      answer = controller.get(path);
      rollout = answer.as(RolloutView.class);
      say(rollout);
    }
    if (tutti.output().isDocument()) {
      tutti.output().document(answer.text());
    }
    return WELL.contains(rollout.state()) ? ExitCode.DONE : ExitCode.FAILED;
  }

  private void say(RolloutView rollout) {
    if (tutti.output().isDocument()) {
      return;
    }
    for (; decisions < rollout.decisions().size(); decisions++) {
      tutti.screen().print(RolloutPage.decision(rollout.decisions().get(decisions)).toString());
    }
    String now = RolloutPage.state(rollout).toString();
    if (!now.equals(said)) {
      tutti.screen().print(now);
      said = now;
    }
  }
}
