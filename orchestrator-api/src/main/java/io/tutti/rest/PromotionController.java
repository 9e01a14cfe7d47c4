package io.tutti.rest;

import io.tutti.api.FailoverBody;
import io.tutti.api.SwitchoverBody;
import io.tutti.detection.SourceRole;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.promotion.Carry;
import io.tutti.operation.promotion.FailoverRequest;
import io.tutti.operation.promotion.Leave;
import io.tutti.operation.promotion.SwitchoverRequest;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.store.Role;
import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Lets replicas take the place of the sources of clusters. */
@RestController
@RequestMapping("/api/v1")
class PromotionController {
  /** Longer, and whoever waits for it has forgotten it. */
  private static final Duration WAIT_MAX = Duration.ofHours(1);

  private final Operations operations;
  private final Fleet fleet;

  PromotionController(Operations operations, Fleet fleet) {
    this.operations = operations;
    this.fleet = fleet;
  }

  @PostMapping("/clusters/{cluster}:switchover")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> switchover(
      @PathVariable String cluster,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody(required = false) Optional<SwitchoverBody> how) {
    SwitchoverBody wanted = how.orElse(SwitchoverBody.NONE);
    return operations.carryOut(
        new SwitchoverRequest(
                source(cluster),
                wanted.to().map(Fleet::parse),
                wait("grace", wanted.grace(), SwitchoverRequest.GRACE),
                wait("catchUpMax", wanted.catchUpMax(), SwitchoverRequest.CATCH_UP),
                carry(wanted.carry()),
                leave(wanted.leave()),
                wanted.accountUnproved().orElse(false))
            .toGoal(),
        caller,
        key,
        wanted.dryRun().orElse(false));
  }

  private static List<Carry> carry(Optional<List<String>> names) {
    return names.orElse(List.of()).stream().map(PromotionController::carry).toList();
  }

  private static Carry carry(String name) {
    return Arrays.stream(Carry.values())
        .filter(each -> each.name().equalsIgnoreCase(name.strip()))
        .findFirst()
        .orElseThrow(() ->
            new OrchestratorException(
                ErrorCode.INVALID_REQUEST,
                "",
                "\"%s\" is nothing that goes over to another source. Nothing was changed."
                    .formatted(name),
                Remedies.of("name settings, events, or both")));
  }

  private static List<Leave> leave(Optional<List<String>> names) {
    return names.orElse(List.of()).stream().map(PromotionController::leave).toList();
  }

  private static Leave leave(String name) {
    return Arrays.stream(Leave.values())
        .filter(each -> each.name().equalsIgnoreCase(name.strip()))
        .findFirst()
        .orElseThrow(() ->
            new OrchestratorException(
                ErrorCode.INVALID_REQUEST,
                "",
                "\"%s\" is nothing that can be left. Nothing was changed.".formatted(name),
                Remedies.of("name events, acks, or both")));
  }

  @PostMapping("/clusters/{cluster}:failover")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> failover(
      @PathVariable String cluster,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody(required = false) Optional<FailoverBody> how) {
    FailoverBody wanted = how.orElse(FailoverBody.NONE);
    return operations.carryOut(
        new FailoverRequest(
                source(cluster),
                wanted.to().map(Fleet::parse),
                wanted.atLeast().map(PromotionController::gtids),
                wanted.force().orElse(false)
                    ? Optional.of(why(cluster, wanted, caller))
                    : Optional.empty())
            .carrying(carry(wanted.carry()))
            .leaving(leave(wanted.leave()))
            .toGoal(),
        caller,
        key,
        wanted.dryRun().orElse(false));
  }

  /**
   * Whoever is named by its address and has replicas: a dead source whose cluster's name went with
   * another one, an intermediate source, or a co-primary. Else the one member that the others
   * replicate from, directly or not.
   */
  private InstanceAddress source(String name) {
    TopologySnapshot snapshot = fleet.world().view().topology();
    Optional<InstanceAddress> named =
        snapshot.nodes().keySet().stream()
            .filter(each -> each.toString().equals(name))
            .filter(each -> !snapshot.linksTo(each).isEmpty())
            .findFirst();
    if (named.isPresent()) {
      return named.get();
    }
    Cluster cluster = fleet.requireCluster(snapshot, name);
    List<InstanceAddress> heads = sources(snapshot, cluster);
    if (heads.size() != 1) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          cluster.name(),
          "The cluster %s has %s: which of them gives its place away is not known."
              .formatted(
                  cluster.name(), heads.isEmpty() ? "no source" : "more than one source, " + heads),
          Remedies.of(Acts.showTopology(cluster.name())));
    }
    return heads.getFirst();
  }

  /** Of a ring those that take writes, or did when they were read last. */
  private static List<InstanceAddress> sources(TopologySnapshot snapshot, Cluster cluster) {
    boolean isRing = cluster.heads().stream().allMatch(each -> !snapshot.linksOf(each).isEmpty());
    return isRing
        ? cluster.members().stream()
            .filter(each -> SourceRole.of(snapshot, each) == SourceRole.CO_PRIMARY)
            .filter(each ->
                snapshot
                    .find(each)
                    .flatMap(Node::state)
                    .filter(state -> state.writeProtection().acceptsWrites().is(true))
                    .isPresent())
            .toList()
        : cluster.heads();
  }

  private static Duration wait(String field, Optional<Duration> wanted, Duration usual) {
    Duration wait = wanted.orElse(usual);
    if (wait.isNegative() || wait.isZero() || wait.compareTo(WAIT_MAX) > 0) {
      throw invalid(
          field, "%s is %s; it is more than nothing, and PT1H at most.".formatted(field, wait));
    }
    return wait;
  }

  private static String gtids(String text) {
    try {
      return GtidSet.parse(text).toString();
    } catch (IllegalArgumentException e) {
      throw invalid("atLeast", "atLeast is no GTID set: " + e.getMessage() + ".");
    }
  }

  private static String why(String cluster, FailoverBody wanted, Caller caller) {
    if (!caller.role().covers(Role.ADMIN)) {
      throw new OrchestratorException(
          ErrorCode.FORBIDDEN,
          cluster,
          "A failover by force, which may lose transactions, needs a token of an admin.",
          List.of("ask without force, which proves first that nothing is lost"));
    }
    return wanted
        .why()
        .filter(text -> !text.isBlank())
        .orElseThrow(() -> invalid("why", "A failover by force needs a reason."));
  }

  private static OrchestratorException invalid(String field, String observed) {
    return new OrchestratorException(
        ErrorCode.INVALID_REQUEST, field, observed, List.of("see " + AboutController.OPENAPI));
  }
}
