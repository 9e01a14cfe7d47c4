package io.tutti.rest;

import io.tutti.api.HealthView;
import io.tutti.api.HealthView.PartView;
import io.tutti.api.HealthView.Status;
import io.tutti.api.VersionView;
import io.tutti.rest.Health.Seen;
import io.tutti.security.Needs;
import io.tutti.security.OpenToAll;
import io.tutti.store.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Whether the controller works, and which one it is. */
@RestController
@RequestMapping("/api/v1")
class HealthController {
  static final String HEALTH = "/api/v1/health";
  static final String LIVE = HEALTH + "/live";
  static final String READY = HEALTH + "/ready";

  private final Health health;
  private final Fleet fleet;
  private final Instant startedAt;

  HealthController(Health health, Fleet fleet) {
    this.health = health;
    this.fleet = fleet;
    this.startedAt = fleet.clock().instant();
  }

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
                status(up),
                seen.parts().stream()
                    .map(part -> {
                      Optional<String> why = Optional.ofNullable(seen.troubles().get(part));
                      return new PartView(part.name(), status(why.isEmpty()), why);
                    })
                    .toList()));
  }

  @GetMapping("/version")
  @Needs(Role.VIEWER)
  VersionView version() {
    Build build = Build.ofThis();
    return new VersionView(
        build.version(),
        build.commit(),
        build.java(),
        startedAt,
        Duration.between(startedAt, fleet.clock().instant()).toSeconds());
  }

  private static Status status(boolean up) {
    return up ? Status.UP : Status.DOWN;
  }
}
