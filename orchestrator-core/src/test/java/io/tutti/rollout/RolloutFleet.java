package io.tutti.rollout;

import io.tutti.analysis.AdviceCatalogue;
import io.tutti.analysis.SettingsAdvice;
import io.tutti.fixtures.FakeFlavor;
import io.tutti.fixtures.FakeStatements;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.plan.OperationId;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.advice.Advice;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.AdviceRule;
import io.tutti.spi.knob.AppliesWhen;
import io.tutti.spi.knob.Dated;
import io.tutti.spi.knob.Knob;
import io.tutti.spi.knob.KnobCatalogue;
import io.tutti.spi.knob.KnobKind;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.topology.ClusterAliases;
import io.tutti.topology.Records;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Made-up servers of two flavors, for the planner of rollouts. */
final class RolloutFleet {
  static final String SECOND = "test-2";

  private static final Knob WORKERS =
      Knob.declare("workers")
          .alsoKnownAs("threads")
          .takes(KnobKind.number(0, 64))
          .byDefault("0")
          .applies(AppliesWhen.NEXT_APPLIER_START)
          .persistable(Dated.of(true))
          .as("Threads.");
  private static final Knob MODE =
      Knob.declare("mode")
          .takes(KnobKind.choice("A", "B"))
          .byDefault("A")
          .applies(AppliesWhen.APPLIER_STOPPED)
          .as("Kind.");
  private static final Knob GROUPS =
      Knob.declare("groups")
          .takes(KnobKind.number(0, 100))
          .byDefault("0")
          .applies(AppliesWhen.LIVE)
          .ofPrimary()
          .as("Groups.");

  /** The second has the same and one more. */
  private static final Map<String, FlavorProvider> FLAVORS =
      Map.of(
          FakeFlavor.ID,
          new Flavor(FakeFlavor.ID, List.of(WORKERS, GROUPS)),
          SECOND,
          new Flavor(SECOND, List.of(WORKERS, GROUPS, MODE)));

  private final Map<InstanceAddress, RolloutWorld.Found> found = new TreeMap<>();
  private final Map<String, States> servers = new TreeMap<>();
  private final Map<InstanceAddress, SortedMap<String, String>> tags = new HashMap<>();
  private final Map<InstanceAddress, OperationId> operations = new HashMap<>();
  private final List<RolloutRun> others = new ArrayList<>();
  private UnaryOperator<Records> records = kept -> kept;

  private static final class Flavor extends FakeFlavor {
    private final List<Knob> knobs;

    Flavor(String id, List<Knob> knobs) {
      super(id, Set.of());
      this.knobs = knobs;
      saying(
          new FakeStatements() {
            @Override
            public List<String> set(KnobSetting setting) {
              return List.of("SET GLOBAL " + setting);
            }

            @Override
            public Optional<String> persist(KnobSetting setting) {
              return Optional.of("SET PERSIST " + setting);
            }
          });
    }

    @Override
    public List<Knob> declaredKnobs() {
      return knobs;
    }

    @Override
    public List<AdviceRule> advice() {
      return List.of(
          AdviceRule.of(
              AdviceCode.WRITESETS_NOT_USABLE,
              situation ->
                  situation.server().settings().text("workers").is("0")
                      ? Observed.known(
                          Advice.of("It applies one by one.", "more workers")
                              .setting("workers", 4, "It costs memory."))
                      : Observed.absent("it has workers")));
    }
  }

  /** A cluster: the first is its source, {@code b<a} replicates from another one. */
  static RolloutFleet of(String... servers) {
    RolloutFleet fleet = new RolloutFleet();
    for (String each : servers) {
      fleet.with(each, state -> state);
    }
    return fleet;
  }

  /**
   * @param server {@code a:1}, or {@code b:1<a:1} when it replicates
   */
  RolloutFleet with(String server, UnaryOperator<States> showing) {
    String[] names = server.split("<");
    States state = States.of(names[0]).setting("workers", "0").setting("groups", "0");
    servers.put(
        names[0], showing.apply(names.length == 2 ? state.replicatesFrom(names[1]) : state));
    return this;
  }

  RolloutFleet tagged(String server, String name, String value) {
    tags.computeIfAbsent(InstanceAddress.parse(server), first -> new TreeMap<>()).put(name, value);
    return this;
  }

  RolloutFleet actedOn(String server, String operation) {
    operations.put(InstanceAddress.parse(server), new OperationId(operation));
    return this;
  }

  RolloutFleet keeping(UnaryOperator<Records> more) {
    UnaryOperator<Records> before = records;
    records = kept -> more.apply(before.apply(kept));
    return this;
  }

  RolloutFleet beside(RolloutRun other) {
    others.add(other);
    return this;
  }

  /** What was found best for a replica. */
  RolloutFleet found(String address, Map<String, String> settings) {
    found.put(
        InstanceAddress.parse(address),
        new RolloutWorld.Found(new TreeMap<>(settings), "measured on it"));
    return this;
  }

  RolloutWorld world() {
    WorldView view =
        States.world(
                servers.values().stream()
                    .map(States::reached)
                    .toArray(io.tutti.topology.Node[]::new))
            .with(records);
    AdviceCatalogue rules = AdviceCatalogue.of(List.copyOf(FLAVORS.values()));
    return new RolloutWorld(
        view,
        States.NOW,
        RolloutFleet::release,
        node -> SettingsAdvice.of(rules, view, node),
        address -> Optional.ofNullable(found.get(address)),
        address -> tags.getOrDefault(address, new TreeMap<>()),
        new ClusterAliases(new TreeMap<>(Map.of("shop", "a:1"))),
        FLAVORS.keySet(),
        address -> Optional.ofNullable(operations.get(address)),
        others);
  }

  private static Optional<RolloutWorld.Release> release(InstanceState state) {
    Map<String, List<Knob>> knobs = new TreeMap<>();
    FLAVORS.forEach((id, flavor) -> knobs.put(id, flavor.declaredKnobs()));
    return Optional.ofNullable(FLAVORS.get(state.version().flavor()))
        .map(flavor -> {
          KnobCatalogue catalogue = flavor.knobs(state.version().version()).besides(knobs);
          return new RolloutWorld.Release(
              catalogue, flavor.replicationStatements(state.version().version()));
        });
  }

  static List<InstanceAddress> addresses(String... texts) {
    return Arrays.stream(texts).map(InstanceAddress::parse).toList();
  }
}
