package io.tutti.cli.verb;

import io.tutti.api.ParallelismBody;
import io.tutti.cli.session.TuttiCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti parallelism undo}. */
@Command(
    name = "undo",
    header = "Restores the settings from before Tutti changed them.",
    description =
        "These are the values that were there before any operation of Tutti on this " + "server.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti parallelism undo db2:3306",
      "  tutti parallelism undo db2:3306 replica_parallel_workers"
    })
public final class ParallelismUndoVerb extends ActingVerb {
  @Mixin private InstanceArgument instance = new InstanceArgument();

  @Parameters(
      index = "1..*",
      paramLabel = "KNOB",
      description = "Only these, by the names that show prints; all when left out.")
  private List<String> knobs = new ArrayList<>();

  @Option(
      names = "--settle",
      paramLabel = "SECONDS",
      description = "How many seconds the instance is watched afterwards; default 5.")
  private @Nullable Integer settleSeconds;

  public ParallelismUndoVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  boolean mayAsk() {
    return false;
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        instance.path("/parallelism:undo"),
        new ParallelismBody(
            settings(),
            Optional.of(dryRun),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.ofNullable(settleSeconds).map(Duration::ofSeconds)));
  }

  /** Their values do not matter. */
  private Optional<Map<String, String>> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    knobs.forEach(knob -> settings.put(knob, ""));
    return Optional.of(settings).filter(named -> !named.isEmpty());
  }
}
