package io.tutti.doctor;

import io.tutti.doctor.ControllerObservation.Asker;
import io.tutti.doctor.ControllerObservation.Room;
import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Judges what a controller knows of itself. Pure. */
public final class ControllerChecks {
  private static final long MEGABYTE = 1L << 20;
  private static final long FREE_MIN = 100 * MEGABYTE;
  private static final long FREE_ENOUGH = 1024 * MEGABYTE;

  private ControllerChecks() {}

  /** All that was looked at, in a fixed order. */
  public static List<Check> of(ControllerObservation observation) {
    List<Check> checks = new ArrayList<>();
    checks.add(
        Check.ok(
            "controller",
            "It answers; its release is %s, with %d flavors."
                .formatted(observation.version(), observation.flavors())));
    checks.add(token(observation.asker()));
    observation.troubles().forEach((part, trouble) -> checks.add(part(part, trouble)));
    checks.add(room(observation.room()));
    checks.add(account(observation));
    return checks;
  }

  private static Check token(Asker asker) {
    String observed =
        "The token \"%s\" is one of the role %s".formatted(asker.name(), asker.role());
    return asker.mayOperate()
        ? Check.ok("token", observed + ".")
        : Check.warn(
            "token",
            observed + ": it sees everything, and every operation is refused.",
            Remedies.of(Acts.createToken("OPERATOR")));
  }

  private static Check part(String name, Optional<String> trouble) {
    return trouble
        .map(why ->
            Check.fail(
                name,
                "It does not work: %s.".formatted(why),
                Remedies.of("look into the controller's log")))
        .orElseGet(() -> Check.ok(name, "It works."));
  }

  private static Check room(Room room) {
    String name = "room";
    if (!room.writable()) {
      return Check.fail(
          name,
          "%s cannot be written to.".formatted(room.folder()),
          Remedies.of("make the user that the controller runs as its owner"));
    }
    if (room.free().isEmpty()) {
      return Check.warn(
          name,
          "How much room is left in %s is not known.".formatted(room.folder()),
          Remedies.of("look with \"df %s\"".formatted(room.folder())));
    }
    long free = room.free().get();
    String observed = "%d MB are free in %s.".formatted(free / MEGABYTE, room.folder());
    Remedies remedies = Remedies.of("make room there: a store that is full saves nothing");
    if (free < FREE_MIN) {
      return Check.fail(name, observed, remedies);
    }
    return free < FREE_ENOUGH ? Check.warn(name, observed, remedies) : Check.ok(name, observed);
  }

  private static Check account(ControllerObservation observation) {
    return observation.user().isBlank()
        ? Check.fail(
            "account",
            "No account is set with which it logs in to servers.",
            Remedies.of(
                "set TUTTI_TARGET_USER and TUTTI_TARGET_PASSWORD_FILE to an account that the"
                    + " servers have, and start the controller again"))
        : Check.ok(
            "account",
            "It logs in to servers as '%s'; %d are watched."
                .formatted(observation.user(), observation.servers()));
  }
}
