package io.tutti.cli.verb;

import io.tutti.api.IncidentView;
import io.tutti.cli.render.IncidentPage;
import io.tutti.cli.render.Listing;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti crash list}. */
@Command(
    name = "list",
    header = "Lists the restarts that were noticed.",
    description = "The newest comes first.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti crash list --open", "  tutti crash list db2:3306 --since 1d"})
public final class CrashListVerb extends ListVerb<IncidentView> {
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

  @Mixin private final PastOptions past = new PastOptions();

  public CrashListVerb(TuttiCommand tutti) {
    super(tutti, IncidentView.class);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get(
        past.of("/incidents")
            .with("open", Optional.of(open))
            .with("instance", Optional.ofNullable(instance))
            .path());
  }

  @Override
  Listing<IncidentView> listing() {
    return IncidentPage.list();
  }
}
