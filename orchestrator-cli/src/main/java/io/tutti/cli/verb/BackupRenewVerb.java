package io.tutti.cli.verb;

import io.tutti.api.BackupView;
import io.tutti.api.LeaseBody;
import io.tutti.cli.render.Line;
import io.tutti.cli.render.Times;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.TuttiCommand;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tutti backup renew}. */
@Command(
    name = "renew",
    header = "Gives an open backup session more time.",
    description = "The time counts from now on.",
    footerHeading = "%nExamples:%n",
    footer = {"  tutti backup renew db2:3306", "  tutti backup renew db2:3306 --ttl 8h"})
public final class BackupRenewVerb extends ClientVerb {
  @Parameters(index = "0", paramLabel = "HOST:PORT", description = "The replica, or an alias.")
  private @Nullable String instance;

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "After this the session ends by itself; without it as long as before.")
  private @Nullable Duration ttl;

  public BackupRenewVerb(TuttiCommand tutti) {
    super(tutti);
  }

  @Override
  Answer ask(ControllerClient controller) {
    BackupClient backups = new BackupClient(controller);
    return backups.renew(
        backups.requireOpen(Objects.requireNonNull(instance)).view(),
        new LeaseBody(Optional.ofNullable(ttl)));
  }

  @Override
  List<Line> show(Answer answer) {
    BackupView session = answer.as(BackupView.class);
    return List.of(
        Line.of(
            "session %s of %s ends by itself at %s"
                .formatted(session.id(), session.instance(), Times.second(session.expiresAt()))));
  }
}
