package io.tutti.world;

import io.tutti.analysis.Analysis;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.store.KeptSettings;
import io.tutti.topology.Circumstances;
import io.tutti.topology.Cluster;
import io.tutti.topology.DesiredSetting;
import io.tutti.topology.Node;
import io.tutti.topology.Records;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The one supplier of what is known.
 *
 * <ol>
 *   <li>A view holds all readings and all records so far; while neither has changed it is the same
 *       one.
 *   <li>The rules run once over what they look at in a cluster, whoever asks first: nobody's
 *       question makes them run again over what they have seen.
 * </ol>
 *
 * <p>Safe to call from any thread.
 */
public final class World {
  private final Supplier<TopologySnapshot> topology;
  private final KeptRecords kept;
  private final BiFunction<InstanceState, KeptSettings.Kept, List<DesiredSetting>> spelling;
  private final Supplier<Circumstances> circumstances;
  private final Judgements judgements;
  private final Map<InstanceAddress, Spelled> spelled = new HashMap<>();
  private long version = -1;
  private Optional<JudgedWorld> latest = Optional.empty();

  /** Settings to be kept, as a server of that release spells them. */
  private record Spelled(KeptSettings.Kept kept, String release, List<DesiredSetting> settings) {}

  /** What judges, and since when what it finds is there. */
  public record Rules(Analysis analysis, SinceWhen sinceWhen) {
    /** Nothing is known of earlier controllers. */
    public static Rules of(Analysis analysis) {
      return new Rules(analysis, SinceWhen.forgetful());
    }
  }

  /**
   * @param topology the same object again while nothing was observed
   * @param spelling how a server spells settings that are to be kept
   */
  public World(
      Supplier<TopologySnapshot> topology,
      KeptRecords kept,
      BiFunction<InstanceState, KeptSettings.Kept, List<DesiredSetting>> spelling,
      Rules rules,
      InstantSource clock) {
    this(topology, kept, spelling, () -> Circumstances.NOTHING, rules, clock);
  }

  /**
   * @param circumstances what people said; equal to the last one while nothing of it has changed
   */
  public World(
      Supplier<TopologySnapshot> topology,
      KeptRecords kept,
      BiFunction<InstanceState, KeptSettings.Kept, List<DesiredSetting>> spelling,
      Supplier<Circumstances> circumstances,
      Rules rules,
      InstantSource clock) {
    this.topology = topology;
    this.kept = kept;
    this.spelling = spelling;
    this.circumstances = circumstances;
    this.judgements = new Judgements(rules.analysis(), rules.sinceWhen(), clock);
  }

  /** What is known now: for planners and policies. */
  public WorldView view() {
    return judged().view();
  }

  /** What is known now, with what the rules say of it: for people. */
  public synchronized JudgedWorld judged() {
    // Before what it counts is read: a change in between is seen again the next time.
    long counted = kept.version();
    Circumstances now = circumstances.get();
    TopologySnapshot observed = topology.get();
    Optional<JudgedWorld> same =
        latest
            .filter(world -> world.view().topology() == observed && version == counted)
            .filter(world -> world.view().circumstances().equals(now));
    if (same.isPresent()) {
      return same.get();
    }
    JudgedWorld next =
        new JudgedWorld(
            new WorldView(observed, records(observed), now),
            latest.map(world -> world.number() + 1).orElse(1L),
            judgements,
            kept.silences().all());
    version = counted;
    latest = Optional.of(next);
    return next;
  }

  private Records records(TopologySnapshot observed) {
    Map<InstanceAddress, List<DesiredSetting>> desired = new HashMap<>();
    Map<InstanceAddress, KeptSettings.Kept> settings = kept.settingsNow();
    spelled.keySet().retainAll(settings.keySet());
    settings.forEach((address, what) ->
        observed
            .find(address)
            .flatMap(Node::state)
            .ifPresent(state -> desired.put(state.address(), spell(address, state, what))));
    return kept.records().withDesired(desired);
  }

  private List<DesiredSetting> spell(
      InstanceAddress address, InstanceState state, KeptSettings.Kept what) {
    String release = state.version().toString();
    Spelled known = spelled.get(address);
    if (known == null || !known.kept().equals(what) || !known.release().equals(release)) {
      known = new Spelled(what, release, spelling.apply(state, what));
      spelled.put(address, known);
    }
    return known.settings();
  }

  /** Judges what has changed, so that it is known since when; forgets clusters that are no more. */
  JudgedWorld judgeAll() {
    JudgedWorld world = judged();
    world.findingsByCluster();
    judgements.keepOnly(
        world.view().topology().clusters().stream()
            .map(Cluster::name)
            .collect(Collectors.toUnmodifiableSet()));
    return world;
  }
}
