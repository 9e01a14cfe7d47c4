package io.tutti.rest;

import io.tutti.api.CandidateBody;
import io.tutti.api.CandidateView;
import io.tutti.api.FailoverHoldView;
import io.tutti.api.Items;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.promotion.PromotionRules;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.store.Role;
import io.tutti.topology.Candidacy;
import io.tutti.topology.Cluster;
import io.tutti.topology.FailoverHold;
import io.tutti.topology.TopologySnapshot;
import io.tutti.world.PromotionDesk;
import java.time.Instant;
import java.util.List;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Whom people want promoted, and which clusters do not fail over by themselves for a while. */
@RestController
@RequestMapping("/api/v1")
class CandidateController {
  private final Operations operations;
  private final Fleet fleet;
  private final PromotionDesk desk;

  CandidateController(Operations operations, Fleet fleet) {
    this.operations = operations;
    this.fleet = fleet;
    this.desk = new PromotionDesk(operations.ports().records(), fleet.audit(), fleet.clock());
  }

  @GetMapping("/candidates")
  @Needs(Role.VIEWER)
  Items<CandidateView> candidates() {
    Instant now = fleet.clock().instant();
    return Itemized.of(
        operations.ports().records().candidacies().all().stream()
            .filter(each -> !each.isOver(now))
            .toList(),
        CandidateController::view);
  }

  @PostMapping("/instances/{instance}/candidate")
  @Needs(Role.OPERATOR)
  CandidateView candidate(
      @PathVariable String instance, @RequestBody CandidateBody wanted, Caller caller) {
    if (!PromotionRules.Wish.isWord(wanted.wish())) {
      throw Extents.refusal(
          "wish",
          "\"%s\" is not known. Nothing was changed.".formatted(wanted.wish()),
          "send prefer, neutral or must_not");
    }
    Candidacy candidacy =
        new Candidacy(
            fleet.addressOf(instance),
            wanted.wish(),
            wanted.owner().orElse(caller.name()),
            Extents.reason(caller),
            caller.name(),
            fleet.clock().instant(),
            wanted.ttl().map(ttl -> Extents.until(fleet, ttl)));
    desk.wish(candidacy);
    return view(candidacy);
  }

  @DeleteMapping("/instances/{instance}/candidate")
  @Needs(Role.OPERATOR)
  Items<CandidateView> endCandidate(@PathVariable String instance, Caller caller) {
    InstanceAddress named = Fleet.parse(instance);
    InstanceAddress address = fleet.world().view().topology().keptUnder(named);
    if (!desk.end(address, caller.name()) && !desk.end(named, caller.name())) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          instance,
          "Nobody has said whether %s is to be promoted.".formatted(instance),
          List.of("\"tutti candidate\" lists what was said"));
    }
    return candidates();
  }

  @GetMapping("/failover-holds")
  @Needs(Role.VIEWER)
  Items<FailoverHoldView> failoverHolds() {
    return Itemized.of(desk.holds(), CandidateController::view);
  }

  @DeleteMapping("/clusters/{cluster}/failover-hold")
  @Needs(Role.OPERATOR)
  Items<FailoverHoldView> releaseHold(@PathVariable String cluster, Caller caller) {
    TopologySnapshot topology = fleet.world().view().topology();
    Cluster named = fleet.requireCluster(topology, cluster);
    List<FailoverHold> holds = desk.holdsOf(topology, named);
    if (holds.isEmpty()) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          named.name(),
          "The cluster %s is not in hold.".formatted(named.name()),
          List.of("\"tutti hold list\" shows those that are"));
    }
    holds.forEach(hold -> desk.release(hold, caller.name(), caller.reason().orElse("Asked for.")));
    return failoverHolds();
  }

  private static FailoverHoldView view(FailoverHold hold) {
    return new FailoverHoldView(
        hold.cluster(),
        hold.lost().toString(),
        hold.isIntermediate(),
        hold.members().stream().map(InstanceAddress::toString).toList(),
        hold.since(),
        hold.until());
  }

  private static CandidateView view(Candidacy candidacy) {
    return new CandidateView(
        candidacy.instance().toString(),
        candidacy.wish(),
        candidacy.owner(),
        candidacy.reason(),
        candidacy.by(),
        candidacy.since(),
        candidacy.until());
  }
}
