package io.tutti.cli.verb;

import io.tutti.cli.ControllerClient;
import io.tutti.cli.ControllerClient.Answer;
import io.tutti.cli.TuttiCommand;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Tone;
import io.tutti.cli.view.Json;
import io.tutti.model.InstanceAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tutti discover}. */
@Command(
    name = "discover",
    description = {
      "Finds a server and everything that replicates with it, and watches them from then on.",
      "One address is enough: sources and replicas are followed."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tutti discover db1:3306", "  tutti discover [2001:db8::7]:3307 --json"})
public final class DiscoverVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "HOST:PORT", description = "Any server of the topology.")
  private @Nullable InstanceAddress address;

  public DiscoverVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return controller.post(
        "/discoveries", Map.of("address", Objects.requireNonNull(address).toString()));
  }

  @Override
  List<Line> show(Json answer) {
    List<String> reached = answer.texts("reached");
    List<Json> failed = answer.at("failed").items();
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of("%d found in cluster ".formatted(reached.size()))
            .plus(answer.textOr("cluster", "?"), Tone.STRONG)
            .plus(" in %s ms".formatted(answer.textOr("tookMillis", "?")), Tone.DIM));
    reached.forEach(name -> lines.add(Line.of("  " + name)));
    if (!failed.isEmpty()) {
      lines.add(Line.of("%d could not be read".formatted(failed.size()), Tone.BAD));
      failed.forEach(each -> lines.addAll(failure(each)));
    }
    return lines;
  }

  private static List<Line> failure(Json failed) {
    Json failure = failed.at("failure");
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of("  " + failed.textOr("address", "?") + "  ")
            .plus(failure.textOr("code", ""), Tone.BAD)
            .plus("  " + failure.textOr("observed", "")));
    failure
        .texts("remedies")
        .forEach(remedy -> lines.add(Line.of("    remedy: " + remedy, Tone.DIM)));
    return lines;
  }
}
