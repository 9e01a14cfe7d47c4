package io.tutti.rest;

import io.tutti.rest.Health.Seen;
import io.tutti.security.Needs;
import io.tutti.security.OpenToAll;
import io.tutti.store.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Whether the controller works, and which one it is. */
@RestController
@RequestMapping("/api/v1")
class HealthPaths {
  private static final String UNKNOWN = "unknown";

  static final String HEALTH = "/api/v1/health";
  static final String LIVE = HEALTH + "/live";
  static final String READY = HEALTH + "/ready";

  private final Health health;
  private final Fleet fleet;
  private final Instant startedAt;

  HealthPaths(Health health, Fleet fleet) {
    this.health = health;
    this.fleet = fleet;
    this.startedAt = fleet.clock().instant();
  }

  /** UP or DOWN. */
  enum Status {
    UP,
    DOWN;

    static Status of(boolean up) {
      return up ? UP : DOWN;
    }
  }

  /**
   * Whether it works.
   *
   * @param parts what it is made of
   */
  record HealthView(Status status, List<PartView> parts) {}

  /**
   * A part of the controller.
   *
   * @param why what is wrong with it
   */
  record PartView(String name, Status status, Optional<String> why) {}

  /**
   * Which release runs.
   *
   * @param version as its jar states it
   * @param commit of the sources that it was built from; "-dirty" at its end: with changes; unknown
   *     where they had no history
   * @param java the release of the JVM
   * @param upSeconds since it was started
   */
  record VersionView(
      String version, String commit, String java, Instant startedAt, long upSeconds) {}

  /** All parts work. */
  @GetMapping("/health")
  @OpenToAll
  ResponseEntity<HealthView> health() {
    Seen seen = health.look();
    return answer(seen, seen.isUp());
  }

  /** A new process would do no better. */
  @GetMapping("/health/live")
  @OpenToAll
  ResponseEntity<HealthView> live() {
    Seen seen = health.look();
    return answer(seen, seen.isAlive());
  }

  /** Requests can be answered now. */
  @GetMapping("/health/ready")
  @OpenToAll
  ResponseEntity<HealthView> ready() {
    return health();
  }

  private static ResponseEntity<HealthView> answer(Seen seen, boolean up) {
    return ResponseEntity.status(up ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
        .body(
            new HealthView(
                Status.of(up),
                seen.parts().stream()
                    .map(part -> {
                      Optional<String> why = Optional.ofNullable(seen.troubles().get(part));
                      return new PartView(part.name(), Status.of(why.isEmpty()), why);
                    })
                    .toList()));
  }

  @GetMapping("/version")
  @Needs(Role.VIEWER)
  VersionView version() {
    return new VersionView(
        Optional.ofNullable(HealthPaths.class.getPackage().getImplementationVersion())
            .orElse(UNKNOWN),
        BuiltFrom.commit(UNKNOWN),
        Runtime.version().toString(),
        startedAt,
        Duration.between(startedAt, fleet.clock().instant()).toSeconds());
  }
}
