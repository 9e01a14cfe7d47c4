package io.tutti.cli.verb;

import io.tutti.api.OperationView;
import io.tutti.api.TuningView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.TuningPage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti tune run}. */
@Command(
    name = "run",
    header = "Measures a replica with other settings, and keeps the best.",
    description =
        "Each try holds the applier back until enough waits for it, sets, starts it, and measures"
            + " how fast it applies. The smallest setting within 2 %% of the best is kept. What the"
            + " replica has now is measured, too: nothing that is worse is kept. If something"
            + " fails, it gets back what it had. Interrupting this command does not stop the"
            + " operation.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti tune run db2:3306 --dry-run",
      "  tutti tune run db2:3306 --budget 30m --max-lag 10m --hold-back 2m",
      "  tutti tune run db2:3306 --max-workers 16 --persist"
    })
public final class TuneRunVerb extends ActingVerb {
  private final TuttiCommand tutti;

  @Mixin private TuneTerms terms = new TuneTerms();

  @Option(
      names = "--max-workers",
      paramLabel = "N",
      description = "No more workers are tried; default 64.")
  private @Nullable Integer maxWorkers;

  @Option(
      names = "--persist",
      description = "Keep the result over a restart of the server, and report when it changes.")
  private boolean persist;

  public TuneRunVerb(TuttiCommand tutti) {
    super(tutti);
    this.tutti = tutti;
  }

  @Override
  boolean mayAsk() {
    return false;
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest("/tunings", terms.run(Optional.ofNullable(maxWorkers), persist, dryRun));
  }

  @Override
  List<Line> epilogue(ControllerClient controller, OperationView operation) {
    return TuningPage.of(
        controller.get(ControllerClient.path("/tunings/{}", operation.id())).as(TuningView.class),
        tutti.screen().glyphs(),
        tutti.screen().columns());
  }
}
