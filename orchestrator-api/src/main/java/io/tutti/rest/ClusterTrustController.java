package io.tutti.rest;

import io.tutti.api.ClusterTrustBody;
import io.tutti.api.Items;
import io.tutti.api.KnownView;
import io.tutti.api.KnownView.KeysView;
import io.tutti.api.MemberTrustView;
import io.tutti.discovery.KnownTargets;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.server.AtOnce;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.spi.Deadline;
import io.tutti.store.Role;
import io.tutti.topology.Cluster;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Which servers of a cluster are trusted, and all of them trusted at once. */
@RestController
@RequestMapping("/api/v1/clusters/{cluster}/trust")
class ClusterTrustController {
  private static final Duration LOOK_MAX = Duration.ofSeconds(5);

  private final Fleet fleet;
  private final KnownTargets targets;

  ClusterTrustController(Fleet fleet, KnownTargets targets) {
    this.fleet = fleet;
    this.targets = targets;
  }

  /** Each that is not trusted is asked what it shows. */
  @GetMapping
  @Needs(Role.OPERATOR)
  Items<MemberTrustView> show(@PathVariable String cluster) {
    List<InstanceAddress> members = members(cluster);
    return new Items<>(members.isEmpty() ? List.of() : AtOnce.each(members, this::look));
  }

  private MemberTrustView look(InstanceAddress member) {
    Optional<KnownView> known = targets.find(member).map(TrustController::known);
    if (known.isPresent()) {
      return new MemberTrustView(member.toString(), known, Optional.empty(), Optional.empty());
    }
    try {
      KeysView shows = TrustController.keys(targets.look(member, Deadline.after(LOOK_MAX)));
      return new MemberTrustView(member.toString(), known, Optional.of(shows), Optional.empty());
    } catch (OrchestratorException e) {
      return failed(member, e);
    }
  }

  /** Those that are named, or all that nobody has trusted yet; one that fails stops no other. */
  @PostMapping
  @Needs(Role.ADMIN)
  Items<MemberTrustView> trust(
      @PathVariable String cluster, @RequestBody ClusterTrustBody request, Caller caller) {
    List<InstanceAddress> members = members(cluster);
    List<InstanceAddress> wanted =
        request
            .servers()
            .map(names -> names.stream().map(name -> member(name, cluster, members)).toList())
            .orElseGet(
                () -> members.stream().filter(each -> targets.find(each).isEmpty()).toList());
    return new Items<>(
        wanted.isEmpty() ? List.of() : AtOnce.each(wanted, each -> trust(each, caller.name())));
  }

  private MemberTrustView trust(InstanceAddress member, String by) {
    try {
      KnownView known =
          TrustController.known(
              targets.trust(member, Optional.empty(), by, Deadline.after(LOOK_MAX)));
      return new MemberTrustView(
          member.toString(), Optional.of(known), Optional.of(known.keys()), unread(member));
    } catch (OrchestratorException e) {
      return failed(member, e);
    }
  }

  private Optional<String> unread(InstanceAddress member) {
    try {
      return TrustController.contact(fleet, member)
          ? Optional.empty()
          : Optional.of("it still could not be read");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("nobody waited for its reading");
    }
  }

  private static MemberTrustView failed(InstanceAddress member, OrchestratorException why) {
    return new MemberTrustView(
        member.toString(), Optional.empty(), Optional.empty(), Optional.of(why.observed()));
  }

  private List<InstanceAddress> members(String name) {
    TopologySnapshot snapshot = fleet.discovery().snapshot();
    Cluster cluster = fleet.requireCluster(snapshot, name);
    return cluster.members().stream().sorted().toList();
  }

  private InstanceAddress member(String name, String cluster, List<InstanceAddress> members) {
    InstanceAddress address = fleet.discovery().snapshot().keptUnder(Fleet.parse(name));
    if (!members.contains(address)) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          name,
          "%s is no server of the cluster %s. Nothing was changed.".formatted(address, cluster),
          Remedies.of(Acts.showTopology(cluster)).or(Acts.trust(address)));
    }
    return address;
  }
}
