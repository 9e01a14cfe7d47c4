package io.tutti.cli.verb;

import io.tutti.api.IncidentView;
import io.tutti.cli.render.IncidentPage;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti crash list}. */
@Command(
    name = "list",
    header = "Lists the restarts that were noticed.",
    description = "The newest comes first.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti crash list --open", "  tutti crash list db2:3306"})
public final class CrashListVerb extends ClientVerb {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "HOST:PORT",
      description = "Only those of this instance.")
  private @Nullable String instance;

  @Option(
      names = "--open",
      description = "Only those that may have cost something, or are still examined.")
  private boolean open;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many; default ${DEFAULT-VALUE}.")
  private int limit;

  public CrashListVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    String of =
        Optional.ofNullable(instance)
            .map(name -> ControllerClient.path("&instance={}", name))
            .orElse("");
    return controller.get("/incidents?limit=%d&open=%s%s".formatted(limit, open, of));
  }

  @Override
  List<Line> show(Answer answer) {
    return IncidentPage.list(answer.items(IncidentView.class));
  }
}
