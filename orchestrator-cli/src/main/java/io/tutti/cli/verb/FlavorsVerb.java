package io.tutti.cli.verb;

import io.tutti.api.FlavorView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Table;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
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
public final class FlavorsVerb extends ClientVerb {
  public FlavorsVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.get("/flavors");
  }

  @Override
  List<Line> show(Answer answer) {
    Table table = new Table().titles("FLAVOR", "RELEASES", "CAPABILITIES");
    for (FlavorView flavor : answer.items(FlavorView.class)) {
      String capabilities =
          flavor.capabilities().stream()
              .map(name -> name.toLowerCase(Locale.ROOT).replace('_', '-'))
              .collect(Collectors.joining(" "));
      table.row(
          Line.of(flavor.id(), Tone.STRONG),
          Line.of(flavor.description()),
          Line.of(capabilities, Tone.DIM));
    }
    return table.lines();
  }
}
