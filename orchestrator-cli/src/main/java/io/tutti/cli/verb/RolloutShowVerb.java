package io.tutti.cli.verb;

import io.tutti.api.RolloutView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.RolloutPage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tutti rollout show}. */
@Command(
    name = "show",
    header = "Shows one rollout with its waves.",
    description = "It shows the state of each server, and every decision with its numbers.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti rollout show 20261123-021500-7f3a01c2 --watch")
public final class RolloutShowVerb extends WatchedVerb {
  @Parameters(index = "0", paramLabel = "ID", description = "The rollout.")
  private @Nullable String id;

  public RolloutShowVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get(ControllerClient.path("/rollouts/{}", Objects.requireNonNull(id)));
  }

  @Override
  List<Line> show(Answer answer) {
    return RolloutPage.of(answer.as(RolloutView.class));
  }
}
