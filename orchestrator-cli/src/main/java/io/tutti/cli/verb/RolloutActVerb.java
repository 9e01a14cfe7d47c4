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
import picocli.CommandLine.Parameters;

/** A verb that has a rollout do something, and says where it stands then. */
abstract class RolloutActVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "ID", description = "The rollout.")
  private @Nullable String id;

  private final String act;

  /**
   * @param act as the path has it
   */
  RolloutActVerb(TuttiCommand tutti, String act) {
    super(tutti);
    this.act = act;
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.post(
        ControllerClient.path("/rollouts/{}", Objects.requireNonNull(id)) + ":" + act);
  }

  @Override
  List<Line> show(Answer answer) {
    return List.of(RolloutPage.state(answer.as(RolloutView.class)));
  }
}
