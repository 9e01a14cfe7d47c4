package io.tutti.cli.verb;

import io.tutti.cli.render.OperationPage;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti backup end}. */
@Command(
    name = "end",
    description = "Starts exactly what ran before the session, and lets the replica go.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti backup end db2:3306", "  tutti backup end db2:3306 --dry-run"})
public final class BackupEndVerb implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "HOST:PORT", description = "The replica, or an alias.")
  private @Nullable String instance;

  @Option(names = "--dry-run", description = "Only show what would be done. Nothing is changed.")
  private boolean dryRun;

  private final TuttiCommand tutti;

  public BackupEndVerb(TuttiCommand tutti) {
    this.tutti = tutti;
  }

  @Override
  public Integer call() {
    ControllerClient controller = tutti.controller();
    BackupClient backups = new BackupClient(controller);
    Answer answer = backups.end(backups.requireOpen(Objects.requireNonNull(instance)), dryRun);
    if (!dryRun) {
      return ActingVerb.follow(tutti, controller, answer.json().textOr("id", ""), 1);
    }
    if (tutti.json()) {
      tutti.screen().printJson(answer.text());
    } else {
      tutti.screen().print(OperationPage.plan(answer.json()));
    }
    return ExitCode.DONE;
  }
}
