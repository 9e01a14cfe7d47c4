package io.tutti.operation.fence;

import io.tutti.capability.Ports;
import io.tutti.crash.ProcessChange;
import io.tutti.discovery.FirstLook;
import io.tutti.discovery.FlavorCatalogue.Identified;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.model.ServerVersion;
import io.tutti.spi.Deadline;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.store.StartupObservations;
import io.tutti.topology.Node;
import io.tutti.topology.StartupObservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Sees to servers that were just connected to: fences again those that are to be fenced, and keeps
 * how those were that had just started, with what they were before.
 *
 * @param known what is known of a server, under whatever name
 * @param flavors the plugin of a flavor, by its id
 */
public record StartupWatch(
    FenceKeeper fences,
    StartupObservations startups,
    Function<InstanceAddress, Optional<Node>> known,
    Function<String, Optional<FlavorProvider>> flavors)
    implements FirstLook {
  /** One that runs longer may have been lifted, or shut, by somebody before it was seen. */
  private static final Duration JUST_STARTED = Duration.ofSeconds(15);

  /** A reading bears the moment at which it ended. */
  private static final Duration READING_MAX = Duration.ofSeconds(3);

  public static StartupWatch of(Ports ports) {
    return new StartupWatch(
        new FenceKeeper(
            ports.records().fences(),
            ports.stored().audit(),
            ports.clock(),
            address -> ports.topology().get().keptUnder(address)),
        ports.records().startups(),
        address -> ports.topology().get().find(address),
        ports.flavors()::find);
  }

  @Override
  public boolean at(InstanceAddress address, Identified server, Deadline deadline) {
    return fences.at(address, server, deadline);
  }

  @Override
  public Attention read(InstanceAddress address, InstanceState state) {
    return known.apply(address).map(node -> read(node, state)).orElse(Attention.USUAL);
  }

  /** Kept from its clients by us, or by itself when it starts. */
  private Attention read(Node node, InstanceState state) {
    if (fences.isFenced(node.address())) {
      return Attention.EACH_MOMENT;
    }
    List<FenceMeasure> measures = measures(state);
    SortedMap<String, String> shown = values(measures, state);
    if (!(state.startedAt() instanceof Observed.Known<ProcessStart>(ProcessStart start))
        || shown.size() < measures.size()) {
      return Attention.AGAIN;
    }
    if (!measures.isEmpty()) {
      seeStart(node, state, start, measures, shown);
    }
    return startups.find(node.address()).filter(StartupObservation::shut).isPresent()
        ? Attention.EACH_MOMENT
        : Attention.USUAL;
  }

  private void seeStart(
      Node node,
      InstanceState state,
      ProcessStart startedAt,
      List<FenceMeasure> measures,
      SortedMap<String, String> shown) {
    boolean shut =
        measures.stream().allMatch(each -> each.shut().equals(shown.get(each.variable())));
    if (!showsItsStart(node, state, startedAt, measures, shut)
        || wasSeen(node.address(), startedAt, shut)) {
      return;
    }
    startups.save(observation(node, measures, startedAt, shut, shown));
  }

  /** Not what somebody has set since, however soon; of what nobody has set the age is no matter. */
  private boolean showsItsStart(
      Node node,
      InstanceState state,
      ProcessStart startedAt,
      List<FenceMeasure> measures,
      boolean shut) {
    Observed<Boolean> isSetSince =
        state
            .settings()
            .setSinceStart()
            .map(set -> measures.stream().map(FenceMeasure::variable).anyMatch(set::contains));
    if (isSetSince.is(true)) {
      return false;
    }
    return isYoung(state)
        || (shut ? startedShutBefore(node.address(), startedAt) : isSetSince.is(false));
  }

  private static boolean isYoung(InstanceState state) {
    return state.uptime().map(uptime -> uptime.compareTo(JUST_STARTED) <= 0).is(true);
  }

  /** Then it starts so by itself, and whoever watched it was away when it did. */
  private boolean startedShutBefore(InstanceAddress instance, ProcessStart startedAt) {
    return startups
        .find(instance)
        .filter(StartupObservation::shut)
        .filter(observation ->
            ProcessChange.between(observation.startedAt(), startedAt) == ProcessChange.RESTARTED)
        .isPresent();
  }

  /**
   * Over an earlier connection, or by another name: what it is now is not how it started. One that
   * is shut may be another one that began in the same second.
   */
  private boolean wasSeen(InstanceAddress instance, ProcessStart startedAt, boolean shut) {
    return startups
        .find(instance)
        .filter(observation -> isOf(observation, startedAt, shut))
        .isPresent();
  }

  private static boolean isOf(
      StartupObservation observation, ProcessStart startedAt, boolean shut) {
    return switch (ProcessChange.between(observation.startedAt(), startedAt)) {
      case NONE -> !(observation.liftedAt().isPresent() && shut);
      case UNKNOWN -> !shut;
      case RESTARTED, OTHER_SERVER -> false;
    };
  }

  private List<FenceMeasure> measures(InstanceState state) {
    ServerVersion version = state.version().version();
    return flavors
        .apply(state.version().flavor())
        .map(provider -> provider.fencing(version).measures())
        .orElse(List.of());
  }

  /** Settings are read as numbers, and set as words. */
  private static SortedMap<String, String> values(
      List<FenceMeasure> measures, InstanceState state) {
    SortedMap<String, String> values = new TreeMap<>();
    for (FenceMeasure measure : measures) {
      state
          .settings()
          .text(measure.variable())
          .asOptional()
          .ifPresent(value -> values.put(measure.variable(), FencePlanner.asSwitch(value)));
    }
    return values;
  }

  /**
   * One that ended again before it was lifted, or before it was read after that, is what it was
   * before it ended first.
   */
  private StartupObservation observation(
      Node node,
      List<FenceMeasure> measures,
      ProcessStart startedAt,
      boolean shut,
      SortedMap<String, String> shown) {
    SortedMap<String, String> last =
        node.state().map(state -> values(measures, state)).orElseGet(TreeMap::new);
    Optional<StartupObservation> earlier =
        startups
            .find(node.address())
            .filter(
                observation -> observation.isWaiting() || wasReadBeforeTheLift(node, observation));
    return new StartupObservation(
        node.address(),
        startedAt,
        shut,
        shown,
        earlier.map(StartupObservation::before).orElse(last),
        earlier
            .map(StartupObservation::ran)
            .orElseGet(() -> node.state().map(StartupWatch::ran).orElse(List.of())),
        Optional.empty(),
        Optional.empty());
  }

  /** Of one that was killed soon after it was lifted the last reading shows it shut, or half so. */
  private static boolean wasReadBeforeTheLift(Node node, StartupObservation observation) {
    return observation.shut()
        && node.state()
            .map(InstanceState::observedAt)
            .filter(observation.liftedAt().orElseThrow().plus(READING_MAX)::isBefore)
            .isEmpty();
  }

  private static List<StartupObservation.Ran> ran(InstanceState last) {
    List<StartupObservation.Ran> ran = new ArrayList<>();
    for (Channel channel : last.knownChannels()) {
      ReplicationThread.EACH.stream()
          .filter(thread -> thread.runsIn(channel))
          .forEach(thread -> ran.add(new StartupObservation.Ran(channel.name(), thread)));
    }
    return ran;
  }
}
