package io.tutti.operation.parallelism;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Lag;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.Planning;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Deadline;
import io.tutti.spi.knob.Knob;
import io.tutti.spi.knob.KnobRequest;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import io.tutti.topology.WorldView;
import io.tutti.tuning.Candidate;
import io.tutti.tuning.TuningSearch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads a replica, makes sure that it can be measured, and has the planner make its plan. */
record TuningPlanning(String goalKind, TuningEnvironment environment) implements Planning {

  @Override
  public Class<TuningRequest> request() {
    return TuningRequest.class;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    TuningRequest request = goal.request(TuningRequest.class);
    InstanceAddress replica = request.instance();
    WorldView world = environment.world().get();
    String cluster = GoalTarget.clusterOf(world.topology(), replica).name();
    requireAtHand(world, replica);
    request.continued().ifPresent(earlier -> requireOf(replica, earlier));
    try (Session session = environment.parallelism().servers().open(replica, deadline)) {
      InstanceState state = session.read(deadline);
      GoalTarget.requireChannels(state);
      Channel channel = TuningTarget.channel(state);
      requireApplies(state, channel, request);
      requireNoGap(session, state, channel);
      TunedChannel tuned = new TunedChannel(replica, channel.name(), channel.source());
      TuningTarget target = TuningTarget.of(environment.parallelism(), session, state);
      Trying trying = trying(target, session, state, request);
      session.control().requirePrivileges(needs(target, trying), deadline);
      return TuningPlanner.plan(goal, cluster, tuned, trying);
    }
  }

  private void requireOf(InstanceAddress replica, String earlier) {
    if (environment
        .tunings()
        .find(earlier)
        .filter(each -> each.instance().equals(replica))
        .isEmpty()) {
      throw new OrchestratorException(
          ErrorCode.UNKNOWN_OPERATION,
          earlier,
          "No operation %s has measured %s. Nothing was changed.".formatted(earlier, replica),
          Remedies.of(Acts.listOperations()));
    }
  }

  private void requireAtHand(WorldView world, InstanceAddress replica) {
    world
        .backupOf(replica)
        .ifPresent(session -> {
          throw new OrchestratorException(
              ErrorCode.INSTANCE_IN_BACKUP_SESSION,
              replica.toString(),
              "%s is in the backup session %s, which ends by itself at %s. Nothing was changed."
                  .formatted(replica, session.id(), session.expiresAt()),
              Remedies.of(Acts.endBackup(replica, session.id())));
        });
    world
        .fenceOf(replica)
        .ifPresent(fence -> {
          throw refused(replica, "it is fenced", Remedies.of(Acts.unfence(replica)));
        });
    world
        .downtimeOf(replica, environment.now())
        .ifPresent(downtime -> {
          throw refused(
              replica,
              "it is in downtime until %s: %s".formatted(downtime.until(), downtime.reason()),
              Remedies.of("ask for it when that is over"));
        });
  }

  private static void requireApplies(InstanceState state, Channel channel, TuningRequest request) {
    InstanceAddress replica = state.address();
    if (!channel.isReplicating()) {
      throw refused(
          replica,
          "its receiver or its applier does not run",
          Remedies.of("start them first: %s", Acts.showInstance(replica)));
    }
    Duration delay = channel.applier().delay().asOptional().orElse(Duration.ZERO);
    if (delay.isPositive()) {
      throw refused(
          replica,
          "it is to be %d s behind its source".formatted(delay.toSeconds()),
          Remedies.of("take a replica without a delay"));
    }
    Optional<Duration> lag = channel.lag().asOptional().map(Lag::amount);
    if (lag.isEmpty()) {
      throw refused(
          replica, "how far it is behind is not known", Remedies.of(Acts.showInstance(replica)));
    }
    Duration most = request.terms().maxLag();
    if (lag.get().compareTo(most) > 0) {
      throw refused(
          replica,
          "it is %d s behind, and may be %d s".formatted(lag.get().toSeconds(), most.toSeconds()),
          Remedies.of("allow more with --max-lag"));
    }
  }

  private static void requireNoGap(Session session, InstanceState state, Channel channel) {
    if (GapJudgement.of(state, channel, session.provider().capabilities())
        instanceof GapJudgement.Open(String why, Remedies remedies)) {
      throw new OrchestratorException(
          ErrorCode.GAPS_UNKNOWN,
          state.address().toString(),
          why + " Nothing was changed.",
          remedies);
    }
  }

  /** To stop and start its applier, and to set whatever may be tried. */
  private static ControlNeeds needs(TuningTarget target, Trying trying) {
    List<ServerKnob> knobs =
        trying.samples().stream()
            .flatMap(each -> each.keySet().stream())
            .distinct()
            .map(name -> target.catalogue().require(name, ""))
            .toList();
    return new ControlNeeds(true, knobs, List.of());
  }

  private static Trying trying(
      TuningTarget target, Session session, InstanceState state, TuningRequest request) {
    if (request.grid().isEmpty()) {
      return new Trying(Optional.of(search(target, request)), List.of(), Optional.empty());
    }
    List<Candidate> grid =
        request.grid().stream().map(each -> labelled(target, state, each)).toList();
    requireDurable(grid, session, request);
    return new Trying(Optional.empty(), grid, request.continued());
  }

  private static TuningSearch search(TuningTarget target, TuningRequest request) {
    return new TuningSearch(
        target.workers().name(),
        target.schemes(),
        TuningSearch.grid(target.least(), request.workersMax(), target.present().workers()),
        target.present(),
        List.of(),
        TuningSearch.TRIES_USUAL);
  }

  /**
   * @throws OrchestratorException INVALID_REQUEST where a crash in a try may cost transactions, and
   *     nobody has said that it may
   */
  private static void requireDurable(List<Candidate> grid, Session session, TuningRequest request) {
    List<String> risky =
        session.provider().durabilityKnobs().stream()
            .map(Knob::name)
            .filter(name -> grid.stream().anyMatch(each -> each.settings().containsKey(name)))
            .toList();
    if (!risky.isEmpty() && !request.terms().mayLose()) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          request.instance().toString(),
          ("With other values of %s a crash may cost %s transactions: of its process, or of its"
                  + " host; it would have to be rebuilt. Nothing was changed.")
              .formatted(String.join(" and ", risky), request.instance()),
          List.of("say that it may, with --may-lose (mayLose); it gets back what it had"));
    }
  }

  /** As its settings beside the number of workers call it. */
  private static Candidate labelled(
      TuningTarget target, InstanceState state, SortedMap<String, String> wanted) {
    SortedMap<String, String> settings = new TreeMap<>();
    List<String> others = new ArrayList<>();
    for (KnobSetting setting : target.catalogue().settings(KnobRequest.of(state, wanted))) {
      settings.put(setting.knob().name(), setting.value());
      if (!setting.knob().equals(target.workers())) {
        others.add(setting.toString());
      }
    }
    String count = settings.get(target.workers().name());
    return new Candidate(
        others.isEmpty() ? "as it is" : String.join(", ", others),
        count == null ? target.present().workers() : Integer.parseInt(count),
        settings);
  }

  private static OrchestratorException refused(
      InstanceAddress replica, String why, Remedies remedies) {
    return TuningTarget.refused(replica, why, remedies);
  }
}
