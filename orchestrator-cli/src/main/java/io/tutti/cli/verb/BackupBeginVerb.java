package io.tutti.cli.verb;

import io.tutti.api.OperationView;
import io.tutti.cli.render.BackupPage;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tutti backup begin}. */
@Command(
    name = "begin",
    header = "Begins a backup session.",
    description =
        "It stops the applier of a replica at a point without gaps, keeps it stopped, and prints"
            + " its position. The receiver keeps running. \"tutti backup end\" starts again what"
            + " was running before.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti backup begin db2:3306 --ttl 4h",
      "  tutti backup begin db1:3306 --any --dry-run    which replica would be taken, and why",
    })
public final class BackupBeginVerb extends ActingVerb {
  @Parameters(
      index = "0",
      paramLabel = "HOST:PORT|CLUSTER",
      description = "The replica, or an alias; of a cluster, one is picked.")
  private @Nullable String target;

  @Mixin private SessionOptions options = new SessionOptions();

  public BackupBeginVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  boolean mayAsk() {
    return false;
  }

  @Override
  ActRequest request(boolean dryRun) {
    return new ActRequest(
        ControllerClient.path("/instances/{}/backups", Objects.requireNonNull(target)),
        options.body().dry(dryRun));
  }

  @Override
  List<Line> epilogue(ControllerClient controller, OperationView operation) {
    return new BackupClient(controller)
        .findBegun(operation)
        .map(session -> BackupPage.session(session.view()))
        .orElse(List.of());
  }
}
