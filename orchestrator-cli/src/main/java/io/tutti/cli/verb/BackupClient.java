package io.tutti.cli.verb;

import io.tutti.api.BackupView;
import io.tutti.api.LeaseBody;
import io.tutti.api.OperationView;
import io.tutti.api.OperationView.StepView;
import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.view.Json;
import java.util.List;
import java.util.Optional;

/** What the backup verbs ask of a controller. */
record BackupClient(ControllerClient controller) {

  /**
   * A session.
   *
   * @param document as the controller shows it
   */
  record Session(BackupView view, String document) {
    static Session of(Json json) {
      return new Session(json.as(BackupView.class), json.toString());
    }
  }

  /** The sessions of an instance, the newest first. */
  List<Session> sessions(String instance) {
    return list(instance).json().at("items").items().stream().map(Session::of).toList();
  }

  Answer list(String instance) {
    return controller.get(ControllerClient.path("/instances/{}/backups", instance));
  }

  Optional<Session> findOpen(String instance) {
    return sessions(instance).stream().filter(each -> each.view().open()).findFirst();
  }

  /**
   * @throws CommandFailure when none is open
   */
  Session requireOpen(String instance) {
    return findOpen(instance)
        .orElseThrow(() ->
            CommandFailure.local(
                ExitCode.FAILED,
                "UNKNOWN_BACKUP",
                "No backup session of %s is open.".formatted(instance),
                List.of("tutti backup list " + instance)));
  }

  /** The session that an operation has begun. */
  Optional<Session> findBegun(OperationView operation) {
    return operation.steps().stream().findFirst().map(StepView::instance).flatMap(this::findOpen);
  }

  private static String path(BackupView session, String verb) {
    return ControllerClient.path("/instances/{}/backups/", session.instance())
        + session.id()
        + verb;
  }

  Answer renew(BackupView session, LeaseBody body) {
    return controller.post(path(session, ":renew"), body);
  }

  Answer end(BackupView session, boolean dryRun) {
    return controller.delete(path(session, dryRun ? "?dryRun=true" : ""));
  }

  OperationView operation(String id) {
    return controller.get(ControllerClient.path("/operations/{}", id)).as(OperationView.class);
  }
}
