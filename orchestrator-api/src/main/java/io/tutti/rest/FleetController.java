package io.tutti.rest;

import io.tutti.api.ClusterView;
import io.tutti.api.DiscoveryBody;
import io.tutti.api.DiscoveryView;
import io.tutti.api.DiscoveryView.FailedInstance;
import io.tutti.api.ForgottenView;
import io.tutti.api.InstanceView;
import io.tutti.api.Items;
import io.tutti.api.TopologyView;
import io.tutti.discovery.DiscoveryReport;
import io.tutti.discovery.KnownTargets;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.store.Role;
import io.tutti.topology.Cluster;
import io.tutti.topology.Tag;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Clusters, instances, and how they come and go. */
@RestController
@RequestMapping("/api/v1")
class FleetController {
  private final Fleet fleet;
  private final KnownTargets targets;

  FleetController(Fleet fleet, KnownTargets targets) {
    this.fleet = fleet;
    this.targets = targets;
  }

  @GetMapping("/clusters")
  @Needs(Role.VIEWER)
  Items<ClusterView> clusters() {
    return new Items<>(fleet.views().clusters());
  }

  @GetMapping("/clusters/{cluster}")
  @Needs(Role.VIEWER)
  ClusterView cluster(@PathVariable String cluster) {
    Views views = fleet.views();
    return views.cluster(fleet.requireCluster(views.snapshot(), cluster));
  }

  @GetMapping("/clusters/{cluster}/topology")
  @Needs(Role.VIEWER)
  TopologyView topology(@PathVariable String cluster) {
    Views views = fleet.views();
    return views.topology(fleet.requireCluster(views.snapshot(), cluster));
  }

  @PostMapping("/discoveries")
  @Needs(Role.OPERATOR)
  DiscoveryView discover(@RequestBody DiscoveryBody request, Caller caller)
      throws InterruptedException {
    InstanceAddress seed = seed(request);
    DiscoveryReport report =
        await(
            caller.role().covers(Role.ADMIN)
                ? fleet.discovery().discover(seed, caller.name())
                : fleet.discovery().discoverUntrusted(seed, caller.name()));
    return new DiscoveryView(
        report.seed().toString(),
        fleet.discovery().snapshot().clusterOf(report.seed()).map(Cluster::name),
        report.reached().stream().map(InstanceAddress::toString).toList(),
        report.failed().entrySet().stream()
            .map(failed ->
                new FailedInstance(failed.getKey().toString(), InstanceViews.of(failed.getValue())))
            .toList(),
        report.reached().stream()
            .filter(each -> targets.find(each).isEmpty())
            .map(InstanceAddress::toString)
            .toList(),
        report.took().toMillis());
  }

  private static InstanceAddress seed(DiscoveryBody wanted) {
    boolean isOne = wanted.address().isPresent() != wanted.host().isPresent();
    if (!isOne || wanted.address().isPresent() && wanted.port().isPresent()) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          "discovery",
          "The request names no instance to begin with, or two.",
          List.of("send {\"host\":\"db7\",\"port\":3306} or {\"address\":\"db7:3306\"}"));
    }
    return wanted
        .address()
        .map(Fleet::parse)
        .orElseGet(() ->
            seed(wanted.host().orElseThrow(), wanted.port().orElse(InstanceAddress.DEFAULT_PORT)));
  }

  private static InstanceAddress seed(String host, int port) {
    try {
      return new InstanceAddress(host, port);
    } catch (IllegalArgumentException e) {
      throw new OrchestratorException(
          ErrorCode.INVALID_ADDRESS,
          host,
          "That is not the address of an instance: " + e.getMessage() + ".",
          List.of("send {\"host\":\"db7\",\"port\":3306}"),
          e);
    }
  }

  private static DiscoveryReport await(CompletableFuture<DiscoveryReport> report)
      throws InterruptedException {
    try {
      return report.get();
    } catch (ExecutionException e) {
      Throwable cause =
          e.getCause() instanceof CompletionException inner && inner.getCause() != null
              ? inner.getCause()
              : e.getCause();
      throw cause instanceof OrchestratorException known ? known : new IllegalStateException(cause);
    }
  }

  /**
   * @param tags NAME=VALUE; only those that have them all
   */
  @GetMapping("/instances")
  @Needs(Role.VIEWER)
  Items<InstanceView> instances(@RequestParam(name = "tag", defaultValue = "") List<String> tags) {
    List<Tag> wanted = tags.stream().map(LabelController::parse).toList();
    return new Items<>(
        fleet.views().instances().stream()
            .filter(instance ->
                wanted.stream()
                    .allMatch(tag -> tag.value().equals(instance.tags().get(tag.name()))))
            .toList());
  }

  @GetMapping("/instances/{instance}")
  @Needs(Role.VIEWER)
  InstanceView instance(@PathVariable String instance) {
    Views views = fleet.views();
    return views.instance(Fleet.requireNode(views.snapshot(), Fleet.parse(instance)), true);
  }

  @DeleteMapping("/instances/{instance}")
  @Needs(Role.OPERATOR)
  ForgottenView forget(@PathVariable String instance, Caller caller) {
    InstanceAddress address = Fleet.parse(instance);
    List<InstanceAddress> leading = fleet.discovery().forget(address, caller.name());
    return new ForgottenView(
        address.toString(), leading.stream().map(InstanceAddress::toString).toList());
  }
}
