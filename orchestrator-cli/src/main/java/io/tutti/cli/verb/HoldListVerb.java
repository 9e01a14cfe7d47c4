package io.tutti.cli.verb;

import io.tutti.api.FailoverHoldView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Listing;
import io.tutti.cli.render.Times;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import picocli.CommandLine.Command;

/** {@code tutti hold list}. */
@Command(
    name = "list",
    header = "Lists the clusters in hold after an automatic failover.",
    description =
        "For each it shows which source lost its place, when, and when the hold ends. Of an"
            + " intermediate source only its own failover is held.",
    footerHeading = "%nExamples:%n",
    footer = "  tutti hold list")
public final class HoldListVerb extends ListVerb<FailoverHoldView> {
  public HoldListVerb(TuttiCommand tutti) {
    super(tutti, FailoverHoldView.class);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get("/failover-holds");
  }

  @Override
  Listing<FailoverHoldView> listing() {
    return Listing.<FailoverHoldView>orElse("No cluster is in hold.")
        .column("CLUSTER", each -> Line.of(each.cluster(), Tone.STRONG))
        .text("LOST", FailoverHoldView::lost)
        .text("HELD", each -> each.intermediate() ? "that server" : "the cluster")
        .column("SINCE", each -> Line.of(Times.second(each.since()), Tone.DIM))
        .text("UNTIL", each -> Times.second(each.until()))
        .wide("SERVERS", each -> String.join(", ", each.members()));
  }
}
