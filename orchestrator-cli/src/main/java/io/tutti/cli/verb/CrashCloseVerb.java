package io.tutti.cli.verb;

import io.tutti.api.ClosingBody;
import io.tutti.api.IncidentView;
import io.tutti.cli.render.IncidentPage;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti crash close}. */
@Command(
    name = "close",
    header = "Records that nothing is left to do about a restart.",
    description =
        "Your reason is kept, and the findings about the restart end. Nothing is done to any"
            + " server.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti crash close 20261121-093012-7f3a01c2 --why \"rebuilt from db3\"")
public final class CrashCloseVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "ID", description = "The incident.")
  private @Nullable String id;

  @Option(
      names = "--why",
      required = true,
      paramLabel = "REASON",
      description = "Why it is over; kept with it and in the audit.")
  private @Nullable String why;

  public CrashCloseVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.post(
        ControllerClient.path("/incidents/{}:close", Objects.requireNonNull(id)),
        new ClosingBody(Optional.ofNullable(why)));
  }

  @Override
  List<Line> show(Answer answer) {
    return IncidentPage.of(answer.as(IncidentView.class));
  }
}
