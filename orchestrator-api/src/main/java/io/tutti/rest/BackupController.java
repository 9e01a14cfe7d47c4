package io.tutti.rest;

import io.tutti.api.BackupBody;
import io.tutti.api.BackupView;
import io.tutti.api.LeaseBody;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.backup.BackupLeases;
import io.tutti.operation.backup.BeginRequest;
import io.tutti.operation.backup.EndRequest;
import io.tutti.plan.Goal;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.store.Role;
import io.tutti.topology.BackupSession;
import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Backup sessions of instances. */
@RestController
@RequestMapping("/api/v1/instances/{instance}/backups")
class BackupController {
  private final Operations operations;
  private final Fleet fleet;
  private final BackupLeases leases;

  BackupController(Operations operations, Fleet fleet) {
    this.operations = operations;
    this.fleet = fleet;
    this.leases = BackupLeases.of(operations.ports());
  }

  @GetMapping
  @Needs(Role.VIEWER)
  BackupView.Sessions list(@PathVariable String instance) {
    Node node = fleet.nodeOf(instance);
    return new BackupView.Sessions(
        node.address().toString(),
        leases.latest(node.address()).stream()
            .map(session -> BackupViews.of(session, node.currentState()))
            .toList());
  }

  @PostMapping
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> begin(
      @PathVariable String instance,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody(required = false) Optional<BackupBody> how) {
    BackupBody wanted = how.orElse(BackupBody.NONE);
    Target target = target(instance, wanted.any().orElse(false));
    Goal goal =
        new BeginRequest(
                target.name(),
                target.pick(),
                wanted.channel(),
                wanted.ttl().orElse(BeginRequest.LEASE_USUAL),
                wanted.deadline().orElse(BeginRequest.DEADLINE_USUAL))
            .toGoal();
    return operations.carryOut(goal, caller, key, wanted.dryRun().orElse(false));
  }

  @PostMapping("/{id}:renew")
  @Needs(Role.OPERATOR)
  BackupView renew(
      @PathVariable String instance,
      @PathVariable String id,
      Caller caller,
      @RequestBody(required = false) Optional<LeaseBody> how) {
    Node node = fleet.nodeOf(instance);
    BackupSession session = leases.require(node.address(), id);
    Duration lease = how.flatMap(LeaseBody::ttl).orElse(session.lease());
    return BackupViews.of(
        leases.renew(node.address(), id, lease, caller.name()), node.currentState());
  }

  @DeleteMapping("/{id}")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> end(
      @PathVariable String instance,
      @PathVariable String id,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestParam(name = "dryRun", defaultValue = "false") boolean dryRun) {
    Goal goal = EndRequest.asked(leases.require(fleet.nodeOf(instance).address(), id)).toGoal();
    return operations.carryOut(goal, caller, key, dryRun);
  }

  /** What is to be copied: an instance, or whichever of a cluster. */
  private record Target(String name, boolean pick) {}

  private Target target(String name, boolean any) {
    TopologySnapshot snapshot = fleet.discovery().snapshot();
    Optional<Node> node = address(name).flatMap(snapshot::find);
    if (node.isPresent() && !any && !isNameOfCluster(snapshot, name, node.get())) {
      return new Target(node.get().address().toString(), false);
    }
    Cluster cluster =
        fleet
            .labels()
            .aliases()
            .find(snapshot, node.map(each -> each.address().toString()).orElse(name))
            .orElseThrow(() -> unknown(name));
    return new Target(cluster.name(), true);
  }

  /** A cluster goes by the address of its source, from which nothing is to be copied so. */
  private static boolean isNameOfCluster(TopologySnapshot snapshot, String name, Node node) {
    return snapshot.clusters().stream().anyMatch(cluster -> cluster.name().equals(name))
        && node.currentState().filter(state -> state.isReplica().is(false)).isPresent();
  }

  private static Optional<InstanceAddress> address(String name) {
    try {
      return Optional.of(InstanceAddress.parse(name));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static OrchestratorException unknown(String name) {
    return new OrchestratorException(
        ErrorCode.UNKNOWN_INSTANCE,
        name,
        "There is no instance and no cluster %s.".formatted(name),
        Remedies.of(Acts.listClusters()).or(Acts.discover()));
  }
}
