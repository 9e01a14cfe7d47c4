package io.tutti.operation.parallelism;

import io.tutti.capability.Ports;
import io.tutti.discovery.FlavorCatalogue;
import io.tutti.error.OrchestratorException;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.Deadline;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.KnobRole;
import io.tutti.spi.knob.ServerKnob;
import io.tutti.store.KeptSettings;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The parallel settings of two servers that change their roles: each gets what the other one had in
 * the role that it takes ({@link SettingsExchange}).
 */
public final class SettingsOfRoles {
  private final ParallelismEnvironment environment;
  private final FlavorCatalogue flavors;

  private SettingsOfRoles(ParallelismEnvironment environment, FlavorCatalogue flavors) {
    this.environment = environment;
    this.flavors = flavors;
  }

  /**
   * One of the two.
   *
   * @param channel over which it replicates, or will
   */
  public record Place(InstanceAddress address, Channel channel) {}

  /**
   * What comes of it.
   *
   * @param steps that do it once the roles are changed
   * @param notes what people should know of what stays
   */
  public record Carried(List<PlannedStep> steps, List<String> notes) {
    public static final Carried NOTHING = new Carried(List.of(), List.of());

    public Carried {
      steps = List.copyOf(steps);
      notes = List.copyOf(notes);
    }
  }

  public static SettingsOfRoles of(Ports ports) {
    return new SettingsOfRoles(ParallelismEnvironment.of(ports), ports.flavors());
  }

  /**
   * @param serves whether replicas stay below the old source: then it keeps what it has for them
   * @throws OrchestratorException where the account may not set one of them, or a server would not
   *     take one
   */
  public Carried plan(Place old, Place next, boolean serves, Deadline deadline) {
    SettingsExchange.Side source = read(old, deadline);
    SettingsExchange.Side replica = read(next, deadline);
    Set<KnobRole> ofReplica = serves ? EnumSet.of(KnobRole.REPLICA) : EnumSet.allOf(KnobRole.class);
    List<SettingsExchange> both =
        List.of(
            new SettingsExchange(source, replica, EnumSet.of(KnobRole.PRIMARY)),
            new SettingsExchange(replica, source, ofReplica));
    List<PlannedStep> steps = new ArrayList<>();
    for (SettingsExchange each : both) {
      ReplicaPlan plan = each.plan();
      if (!plan.changes().isEmpty()) {
        requirePrivileges(plan, deadline);
        steps.add(step(plan));
      }
    }
    return new Carried(Plan.together("settings", steps), SettingsExchange.notes(both));
  }

  /**
   * What who takes the place of a dead source gets of that, as both were read last. Nobody is asked
   * for it: whether the account may set it, and the server takes it, is seen when it is tried.
   *
   * @param channel over which that one replicated
   * @throws OrchestratorException where values do not fit each other
   */
  public Carried planOfLost(InstanceState lost, InstanceState next, Channel channel) {
    SettingsExchange exchange =
        new SettingsExchange(
            seen(lost, channel), seen(next, channel), EnumSet.of(KnobRole.PRIMARY));
    ReplicaPlan plan = exchange.plan();
    return new Carried(
        plan.changes().isEmpty() ? List.of() : List.of(step(plan)),
        SettingsExchange.notes(List.of(exchange)));
  }

  private SettingsExchange.Side seen(InstanceState state, Channel channel) {
    ReplicaPlan.Facts facts = facts(flavors.find(state.version().flavor()).orElseThrow(), state);
    Map<ServerKnob, KnobReading> readings = new LinkedHashMap<>();
    for (ServerKnob knob : facts.catalogue().knobs()) {
      if (SettingsExchange.mayGo(knob) && knob.role() == KnobRole.PRIMARY) {
        state
            .settings()
            .text(knob.serverName())
            .asOptional()
            .map(value -> knob.kind().normalise(value).orElse(value))
            .ifPresent(value -> readings.put(knob, new KnobReading(value, kept(state, knob))));
      }
    }
    return side(state, facts, channel, readings);
  }

  private SettingsExchange.Side side(
      InstanceState state,
      ReplicaPlan.Facts facts,
      Channel channel,
      Map<ServerKnob, KnobReading> readings) {
    return new SettingsExchange.Side(
        state.withChannels(List.of(channel)),
        facts,
        channel,
        environment.kept().load(state.address()).withoutProcess(),
        readings);
  }

  private static Observed<String> kept(InstanceState state, ServerKnob knob) {
    return state
        .settings()
        .persisted()
        .flatMap(all ->
            Optional.ofNullable(all.get(knob.serverName()))
                .map(Observed::known)
                .orElseGet(() -> Observed.absent("the server keeps none")));
  }

  private ReplicaPlan.Facts facts(FlavorProvider provider, InstanceState state) {
    return new ReplicaPlan.Facts(
        environment.catalogues().of(provider, state.version().version()),
        provider.replicationStatements(state.version().version()),
        provider.capabilities());
  }

  private SettingsExchange.Side read(Place place, Deadline deadline) {
    try (Session session = environment.servers().open(place.address(), deadline)) {
      InstanceState state = session.read(deadline);
      ReplicaPlan.Facts facts = facts(session.provider(), state);
      Map<ServerKnob, KnobReading> readings = new LinkedHashMap<>();
      for (ServerKnob knob : facts.catalogue().knobs()) {
        if (SettingsExchange.mayGo(knob)) {
          readings.put(
              knob,
              session
                  .control()
                  .read(knob, SettingsExchange.channelOf(knob, place.channel()), deadline));
        }
      }
      return side(state, facts, place.channel(), readings);
    }
  }

  private void requirePrivileges(ReplicaPlan plan, Deadline deadline) {
    try (Session session = environment.servers().open(plan.address(), deadline)) {
      session.control().requirePrivileges(plan.needs(), deadline);
    }
  }

  private static PlannedStep step(ReplicaPlan plan) {
    PlannedStep change = plan.changeStep();
    KeptSettings.Settings kept =
        ParallelismPlanner.keptAfterApply(
            ParallelismRequest.apply(List.of(plan.address()), new TreeMap<>(), false), plan);
    return change
        .withKind(CarryStep.KIND)
        .withWork(new CarryStep.Work(change.work(ChangeStep.Work.class), kept));
  }
}
