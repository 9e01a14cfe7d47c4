package io.tutti.cli.verb;

import io.tutti.api.BackupView;
import io.tutti.api.OperationView;
import io.tutti.api.OperationView.PlanView;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.OperationPage;
import io.tutti.cli.render.Tone;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.session.TuttiCommand;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti backup end}. */
@Command(
    name = "end",
    header = "Ends a backup session.",
    description =
        "It starts exactly what was running before the session, and releases the replica.",
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
    BackupView session = backups.requireOpen(Objects.requireNonNull(instance)).view();
    Answer answer = backups.end(session, dryRun);
    if (!dryRun) {
      int exitCode = ActingVerb.follow(tutti, controller, answer.as(OperationView.class).id(), 1);
      return exitCode == ExitCode.DONE ? worst(backups, session) : exitCode;
    }
    tutti.output().print(answer.text(), () -> OperationPage.plan(answer.as(PlanView.class)));
    return ExitCode.DONE;
  }

  /** The replica is let go, and yet it failed where somebody broke the session. */
  private int worst(BackupClient backups, BackupView session) {
    Optional<String> broken =
        backups.sessions(Objects.requireNonNull(instance)).stream()
            .map(BackupClient.Session::view)
            .filter(each -> each.id().equals(session.id()))
            .findFirst()
            .flatMap(each -> each.broken());
    broken
        .filter(why -> !tutti.output().isDocument())
        .ifPresent(why ->
            tutti
                .screen()
                .print(
                    List.of(
                        Line.of("BROKEN: " + why, Tone.BAD),
                        Line.of(
                            "The replica is released, but a copy that was made may not match the"
                                + " coordinates: do not trust it."))));
    return broken.isPresent() ? ExitCode.FAILED : ExitCode.DONE;
  }
}
