package io.tutti.operation.parallelism;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.ThreadState;
import io.tutti.operation.server.Lacking;
import io.tutti.plan.Effect;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.Capability;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.knob.AppliesWhen;
import io.tutti.spi.knob.KnobCatalogue;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.KnobScope;
import io.tutti.spi.knob.ServerKnob;
import io.tutti.store.KeptSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What is to be done on one replica. Pure.
 *
 * @param kept what earlier operations keep of it
 * @param readings of each knob that may change, by {@link KnobChange#key}
 * @param wanted what its knobs are to be, changed or not, in an order that the server takes
 * @param closing of channels that are stopped, and of which a poll does not prove that they have no
 *     gap, how those are closed first; no step where a closer look has proved it
 */
record ReplicaPlan(
    InstanceState state,
    Facts facts,
    KeptSettings.Settings kept,
    Map<String, KnobReading> readings,
    List<KnobChange> wanted,
    Map<String, List<PlannedStep>> closing) {

  /** A stop lets each worker finish its transaction; so long as those are short, this is enough. */
  private static final Duration STOP_USUAL = Duration.ofMillis(100);

  private static final Duration STATEMENT_USUAL = Duration.ofMillis(5);

  /**
   * How long a channel that may have a gap is waited for: longer than a busy applier needs between
   * two moments without one, shorter than a person waits.
   */
  private static final PlannedStep.Bounds BOUNDS =
      new PlannedStep.Bounds(Duration.ofSeconds(30), Duration.ofSeconds(30));

  /** What the plugin says of the release. */
  record Facts(
      KnobCatalogue catalogue, ReplicationStatements statements, Set<Capability> capabilities) {}

  InstanceAddress address() {
    return state.address();
  }

  /** What the server does not show yet. */
  List<KnobChange> changes() {
    return wanted.stream().filter(change -> !change.isIn(reading(change))).toList();
  }

  KnobReading reading(KnobChange change) {
    KnobReading reading = readings.get(change.key());
    if (reading == null) {
      throw new IllegalArgumentException(change + " was not read: " + readings.keySet());
    }
    return reading;
  }

  private ServerKnob declared(KnobChange change) {
    return facts.catalogue().require(change.knob(), address().toString());
  }

  /** The threads that must be stopped for a change. */
  private Set<ReplicationThread> threadsFor(KnobChange change) {
    AppliesWhen when = declared(change).appliesWhen();
    boolean untouched = change.isInForce(reading(change));
    return switch (when) {
      case LIVE, RESTART -> Set.of();
      case NEXT_APPLIER_START -> untouched ? Set.of() : Set.of(ReplicationThread.APPLIER);
      case APPLIER_STOPPED -> Set.of(ReplicationThread.APPLIER);
      case REPLICATION_STOPPED -> Set.of(ReplicationThread.RECEIVER, ReplicationThread.APPLIER);
    };
  }

  /** What the account must be allowed to do, to undo it as well. */
  ControlNeeds needs() {
    List<ServerKnob> forgotten =
        changes().stream()
            .filter(change ->
                change.kept() instanceof KnobChange.Kept.Nothing
                    || change.backTo(reading(change)).kept() instanceof KnobChange.Kept.Nothing)
            .filter(change -> !(change.kept() instanceof KnobChange.Kept.Left))
            .map(this::declared)
            .filter(ServerKnob::isPersistable)
            .toList();
    return new ControlNeeds(
        !interrupted().isEmpty(), changes().stream().map(this::declared).toList(), forgotten);
  }

  /** By channel the threads that must be stopped meanwhile, running now or not. */
  Map<String, Set<ReplicationThread>> interrupted() {
    Map<String, Set<ReplicationThread>> threads = new TreeMap<>();
    for (KnobChange change : changes()) {
      boolean ofChannel = declared(change).scope() == KnobScope.CHANNEL;
      for (Channel channel : state.knownChannels()) {
        Set<ReplicationThread> needed = threadsFor(change);
        if (!needed.isEmpty() && (!ofChannel || channel.name().equals(change.channel()))) {
          threads.computeIfAbsent(channel.name(), name -> new LinkedHashSet<>()).addAll(needed);
        }
      }
    }
    return threads;
  }

  /**
   * The channels that must be stopped, stand already, and may have a gap as far as a poll shows.
   */
  List<Channel> doubtful() {
    Set<String> interrupted = interrupted().keySet();
    return state.knownChannels().stream()
        .filter(channel -> interrupted.contains(channel.name()))
        .filter(channel -> !ReplicationThread.APPLIER.runsIn(channel))
        .filter(channel ->
            GapJudgement.of(state, channel, facts.capabilities()) instanceof GapJudgement.Open)
        .toList();
  }

  ReplicaPlan closing(Map<String, List<PlannedStep>> first) {
    return new ReplicaPlan(state, facts, kept, readings, wanted, first);
  }

  /**
   * @throws OrchestratorException GAPS_UNKNOWN when a channel that must be stopped may have a gap
   *     that neither a stop nor a step before it closes
   */
  void requireNoGap() {
    Set<String> interrupted = interrupted().keySet();
    for (Channel channel : state.knownChannels()) {
      if (interrupted.contains(channel.name())
          && !closing.containsKey(channel.name())
          && GapJudgement.of(state, channel, facts.capabilities())
              instanceof GapJudgement.Open(String why, Remedies remedies)) {
        throw new OrchestratorException(
            ErrorCode.GAPS_UNKNOWN, address().toString(), why + " Nothing was changed.", remedies);
      }
    }
  }

  /** The step that stops, sets and starts. */
  PlannedStep changeStep() {
    List<KnobChange> before =
        changes().stream().map(change -> change.backTo(reading(change))).toList();
    SortedMap<String, String> stops = new TreeMap<>();
    SortedMap<String, Boolean> ran = new TreeMap<>();
    Map<String, Set<ReplicationThread>> interrupted = interrupted();
    for (Channel channel : state.knownChannels()) {
      Set<ReplicationThread> threads = interrupted.getOrDefault(channel.name(), Set.of());
      if (!threads.isEmpty()) {
        stops.put(channel.name(), threads.size() > 1 ? "both" : "applier");
        ran.put(channel.name(), channel.applier().state() != ThreadState.STOPPED);
      }
    }
    return PlannedStep.of(
            ChangeStep.KIND,
            address(),
            "parallelism",
            new ChangeStep.Work(changes(), before, new Interruption(stops, ran)),
            describe(changes()))
        .withStatements(statements(interrupted).toArray(String[]::new))
        .withBounds(BOUNDS)
        .affecting(effects());
  }

  private String describe(List<KnobChange> changes) {
    return changes.stream()
            .map(change ->
                KnobChange.spelled(declared(change).serverName(), change.channel())
                    + "="
                    + change.value())
            .collect(Collectors.joining(", ", "set ", " on "))
        + address();
  }

  private List<String> statements(Map<String, Set<ReplicationThread>> interrupted) {
    List<String> statements = new ArrayList<>();
    running(interrupted)
        .forEach((channel, threads) ->
            threads.forEach(thread -> statements.add(facts.statements().stop(thread, channel))));
    for (KnobChange change : changes()) {
      statements.addAll(statementsOf(change));
    }
    running(interrupted)
        .forEach((channel, threads) ->
            threads.forEach(thread -> statements.add(facts.statements().start(thread, channel))));
    return statements;
  }

  private List<String> statementsOf(KnobChange change) {
    ServerKnob knob = declared(change);
    ReplicationStatements words = facts.statements();
    List<String> statements = new ArrayList<>();
    switch (change.kept()) {
      case KnobChange.Kept.Left() -> {}
      case KnobChange.Kept.Nothing() -> statements.add(kept(words.forget(knob), knob));
      case KnobChange.Kept.Value(String value) ->
          statements.add(
              kept(
                  words.persist(
                      new KnobChange(change.knob(), change.channel(), value, change.kept())
                          .setting(knob)),
                  knob));
    }
    boolean persisted =
        change.kept() instanceof KnobChange.Kept.Value(String value)
            && value.equals(change.value());
    if (!persisted && !change.isInForce(reading(change))) {
      statements.addAll(words.set(change.setting(knob)));
    }
    return statements;
  }

  private String kept(Optional<String> statement, ServerKnob knob) {
    return statement.orElseThrow(Lacking.in(state.address(), Replica.KEEP + knob));
  }

  /**
   * Of the threads that must be stopped those that run now: what is stopped already is left alone.
   */
  private Map<String, Set<ReplicationThread>> running(
      Map<String, Set<ReplicationThread>> interrupted) {
    Map<String, Set<ReplicationThread>> running = new TreeMap<>();
    for (Channel channel : state.knownChannels()) {
      Set<ReplicationThread> threads = new LinkedHashSet<>();
      for (ReplicationThread thread : interrupted.getOrDefault(channel.name(), Set.of())) {
        if (thread.runsIn(channel)) {
          threads.add(thread);
        }
      }
      running.put(channel.name(), threads);
    }
    return running;
  }

  private List<Effect> effects() {
    Duration expected = STOP_USUAL.plus(STATEMENT_USUAL.multipliedBy(changes().size()));
    List<Effect> effects = new ArrayList<>();
    running(interrupted())
        .forEach((channel, threads) -> {
          Effect.stopping(threads, address(), channel, Effect.Lasts.MOMENT)
              .forEach(effect -> effects.add(effect.forAbout(expected)));
          if (threads.size() > 1 && dropsWhatItReceived()) {
            effects.add(Effect.dropping(address(), channel));
          }
        });
    return effects;
  }

  /** Who replicates by GTID of domains fetches all again when both threads start. */
  private boolean dropsWhatItReceived() {
    return facts.capabilities().contains(Capability.DOMAIN_GTID);
  }

  /** The channels that apply now, and must do so afterwards. */
  List<String> applying() {
    return state.knownChannels().stream()
        .filter(channel -> ReplicationThread.APPLIER.runsIn(channel))
        .map(Channel::name)
        .toList();
  }
}
