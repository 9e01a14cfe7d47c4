package io.tutti.cli.verb;

import io.tutti.cli.session.CommandFailure;
import io.tutti.cli.session.ControllerClient;
import io.tutti.cli.session.ControllerClient.Answer;
import io.tutti.cli.session.ExitCode;
import io.tutti.cli.view.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the backup verbs ask of a controller. */
record BackupClient(ControllerClient controller) {

  /** The sessions of an instance, the newest first. */
  List<Json> sessions(String instance) {
    return list(instance).json().at("items").items();
  }

  Answer list(String instance) {
    return controller.get(ControllerClient.path("/instances/{}/backups", instance));
  }

  Optional<Json> findOpen(String instance) {
    return sessions(instance).stream()
        .filter(each -> each.at("open").flag().orElse(false))
        .findFirst();
  }

  /**
   * @throws CommandFailure when none is open
   */
  Json requireOpen(String instance) {
    return findOpen(instance)
        .orElseThrow(() ->
            CommandFailure.local(
                ExitCode.FAILED,
                "UNKNOWN_BACKUP",
                "No backup session of %s is open.".formatted(instance),
                List.of("tutti backup list " + instance)));
  }

  /** The session that an operation has begun. */
  Optional<Json> findBegun(Json operation) {
    return operation.at("steps").items().stream()
        .findFirst()
        .flatMap(step -> step.text("instance"))
        .flatMap(this::findOpen);
  }

  private static String path(Json session, String verb) {
    return ControllerClient.path("/instances/{}/backups/", session.textOr("instance", ""))
        + session.textOr("id", "")
        + verb;
  }

  Answer renew(Json session, Map<String, ?> body) {
    return controller.post(path(session, ":renew"), body);
  }

  Answer end(Json session, boolean dryRun) {
    return controller.delete(path(session, dryRun ? "?dryRun=true" : ""));
  }

  Json operation(String id) {
    return controller.get(ControllerClient.path("/operations/{}", id)).json();
  }
}
