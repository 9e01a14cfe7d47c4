package io.tutti.cli.verb;

import io.tutti.api.GapsView;
import io.tutti.cli.render.GapsPage;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.model.InstanceAddress;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tutti gaps show}. */
@Command(
    name = "show",
    header = "Shows which transactions are missing in gaps.",
    description =
        "It says for each channel whether it is free of gaps. Where the replica's "
            + "tables do not show it, the relay log or the source's binlog is read.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti gaps show db2:3306", "  tutti gaps show db2:3306 --json"})
public final class GapsShowVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "HOST:PORT", description = "The instance, or an alias.")
  private @Nullable InstanceAddress address;

  public GapsShowVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get(
        ControllerClient.path("/instances/{}/gaps", Objects.requireNonNull(address).toString()));
  }

  @Override
  List<Line> show(Answer answer) {
    return GapsPage.of(answer.as(GapsView.class));
  }
}
