package io.tutti.rollout.desk;

import io.tutti.analysis.AdviceCatalogue;
import io.tutti.analysis.SettingsAdvice;
import io.tutti.capability.Ports;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.OperationRunner;
import io.tutti.operation.parallelism.KnobCatalogues;
import io.tutti.plan.Claim;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationId;
import io.tutti.rollout.Rollout;
import io.tutti.rollout.RolloutPlanner;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutWorld;
import io.tutti.spi.FlavorProvider;
import io.tutti.topology.Cluster;
import io.tutti.topology.WorldView;
import io.tutti.tuning.Candidate;
import io.tutti.tuning.Tuning;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Plans rollouts by what is known now. Nothing is kept of it, and nothing is done. */
public final class RolloutDesk {
  private final Ports ports;
  private final OperationRunner runner;
  private final KnobCatalogues catalogues;
  private final AdviceCatalogue rules;

  public RolloutDesk(Ports ports, OperationRunner runner) {
    this.ports = ports;
    this.runner = runner;
    List<FlavorProvider> providers = ports.flavors().providers();
    this.catalogues = new KnobCatalogues(providers);
    this.rules = AdviceCatalogue.of(providers);
  }

  /**
   * @param others all other rollouts
   */
  public RolloutPlanner.Result plan(Rollout rollout, List<RolloutRun> others) {
    return RolloutPlanner.plan(rollout, world(others));
  }

  /**
   * @param others all other rollouts
   */
  public RolloutWorld world(List<RolloutRun> others) {
    WorldView view = ports.world().get();
    Map<InstanceAddress, OperationId> held = held(view);
    return new RolloutWorld(
        view,
        ports.clock().instant(),
        this::release,
        node -> SettingsAdvice.of(rules, view, node),
        this::found,
        ports.known().tags(),
        ports.known().aliases().get(),
        ports.flavors().providers().stream().map(FlavorProvider::id).collect(Collectors.toSet()),
        address -> Optional.ofNullable(held.get(view.topology().keptUnder(address))),
        others);
  }

  private Optional<RolloutWorld.Found> found(InstanceAddress replica) {
    return Tuning.newestOf(ports.stored().tunings().all(), replica)
        .map(tuning ->
            new RolloutWorld.Found(
                tuning.kept().map(Candidate::settings).orElseGet(TreeMap::new), tuning.because()));
  }

  private Optional<RolloutWorld.Release> release(InstanceState state) {
    return ports
        .flavors()
        .find(state.version().flavor())
        .map(provider ->
            new RolloutWorld.Release(
                catalogues.of(provider, state.version().version()),
                provider.replicationStatements(state.version().version())));
  }

  /** Which operation has a server for itself. */
  private Map<InstanceAddress, OperationId> held(WorldView view) {
    Map<InstanceAddress, OperationId> held = new HashMap<>();
    for (OperationId id : runner.holders()) {
      runner
          .find(id)
          .ifPresent(operation ->
              claimed(view, operation).forEach(address -> held.putIfAbsent(address, id)));
    }
    return held;
  }

  private static Collection<InstanceAddress> claimed(WorldView view, Operation operation) {
    return operation.plan().scope().claim() == Claim.TOPOLOGY
        ? view.topology()
            .findCluster(operation.plan().scope().cluster())
            .<Collection<InstanceAddress>>map(Cluster::members)
            .orElse(operation.plan().scope().instances())
        : operation.plan().scope().instances();
  }
}
