package io.tutti.cli.verb;

import io.tutti.api.FlavorView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Listing;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code tutti flavors}. */
@Command(
    name = "flavors",
    header = "Lists the flavors of servers that Tutti knows.",
    description = "The controller has a plugin for each of them.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti flavors", "  tutti flavors --json"})
public final class FlavorsVerb extends ListVerb<FlavorView> {
  public FlavorsVerb(TuttiCommand tutti) {
    super(tutti, FlavorView.class);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get("/flavors");
  }

  @Override
  Listing<FlavorView> listing() {
    return Listing.<FlavorView>orElse("The controller has no plugin of a flavor.")
        .column("FLAVOR", flavor -> Line.of(flavor.id(), Tone.STRONG))
        .text("RELEASES", FlavorView::description)
        .column("CAPABILITIES", flavor -> Line.of(capabilities(flavor), Tone.DIM));
  }

  private static String capabilities(FlavorView flavor) {
    return flavor.capabilities().stream()
        .map(name -> name.toLowerCase(Locale.ROOT).replace('_', '-'))
        .collect(Collectors.joining(" "));
  }
}
