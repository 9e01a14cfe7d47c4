package io.tutti.cli.verb;

import io.tutti.api.ParallelismView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.ParallelismPage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti parallelism show}. */
@Command(
    name = "show",
    header = "Shows the settings of parallel replication.",
    description =
        "For each: its value and default, what is persisted, and what Tutti was asked to set.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti parallelism show db2:3306", "  tutti parallelism show db2:3306 --long"})
public final class ParallelismShowVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "HOST:PORT", description = "The instance, or an alias.")
  private @Nullable InstanceAddress address;

  @Option(
      names = "--long",
      description = "Show the range, meaning and manual page of each setting, too.")
  private boolean isLong;

  public ParallelismShowVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get(
        ControllerClient.path(
            "/instances/{}/parallelism", Objects.requireNonNull(address).toString()));
  }

  @Override
  List<Line> show(Answer answer) {
    return ParallelismPage.of(answer.as(ParallelismView.class), isLong);
  }
}
