package io.tutti.cli.verb;

import io.tutti.api.CrashView;
import io.tutti.api.IncidentView;
import io.tutti.cli.render.CrashPage;
import io.tutti.cli.render.IncidentPage;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tutti crash show}. */
@Command(
    name = "show",
    header = "Shows how a server's process ended, and what it cost.",
    description =
        "For an instance, it reads how the previous process ended, what that may have cost with the"
            + " settings of that time, and which replicas have what was lost. For an incident, it"
            + " shows what was found out about that restart.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti crash show db2:3306",
      "  tutti crash show db2:3306 --json",
      "  tutti crash show 20261121-093012-7f3a01c2"
    })
public final class CrashShowVerb extends ClientVerb {
  @Parameters(
      index = "0",
      paramLabel = "HOST:PORT|ID",
      description = "The instance, or an alias; or an incident of \"crash list\".")
  private @Nullable String wanted;

  public CrashShowVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    String name = Objects.requireNonNull(wanted);
    return controller.get(
        ControllerClient.path(
            CrashVerb.isIncident(name) ? "/incidents/{}" : "/instances/{}/crash", name));
  }

  @Override
  List<Line> show(Answer answer) {
    return CrashVerb.isIncident(Objects.requireNonNull(wanted))
        ? IncidentPage.of(answer.as(IncidentView.class))
        : CrashPage.of(answer.as(CrashView.class));
  }
}
