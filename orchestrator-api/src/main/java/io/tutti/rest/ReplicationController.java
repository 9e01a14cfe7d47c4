package io.tutti.rest;

import io.tutti.api.ReplicationBody;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.relocation.ChannelRequest;
import io.tutti.operation.relocation.JoinRequest;
import io.tutti.plan.Goal;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.store.Role;
import io.tutti.topology.ReplicationLink;
import java.util.List;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Begins, stops and starts the replication of servers. */
@RestController
@RequestMapping("/api/v1/instances")
class ReplicationController {
  private final Operations operations;
  private final Fleet fleet;

  ReplicationController(Operations operations, Fleet fleet) {
    this.operations = operations;
    this.fleet = fleet;
  }

  @PostMapping("/{instance}:detach")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> detach(
      @PathVariable String instance,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody(required = false) Optional<ReplicationBody> how) {
    ReplicationBody wanted = how.orElse(ReplicationBody.NONE);
    return carryOut(
        new ChannelRequest(fleet.addressOf(instance), wanted.channel()).toDetach(),
        caller,
        key,
        wanted);
  }

  @PostMapping("/{instance}:attach")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> attach(
      @PathVariable String instance,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody(required = false) Optional<ReplicationBody> how) {
    ReplicationBody wanted = how.orElse(ReplicationBody.NONE);
    return carryOut(
        new ChannelRequest(fleet.addressOf(instance), wanted.channel()).toAttach(),
        caller,
        key,
        wanted);
  }

  @PostMapping("/{instance}:replicate")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> replicate(
      @PathVariable String instance,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody ReplicationBody wanted) {
    String from =
        wanted
            .from()
            .orElseThrow(() ->
                new OrchestratorException(
                    ErrorCode.INVALID_REQUEST,
                    "from",
                    "From which server it is to replicate is not said.",
                    List.of("see " + AboutController.OPENAPI)));
    return carryOut(
        new JoinRequest(
                fleet.addressOf(instance),
                fleet.addressOf(from),
                false,
                wanted.accountUnproved().orElse(false))
            .toGoal(),
        caller,
        key,
        wanted);
  }

  /** The instance is the replica: its source is to replicate from it. */
  @PostMapping("/{instance}:co-primary")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> coPrimary(
      @PathVariable String instance,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody(required = false) Optional<ReplicationBody> how) {
    InstanceAddress replica = fleet.addressOf(instance);
    List<InstanceAddress> sources =
        fleet.world().view().topology().linksOf(replica).stream()
            .map(ReplicationLink::source)
            .distinct()
            .toList();
    if (sources.size() != 1) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          replica.toString(),
          "%s replicates from %s: a co-primary replicates from one server."
              .formatted(replica, sources.isEmpty() ? "nobody" : sources),
          List.of("name a server that replicates from the one that is to replicate from it"));
    }
    ReplicationBody wanted = how.orElse(ReplicationBody.NONE);
    return carryOut(
        new JoinRequest(sources.getFirst(), replica, true, wanted.accountUnproved().orElse(false))
            .toGoal(),
        caller,
        key,
        wanted);
  }

  private ResponseEntity<Object> carryOut(
      Goal goal, Caller caller, Optional<String> key, ReplicationBody wanted) {
    return operations.carryOut(goal, caller, key, wanted.dryRun().orElse(false));
  }
}
