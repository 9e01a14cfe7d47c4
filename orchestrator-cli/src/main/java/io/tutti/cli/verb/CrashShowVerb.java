package io.tutti.cli.verb;

import io.tutti.cli.render.CrashPage;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import io.tutti.cli.view.Json;
import io.tutti.model.InstanceAddress;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tutti crash show}. */
@Command(
    name = "show",
    description = {
      "Shows how the server's process ended before the one that runs now, what that",
      "may have cost by the settings of then, and which replicas have what it lost."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tutti crash show db2:3306", "  tutti crash show db2:3306 --json"})
public final class CrashShowVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "HOST:PORT", description = "The instance, or an alias.")
  private @Nullable InstanceAddress address;

  public CrashShowVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get(
        ControllerClient.path("/instances/{}/crash", Objects.requireNonNull(address).toString()));
  }

  @Override
  List<Line> show(Json answer) {
    return CrashPage.of(answer);
  }
}
