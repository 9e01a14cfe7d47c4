package io.tutti.cli.verb;

import io.tutti.api.HookView;
import io.tutti.cli.render.Listing;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine.Command;

/** {@code tutti hooks list}. */
@Command(
    name = "list",
    header = "Lists the hooks.",
    description = "Of each: when it is called, what is called, and whether it may abort.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti hooks list")
public final class HooksListVerb extends ListVerb<HookView> {

  public HooksListVerb(TuttiCommand tutti) {
    super(tutti, HookView.class);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get("/hooks");
  }

  @Override
  Listing<HookView> listing() {
    return Listing.<HookView>orElse("No hook is configured.")
        .text("NAME", HookView::name)
        .text("KIND", HookView::kind)
        .text("POLICY", each -> each.policy().name())
        .text("DEADLINE", each -> each.deadline().toSeconds() + " s")
        .text("CALLS", HookView::calls)
        .text("EVENTS", each -> String.join(",", each.events()));
  }
}
