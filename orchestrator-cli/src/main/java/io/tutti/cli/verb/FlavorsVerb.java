package io.tutti.cli.verb;

import io.tutti.cli.ControllerClient;
import io.tutti.cli.ControllerClient.Answer;
import io.tutti.cli.TuttiCommand;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Table;
import io.tutti.cli.render.Tone;
import io.tutti.cli.view.Json;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code tutti flavors}. */
@Command(
    name = "flavors",
    description = "Lists the flavors of servers that the controller has plugins for.",
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
  List<Line> show(Json answer) {
    Table table = new Table().titles("FLAVOR", "RELEASES", "CAPABILITIES");
    for (Json flavor : answer.at("items").items()) {
      String capabilities =
          flavor.texts("capabilities").stream()
              .map(name -> name.toLowerCase(Locale.ROOT).replace('_', '-'))
              .collect(Collectors.joining(" "));
      table.row(
          Line.of(flavor.textOr("id", "?"), Tone.STRONG),
          Line.of(flavor.textOr("description", "")),
          Line.of(capabilities, Tone.DIM));
    }
    return table.lines();
  }
}
