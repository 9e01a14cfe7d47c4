package io.tutti.cli.verb;

import io.tutti.api.OperationView;
import io.tutti.api.TuningView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.TuningPage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.TuttiCommand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tutti tune bench}. */
@Command(
    name = "bench",
    header = "Measures a replica with each setting of a grid.",
    description =
        "Before each one the applier is held back until enough waits for it; then it catches up"
            + " with the setting. At the end, and if something fails, the replica gets back what it"
            + " had. Several --grid are combined, each value with each.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti tune bench db2:3306 --grid replica_parallel_workers=0,2,4,8,16",
      "  tutti tune bench db2:3306 --grid replica_parallel_workers=2,8"
          + " --grid slave_parallel_mode=conservative,optimistic",
      "  tutti tune bench db2:3306 --grid replica_parallel_workers=0,8 --grid sync_binlog=1,0"
          + " --may-lose"
    })
public final class TuneBenchVerb extends ActingVerb {
  private final TuttiCommand tutti;

  @Mixin private TuneTerms terms = new TuneTerms();

  @Option(
      names = "--grid",
      required = true,
      paramLabel = "KNOB=VALUE,…",
      description = "Values of a setting, in its name of any release or flavor.")
  private Map<String, String> grid = new LinkedHashMap<>();

  @Option(
      names = "--continue",
      paramLabel = "ID",
      description =
          "An earlier operation with the same grid, which was cut off: what it measured is not"
              + " measured again.")
  private @Nullable String continued;

  @Option(
      names = "--may-lose",
      description =
          "Settings may be measured under which a crash can cost the replica transactions:"
              + " sync_binlog and innodb_flush_log_at_trx_commit.")
  private boolean mayLose;

  public TuneBenchVerb(TuttiCommand tutti) {
    super(tutti);
    this.tutti = tutti;
  }

  @Override
  boolean mayAsk() {
    return false;
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        "/tunings", terms.bench(combined(grid), Optional.ofNullable(continued), mayLose, dryRun));
  }

  /** Each value of each setting with each of the others. */
  static List<Map<String, String>> combined(Map<String, String> grid) {
    List<Map<String, String>> all = List.of(Map.of());
    for (Map.Entry<String, String> axis : grid.entrySet()) {
      List<Map<String, String>> more = new ArrayList<>();
      for (Map<String, String> each : all) {
        for (String value : axis.getValue().split(",", -1)) {
          Map<String, String> setting = new LinkedHashMap<>(each);
          setting.put(axis.getKey(), value.strip());
          more.add(setting);
        }
      }
      all = more;
    }
    return all;
  }

  @Override
  List<Line> epilogue(ControllerClient controller, OperationView operation) {
    return TuningPage.of(
        controller.get(ControllerClient.path("/tunings/{}", operation.id())).as(TuningView.class),
        tutti.screen().glyphs(),
        tutti.screen().columns());
  }
}
