package io.tutti.cli.verb;

import io.tutti.api.AuditView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Listing;
import io.tutti.cli.render.Times;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti audit}. */
@Command(
    name = "audit",
    header = "Lists what was done or refused, by whom and why.",
    description = "The newest comes first.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti audit",
      "  tutti audit --target db2:3306 --limit 20",
      "  tutti audit --since 2h --actor alice --action crash"
    })
public final class AuditVerb extends ListVerb<AuditView> {
  @Option(
      names = "--target",
      paramLabel = "HOST:PORT",
      description = "Only what was about this instance.")
  private @Nullable String target;

  @Option(
      names = "--actor",
      paramLabel = "NAME",
      description = "Only what this person or program did.")
  private @Nullable String actor;

  @Option(
      names = "--action",
      paramLabel = "NAME",
      description =
          "Only this action, or all whose name begins with it: crash is crash.fence, too.")
  private @Nullable String action;

  @Mixin private final PastOptions past = new PastOptions();

  public AuditVerb(TuttiCommand tutti) {
    super(tutti, AuditView.class);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get(
        past.of("/audit")
            .with("target", Optional.ofNullable(target))
            .with("actor", Optional.ofNullable(actor))
            .with("action", Optional.ofNullable(action))
            .path());
  }

  @Override
  Listing<AuditView> listing() {
    return Listing.<AuditView>orElse("Nothing of that kind was done or refused yet.")
        .column("AT", each -> Line.of(Times.second(each.at()), Tone.DIM))
        .text("BY", AuditView::actor)
        .text("ACTION", AuditView::action)
        .text("TARGET", AuditView::target)
        .column("OUTCOME", each -> Line.of(each.outcome(), tone(each.outcome())))
        .text("REASON", AuditView::reason);
  }

  private static Tone tone(String outcome) {
    return outcome.equals("DONE") ? Tone.GOOD : Tone.BAD;
  }
}
