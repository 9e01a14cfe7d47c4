package io.tutti.cli.verb;

import io.tutti.api.OperationView.PlanView;
import io.tutti.api.ParallelismAdviceView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.OperationPage;
import io.tutti.cli.render.ParallelismAdvicePage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tutti parallelism plan}. */
@Command(
    name = "plan",
    header = "Shows what apply would do.",
    description =
        "It prints the statements in their order, what stops, and for how long. Nothing is changed."
            + " Without a setting it shows what parallelism advise shows.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti parallelism plan db2:3306 replica_parallel_workers=8 --persist"})
public final class ParallelismPlanVerb extends ClientVerb {
  @Mixin private final KnobArguments arguments = new KnobArguments();

  public ParallelismPlanVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    if (arguments.isEmpty()) {
      return ParallelismAdviseVerb.ask(controller, arguments.address());
    }
    return controller.post(
        ControllerClient.path("/instances/{}/parallelism", arguments.address()),
        arguments.body(true));
  }

  @Override
  List<Line> show(Answer answer) {
    return arguments.isEmpty()
        ? ParallelismAdvicePage.of(answer.as(ParallelismAdviceView.class))
        : OperationPage.plan(answer.as(PlanView.class));
  }
}
