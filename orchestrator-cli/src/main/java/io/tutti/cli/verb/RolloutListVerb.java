package io.tutti.cli.verb;

import io.tutti.api.RolloutLineView;
import io.tutti.cli.render.Listing;
import io.tutti.cli.render.RolloutPage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine.Command;

/** {@code tutti rollout list}. */
@Command(
    name = "list",
    header = "Lists rollouts.",
    description = "The newest comes first: its state, and how many servers are changed.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti rollout list")
public final class RolloutListVerb extends ListVerb<RolloutLineView> {
  public RolloutListVerb(TuttiCommand tutti) {
    super(tutti, RolloutLineView.class);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get("/rollouts");
  }

  @Override
  Listing<RolloutLineView> listing() {
    return RolloutPage.list();
  }
}
