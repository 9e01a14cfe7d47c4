package io.tutti.rollout.engine;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.hook.Hooks;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.parallelism.ParallelismRequest;
import io.tutti.plan.Goal;
import io.tutti.plan.OperationId;
import io.tutti.plan.OperationState;
import io.tutti.rollout.Gate;
import io.tutti.rollout.Rollout;
import io.tutti.rollout.RolloutPlan;
import io.tutti.rollout.RolloutPlan.PlannedWave;
import io.tutti.rollout.RolloutPlan.Setting;
import io.tutti.rollout.RolloutPlan.Target;
import io.tutti.rollout.RolloutPlanner;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutRun.ReplicaRun;
import io.tutti.rollout.RolloutRun.WaveRun;
import io.tutti.rollout.TargetRole;
import io.tutti.rollout.gate.GateAnswer;
import io.tutti.rollout.gate.GateAnswer.Outcome;
import io.tutti.rollout.gate.Judgement;
import io.tutti.rollout.gate.Span;
import io.tutti.store.AuditFilter;
import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Six made-up replicas of two clusters, whose one setting is a number, and a controller that can be
 * killed before or after whatever it keeps or begins.
 */
final class EngineBed {
  static final String BEFORE = "4";
  static final String WANTED = "8";

  /** The controller is dead. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  int secondsBetweenReadings = 1;
  Instant now = Instant.parse("2026-11-23T22:00:00Z");
  final Map<InstanceAddress, String> shown = new TreeMap<>();

  /** How often each replica was touched, by what was wanted of it. */
  final Map<String, Integer> touched = new TreeMap<>();

  final Map<InstanceAddress, String> busy = new HashMap<>();
  final Map<InstanceAddress, String> excluded = new HashMap<>();
  final Map<InstanceAddress, Outcome> outcomes = new HashMap<>();

  /** Numbers of replicas that match a continuous rollout now. */
  final SortedSet<Integer> later = new TreeSet<>();

  final Set<InstanceAddress> failing = new java.util.HashSet<>();
  final List<AuditRecord> audit = new ArrayList<>();
  private final Map<String, RolloutRun> kept = new LinkedHashMap<>();
  private final Map<String, OperationId> byKey = new HashMap<>();
  private final Map<OperationId, Ending> operations = new HashMap<>();
  private final List<Integer> waves;
  private Hooks hooks = Hooks.NONE;
  private IntPredicate deadAt = moment -> false;
  private int moments;
  private RolloutEngine engine;

  private record Ending(Goal goal, Instant at) {}

  EngineBed(Integer... waves) {
    this.waves = List.of(waves);
    IntStream.rangeClosed(1, this.waves.stream().mapToInt(Integer::intValue).sum())
        .forEach(number -> shown.put(replica(number), BEFORE));
    this.engine = started();
  }

  static InstanceAddress replica(int number) {
    return InstanceAddress.parse("db%d:3306".formatted(number));
  }

  private RolloutEngine started() {
    return new RolloutEngine(
        new RolloutEngine.Ports(
            this::plan,
            (run, others) -> new Facts(),
            new Operations(),
            new Runs(),
            RolloutEngine.Reminders.NONE,
            new WaveHooks(hooks),
            new Audit(),
            () -> now));
  }

  RolloutEngine engine() {
    return engine;
  }

  /** It dies at that moment, counted over all that it keeps and begins. */
  void killedAt(int moment) {
    deadAt = now -> now == moment;
  }

  /** All that it kept and began so far, twice: before and after it. */
  int moments() {
    return moments;
  }

  void restart() {
    deadAt = moment -> false;
    engine = started();
  }

  /** From now on these are called, by a controller that is started again. */
  void with(Hooks called) {
    hooks = called;
    restart();
  }

  /** Another replica is there, and matches. */
  void join(int number) {
    shown.put(replica(number), BEFORE);
    later.add(number);
  }

  /** Looks and lets time pass, as often; a dead controller is started again. */
  void pass(int seconds) {
    for (int second = 0; second < seconds; second++) {
      try {
        engine.look();
      } catch (Killed e) {
        restart();
        engine.look();
      }
      now = now.plusSeconds(1);
    }
  }

  RolloutRun run() {
    return kept.values().iterator().next();
  }

  private RolloutPlanner.Result plan(Rollout rollout, List<RolloutRun> others) {
    List<PlannedWave> planned = new ArrayList<>();
    int number = 0;
    for (int size : waves) {
      List<Target> targets = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        number++;
        targets.add(target(number));
      }
      planned.add(new PlannedWave(planned.size() + 1, targets));
    }
    return new RolloutPlanner.Result(new RolloutPlan(planned, List.of()), List.of());
  }

  private static Target target(int number) {
    return new Target(
        replica(number),
        "c" + number % 2,
        TargetRole.LEAF,
        "test",
        List.of(new Setting("workers", "workers", WANTED, Optional.empty(), List.of(), "")),
        List.of(),
        Optional.empty());
  }

  private void moment() {
    moments++;
    if (deadAt.test(moments)) {
      throw new Killed();
    }
  }

  private final class Runs implements RolloutRuns {
    @Override
    public void save(RolloutRun run) {
      moment();
      kept.put(run.id(), run);
      moment();
    }

    @Override
    public Optional<RolloutRun> find(String id) {
      return Optional.ofNullable(kept.get(id));
    }

    @Override
    public List<RolloutRun> all() {
      return List.copyOf(kept.values()).reversed();
    }
  }

  private final class Operations implements RolloutOperations {
    @Override
    public OperationId submit(Goal goal, String actor, String key) {
      moment();
      InstanceAddress address = InstanceAddress.parse(goal.target());
      OperationId id = byKey.get(key);
      if (id == null) {
        if (busy.containsKey(address)) {
          throw new OrchestratorException(
              ErrorCode.INSTANCE_IN_OPERATION, goal.target(), busy.get(address), List.of());
        }
        id = new OperationId("op" + (byKey.size() + 1));
        byKey.put(key, id);
        operations.put(id, new Ending(goal, now.plusSeconds(2)));
        touched.merge(goal.kind() + " " + address, 1, Integer::sum);
      }
      moment();
      return id;
    }

    @Override
    public Span span(OperationId operation) {
      return new Span(now, now);
    }

    @Override
    public Optional<RolloutFacts.Ended> ended(OperationId operation) {
      Ending ending = Objects.requireNonNull(operations.get(operation));
      if (now.isBefore(ending.at())) {
        return Optional.empty();
      }
      InstanceAddress address = InstanceAddress.parse(ending.goal().target());
      boolean isUndo = ending.goal().kind().equals(ParallelismRequest.UNDO);
      if (!isUndo && failing.contains(address)) {
        return Optional.of(new RolloutFacts.Ended(OperationState.UNDONE, "It was not taken."));
      }
      shown.put(address, isUndo ? BEFORE : WANTED);
      return Optional.of(new RolloutFacts.Ended(OperationState.SUCCEEDED, "Done."));
    }
  }

  private final class Facts implements RolloutFacts {
    @Override
    public Instant now() {
      return now;
    }

    @Override
    public Optional<Ended> ended(OperationId operation) {
      return new Operations().ended(operation);
    }

    @Override
    public SortedMap<String, String> former(ReplicaRun replica) {
      return new TreeMap<>();
    }

    @Override
    public int readings(ReplicaRun replica, Instant since) {
      return (int) Duration.between(since, now).toSeconds() / secondsBetweenReadings;
    }

    @Override
    public Optional<String> inTheWay(ReplicaRun replica) {
      return Optional.ofNullable(busy.get(replica.target().address()));
    }

    @Override
    public Optional<String> excluded(ReplicaRun replica) {
      return Optional.ofNullable(excluded.get(replica.target().address()));
    }

    @Override
    public Optional<InstanceAddress> control(ReplicaRun replica, WaveRun wave) {
      return Optional.empty();
    }

    @Override
    public Optional<Target> joining(RolloutRun continuous) {
      Set<InstanceAddress> known =
          continuous.waves().stream()
              .flatMap(wave -> wave.replicas().stream())
              .map(each -> each.target().address())
              .collect(Collectors.toSet());
      return later.stream()
          .filter(number -> !known.contains(replica(number)))
          .findFirst()
          .map(EngineBed::target);
    }

    @Override
    public Judgement atOnce(ReplicaRun replica) {
      return new Judgement(List.of());
    }

    @Override
    public Judgement judge(ReplicaRun replica, double significance) {
      InstanceAddress address = replica.target().address();
      Outcome outcome = outcomes.getOrDefault(address, Outcome.HOLDS);
      return new Judgement(
          List.of(new GateAnswer(Gate.LAG, outcome, "%s: lag %s.".formatted(address, outcome))));
    }
  }

  private final class Audit implements AuditLog {
    @Override
    public void append(AuditRecord entry) {
      audit.add(entry);
    }

    @Override
    public List<AuditRecord> latest(AuditFilter wanted) {
      return List.copyOf(audit);
    }
  }
}
