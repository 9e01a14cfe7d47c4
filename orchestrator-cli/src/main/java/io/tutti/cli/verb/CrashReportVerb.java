package io.tutti.cli.verb;

import io.tutti.api.LostWritesView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.LostWritesPage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti crash report}. */
@Command(
    name = "report",
    header = "Shows the transactions that a server lost.",
    description =
        "These are the ones that its replicas have, with their rows, and those whose GTIDs it has"
            + " used for other transactions since. For an incident, it shows those that were found"
            + " when it was examined, also when their GTIDs were used again.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti crash report db2:3306",
      "  tutti crash report 20261121-093012-7f3a01c2 --json",
      "  tutti crash report db2:3306 --sql > lost.sql"
    })
public final class CrashReportVerb extends ClientVerb {
  @Parameters(
      index = "0",
      paramLabel = "HOST:PORT|ID",
      description = "The instance, or an alias; or an incident of \"crash list\".")
  private @Nullable String wanted;

  @Option(
      names = "--sql",
      description = "Print them as SQL that can be replayed, with their rows as comments.")
  private boolean sql;

  public CrashReportVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    String name = Objects.requireNonNull(wanted);
    return controller.get(
        ControllerClient.path(
            CrashVerb.isIncident(name) ? "/incidents/{}/report" : "/instances/{}/crash/report",
            name));
  }

  @Override
  List<Line> show(Answer answer) {
    LostWritesView lost = answer.as(LostWritesView.class);
    return sql ? LostWritesPage.sql(lost) : LostWritesPage.of(lost);
  }
}
