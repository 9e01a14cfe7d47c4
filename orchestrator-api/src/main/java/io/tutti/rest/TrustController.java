package io.tutti.rest;

import io.tutti.api.DistrustedView;
import io.tutti.api.Items;
import io.tutti.api.KnownView;
import io.tutti.api.KnownView.KeysView;
import io.tutti.api.ShownView;
import io.tutti.api.TrustBody;
import io.tutti.api.TrustedView;
import io.tutti.discovery.KnownTargets;
import io.tutti.model.InstanceAddress;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.spi.Deadline;
import io.tutti.store.Role;
import io.tutti.trust.Fingerprint;
import io.tutti.trust.KnownServer;
import io.tutti.trust.Shown;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Which servers are trusted with the password, and by which keys. */
@RestController
@RequestMapping("/api/v1/trust")
class TrustController {
  private static final Duration LOOK_MAX = Duration.ofSeconds(5);
  private static final Duration CONTACT_MAX = Duration.ofSeconds(10);

  private final Fleet fleet;
  private final KnownTargets targets;

  TrustController(Fleet fleet, KnownTargets targets) {
    this.fleet = fleet;
    this.targets = targets;
  }

  @GetMapping
  @Needs(Role.VIEWER)
  Items<KnownView> all() {
    List<KnownView> known = targets.all().stream().map(TrustController::known).toList();
    return new Items<>(known);
  }

  @GetMapping("/{server}")
  @Needs(Role.OPERATOR)
  ShownView show(@PathVariable String server) {
    InstanceAddress address = Fleet.parse(server);
    Shown shown = targets.look(address, Deadline.after(LOOK_MAX));
    return new ShownView(
        address.toString(), keys(shown), targets.find(address).map(TrustController::known));
  }

  @PostMapping("/{server}")
  @Needs(Role.ADMIN)
  TrustedView trust(@PathVariable String server, @RequestBody TrustBody request, Caller caller)
      throws InterruptedException {
    InstanceAddress address = Fleet.parse(server);
    KnownServer known =
        targets.trust(address, request.fingerprint(), caller.name(), Deadline.after(LOOK_MAX));
    boolean isWatched = fleet.discovery().snapshot().find(address).isPresent();
    return new TrustedView(
        known(known), isWatched ? Optional.of(contact(fleet, address)) : Optional.empty());
  }

  static boolean contact(Fleet fleet, InstanceAddress address) throws InterruptedException {
    try {
      return fleet
          .discovery()
          .contactAgain(address)
          .get(CONTACT_MAX.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | CompletionException | TimeoutException e) {
      return false;
    }
  }

  @DeleteMapping("/{server}")
  @Needs(Role.ADMIN)
  DistrustedView distrust(@PathVariable String server, Caller caller) {
    InstanceAddress address = Fleet.parse(server);
    targets.distrust(address, caller.name());
    return new DistrustedView(address.toString());
  }

  static KeysView keys(Shown shown) {
    return new KeysView(
        shown.publicKey().map(Fingerprint::of), shown.certificate().map(Fingerprint::of));
  }

  static KnownView known(KnownServer server) {
    return new KnownView(
        server.address().toString(),
        keys(new Shown(server.publicKey(), server.certificate())),
        server.since(),
        server.by(),
        server.reason().name());
  }
}
