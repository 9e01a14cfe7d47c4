package io.tutti.cli.verb;

import io.tutti.api.ParallelismView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.ParallelismPage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti parallelism show}. */
@Command(
    name = "show",
    header = "Shows the settings of parallel replication.",
    description =
        "For each: its value and default, what is persisted, and what Tutti was asked to set.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti parallelism show db2:3306", "  tutti parallelism show db2:3306 --long"})
public final class ParallelismShowVerb extends ClientVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @Option(
      names = "--long",
      description = "Show the range, meaning and manual page of each setting, too.")
  private boolean isLong;

  public ParallelismShowVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get(instance.path("/parallelism"));
  }

  @Override
  List<Line> show(Answer answer) {
    return ParallelismPage.of(answer.as(ParallelismView.class), isLong);
  }
}
