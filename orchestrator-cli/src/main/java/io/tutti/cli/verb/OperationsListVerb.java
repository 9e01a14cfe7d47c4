package io.tutti.cli.verb;

import io.tutti.api.OperationView;
import io.tutti.cli.render.Listing;
import io.tutti.cli.render.OperationPage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti operations list}. */
@Command(
    name = "list",
    header = "Lists operations.",
    description =
        "The newest comes first: when it was asked for, how long it took, and who " + "asked.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti operations list --limit 10",
      "  tutti operations list --since 1d --kind parallelism --actor alice",
      "  tutti operations list --state stuck -o name"
    })
public final class OperationsListVerb extends ListVerb<OperationView> {
  @Option(
      names = "--target",
      paramLabel = "NAME",
      description = "Only those about this instance or incident.")
  private @Nullable String target;

  @Option(
      names = "--actor",
      paramLabel = "NAME",
      description = "Only those that this person or program asked for.")
  private @Nullable String actor;

  @Option(
      names = "--kind",
      paramLabel = "NAME",
      description =
          "Only of this kind, or all whose name begins with it: crash is crash.fence, too.")
  private @Nullable String kind;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Only those that are in this state now, such as running, failed or stuck.")
  private @Nullable String state;

  @Mixin private final PastOptions past = new PastOptions();

  public OperationsListVerb(TuttiCommand tutti) {
    super(tutti, OperationView.class);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get(
        past.of("/operations")
            .with("target", Optional.ofNullable(target))
            .with("actor", Optional.ofNullable(actor))
            .with("kind", Optional.ofNullable(kind))
            .with("state", Optional.ofNullable(state))
            .path());
  }

  @Override
  Listing<OperationView> listing() {
    return OperationPage.list(Instant.now());
  }
}
