package io.tutti.rest;

import io.tutti.api.CheckupView;
import io.tutti.api.CheckupView.CheckView;
import io.tutti.api.DoctorView;
import io.tutti.discovery.KnownTargets;
import io.tutti.doctor.Check;
import io.tutti.doctor.ControllerChecks;
import io.tutti.doctor.ControllerObservation;
import io.tutti.doctor.ControllerObservation.Asker;
import io.tutti.doctor.ControllerObservation.Room;
import io.tutti.model.InstanceAddress;
import io.tutti.rest.Health.Part;
import io.tutti.rest.Health.Seen;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.store.Role;
import io.tutti.topology.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Whether Tutti can do its work. */
@RestController
@RequestMapping("/api/v1")
class DoctorController {
  /** Servers are asked for their release and settings by their account alone. */
  private static final InstanceAddress ANY = new InstanceAddress("localhost", 1);

  private final Fleet fleet;
  private final Health health;
  private final KnownTargets targets;
  private final DataFolder folder;
  private final Checkups checkups;

  DoctorController(
      Fleet fleet, Health health, KnownTargets targets, DataFolder folder, Operations operations) {
    this.fleet = fleet;
    this.health = health;
    this.targets = targets;
    this.folder = folder;
    this.checkups = new Checkups(operations.ports().servers(), targets);
  }

  /** The controller's own checks, and the servers with which something is wrong. */
  @GetMapping("/doctor")
  @Needs(Role.VIEWER)
  DoctorView doctor(Caller caller) throws InterruptedException {
    List<Node> nodes = List.copyOf(fleet.world().view().topology().nodes().values());
    List<CheckupView> wrong =
        checkups.of(nodes).entrySet().stream()
            .map(entry -> checkup(entry.getKey(), wrong(entry.getValue())))
            .filter(checkup -> !checkup.checks().isEmpty())
            .toList();
    String version = Build.ofThis().version();
    return new DoctorView(
        version,
        views(ControllerChecks.of(controller(version, caller, nodes.size()))),
        nodes.size(),
        wrong);
  }

  /** All checks of one server. */
  @GetMapping("/instances/{instance}/doctor")
  @Needs(Role.VIEWER)
  CheckupView checkup(@PathVariable String instance) throws InterruptedException {
    Node node = fleet.nodeOf(instance);
    return checkup(node.address(), checkups.of(node));
  }

  private ControllerObservation controller(String version, Caller caller, int servers) {
    Map<String, Optional<String>> troubles = new LinkedHashMap<>();
    Seen seen = health.look();
    for (Part part : seen.parts()) {
      troubles.put(part.name(), Optional.ofNullable(seen.troubles().get(part)));
    }
    return new ControllerObservation(
        version,
        troubles,
        room(folder.path()),
        new Asker(
            caller.name(),
            caller.role().name().toLowerCase(Locale.ROOT),
            caller.role().covers(Role.OPERATOR)),
        targets.targetFor(ANY).credentials().user(),
        servers,
        fleet.discovery().flavors().providers().size());
  }

  private static Room room(Path path) {
    Optional<Long> free = Optional.empty();
    try {
      free = Optional.of(Files.getFileStore(path).getUsableSpace());
    } catch (IOException e) {
      // What cannot be known is said so.
    }
    return new Room(path.toString(), Files.isWritable(path), free);
  }

  private static List<Check> wrong(List<Check> checks) {
    return checks.stream().filter(check -> !check.isWell()).toList();
  }

  private static CheckupView checkup(InstanceAddress address, List<Check> checks) {
    return new CheckupView(address.toString(), views(checks));
  }

  private static List<CheckView> views(List<Check> checks) {
    return checks.stream()
        .map(check ->
            new CheckView(
                check.name(),
                CheckupView.Verdict.valueOf(check.verdict().name()),
                check.observed(),
                RemedyViews.of(check.remedies())))
        .toList();
  }
}
