package io.tutti.cli.verb;

import io.tutti.api.BackupView;
import io.tutti.cli.render.BackupPage;
import io.tutti.cli.render.Line;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tutti backup list}. */
@Command(
    name = "list",
    header = "Lists the backup sessions of a replica.",
    description =
        "The newest comes first, each with the replica's position. --json has the "
            + "statements that attach a copy, too, and how each tool is called.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tutti backup list db2:3306",
      "  tutti backup list db2:3306 --json | jq -r '.items[0].attachments[0].statements[]'"
    })
public final class BackupListVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "HOST:PORT", description = "The replica, or an alias.")
  private @Nullable String instance;

  public BackupListVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    return new BackupClient(controller).list(Objects.requireNonNull(instance));
  }

  @Override
  List<Line> show(Answer answer) {
    return BackupPage.list(answer.as(BackupView.Sessions.class));
  }
}
