package io.tutti.app;

import io.tutti.discovery.Discovery;
import io.tutti.discovery.FirstLook;
import io.tutti.discovery.ReturnWatch;
import io.tutti.operation.Holds;
import io.tutti.operation.OperationRunner;
import io.tutti.operation.Pauses;
import io.tutti.operation.Planning;
import io.tutti.operation.StepKinds;
import io.tutti.operation.backup.BackupHolds;
import io.tutti.operation.backup.BackupLeases;
import io.tutti.operation.backup.BackupSteps;
import io.tutti.operation.crash.IncidentDesk;
import io.tutti.operation.crash.IncidentLooks;
import io.tutti.operation.crash.IncidentReader;
import io.tutti.operation.crash.ReceivedHistory;
import io.tutti.operation.crash.RestartReader;
import io.tutti.operation.crash.RestartWatch;
import io.tutti.operation.fence.BootWatch;
import io.tutti.operation.fence.FenceEnvironment;
import io.tutti.operation.fence.FenceKeeper;
import io.tutti.operation.fence.FencePlanning;
import io.tutti.operation.fence.FenceSteps;
import io.tutti.operation.gaps.GapReader;
import io.tutti.operation.gaps.GapsPlanning;
import io.tutti.operation.gaps.GapsSteps;
import io.tutti.operation.parallelism.DesiredSettings;
import io.tutti.operation.parallelism.ParallelismPlanning;
import io.tutti.operation.parallelism.ParallelismReader;
import io.tutti.operation.parallelism.ParallelismSteps;
import io.tutti.operation.promotion.PromotionEnvironment;
import io.tutti.operation.promotion.PromotionSteps;
import io.tutti.operation.promotion.ResolvePlanning;
import io.tutti.operation.rebuild.RebuildEnvironment;
import io.tutti.operation.rebuild.RebuildHolds;
import io.tutti.operation.rebuild.RebuildSteps;
import io.tutti.operation.salvage.SalvagePlanning;
import io.tutti.operation.salvage.SalvageSteps;
import io.tutti.operation.server.ServerSessions;
import io.tutti.operation.skip.SkipPlanning;
import io.tutti.operation.skip.SkipSteps;
import io.tutti.recovery.BootRecovery;
import io.tutti.recovery.CrashRecovery;
import io.tutti.recovery.DriftPolicy;
import io.tutti.recovery.DriftRecovery;
import io.tutti.recovery.LeaseRecovery;
import io.tutti.rest.Operations;
import io.tutti.store.BackupSessions;
import io.tutti.store.RebuildMarks;
import io.tutti.store.jdbc.JdbcStore;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What acts on servers: the runner of operations with all that can be planned and done. */
final class Operating implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Operating.class);

  /** How late an operation goes on that waits for a store or a server to be back. */
  private static final Duration RESUME_INTERVAL = Duration.ofSeconds(5);

  /** How much later than its lease a backup session ends. */
  private static final Duration LEASE_INTERVAL = Duration.ofSeconds(2);

  /** How much later than it is seen a server that started fenced is looked at. */
  private static final Duration START_INTERVAL = Duration.ofMillis(100);

  private static final Clock CLOCK = Clock.systemUTC();

  private final OperationRunner runner;
  private final ServerSessions sessions;
  private final Operations operations;
  private final IncidentLooks looks;

  /** Fences at once what is found to have lost something. */
  private volatile Runnable fenced = () -> {};

  private final ScheduledExecutorService tick =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("operations-resume").factory());

  /** Apart from the others: to prove a server whole may wait for its replicas. */
  private final ScheduledExecutorService starts =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("starts").factory());

  /** Apart from those, too: a server that may have lost something takes writes meanwhile. */
  private final ScheduledExecutorService fences =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("fences").factory());

  private Operating(ServerSessions sessions, Operations operations) {
    this.runner = operations.runner();
    this.sessions = sessions;
    this.operations = operations;
    IncidentDesk desk = operations.incidents();
    this.looks = new IncidentLooks(desk.reader(), desk.incidents(), desk.audit(), CLOCK);
  }

  /** Takes up at once what an earlier controller left unfinished. */
  static Operating start(
      JdbcStore store,
      Discovery discovery,
      ConfiguredTargets targets,
      DesiredSettings desired,
      ControllerSettings settings) {
    ServerSessions sessions = new ServerSessions(discovery.flavors(), targets, CLOCK);
    BackupSessions backups = store.backupSessions();
    Supplier<TopologySnapshot> topology = () -> withWhatIsHeld(store, discovery.snapshot());
    RestartReader restarts =
        new RestartReader(sessions, store.fleet(), store.incidents(), discovery::snapshot);
    FenceEnvironment fencing = fencing(store, discovery, sessions, settings, topology);
    RebuildEnvironment rebuilding = rebuilding(store, sessions, settings);
    OperationRunner runner =
        new OperationRunner(
            Stream.of(
                    plannings(sessions, desired, backups, topology),
                    FenceSteps.plannings(fencing, discovery.flavors(), restarts),
                    RebuildSteps.plannings(rebuilding, topology),
                    List.of(resolving(fencing, discovery)))
                .flatMap(List::stream)
                .toList(),
            stepKinds(sessions, desired, backups, fencing, rebuilding),
            settings.operations().toCore(),
            new OperationRunner.Environment(
                store.journal(),
                store.topologyLock(),
                store.audit(),
                CLOCK,
                Pauses.REAL,
                held(backups, store.rebuildMarks())));
    Operating operating =
        new Operating(
            sessions,
            new Operations(
                runner,
                new ParallelismReader(sessions, desired.catalogues(), desired.kept()),
                new GapReader(sessions),
                new BackupLeases(backups, store.audit(), CLOCK),
                restarts,
                desk(store, sessions, discovery),
                store.fences(),
                store.bootSights()));
    operating.seeToRestarts(store, discovery, settings);
    operating.endWhatIsOver(new LeaseRecovery(runner, backups, CLOCK));
    operating.tick.scheduleWithFixedDelay(
        operating::resume, 0, RESUME_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    operating.setAgainWhatDrifted(desired, discovery, settings);
    return operating;
  }

  private static TopologySnapshot withWhatIsHeld(JdbcStore store, TopologySnapshot snapshot) {
    return snapshot
        .withBackups(store.backupSessions().open())
        .withIncidents(store.incidents().open())
        .withFences(store.fences().all())
        .withRebuilds(store.rebuildMarks().all());
  }

  private void setAgainWhatDrifted(
      DesiredSettings desired, Discovery discovery, ControllerSettings settings) {
    if (settings.parallelism().drift() == DriftPolicy.REAPPLY) {
      DriftRecovery recovery = new DriftRecovery(runner, CLOCK);
      tick.scheduleWithFixedDelay(
          () -> recover(recovery, () -> desired.in(discovery.snapshot())),
          RESUME_INTERVAL.toMillis(),
          RESUME_INTERVAL.toMillis(),
          TimeUnit.MILLISECONDS);
    }
  }

  private static Holds held(BackupSessions backups, RebuildMarks marks) {
    Holds copied = new BackupHolds(backups);
    Holds rebuilt = new RebuildHolds(marks);
    return instance -> copied.find(instance).or(() -> rebuilt.find(instance));
  }

  private static RebuildEnvironment rebuilding(
      JdbcStore store, ServerSessions sessions, ControllerSettings settings) {
    return new RebuildEnvironment(
        sessions,
        store.rebuildMarks(),
        store.incidents(),
        store.backupSessions(),
        CLOCK,
        Pauses.REAL,
        settings.replication().toCore());
  }

  private static FenceEnvironment fencing(
      JdbcStore store,
      Discovery discovery,
      ServerSessions sessions,
      ControllerSettings settings,
      Supplier<TopologySnapshot> topology) {
    return new FenceEnvironment(
        sessions,
        store.fences(),
        store.bootSights(),
        store.incidents(),
        CLOCK,
        settings.fence().toCore(),
        settings.replication().toCore(),
        topology,
        discovery::answers);
  }

  private static Planning resolving(FenceEnvironment fencing, Discovery discovery) {
    return new ResolvePlanning(fencing, new FencePlanning(fencing, discovery.flavors()));
  }

  private static List<Planning> plannings(
      ServerSessions sessions,
      DesiredSettings desired,
      BackupSessions backups,
      Supplier<TopologySnapshot> topology) {
    return Stream.<List<? extends Planning>>of(
            ParallelismPlanning.both(sessions, desired.catalogues(), desired.kept(), topology),
            List.of(new GapsPlanning(sessions, topology), new SkipPlanning(sessions, topology)),
            List.of(new SalvagePlanning(sessions, topology)),
            BackupSteps.plannings(sessions, backups, CLOCK, topology))
        .<Planning>flatMap(List::stream)
        .toList();
  }

  private static StepKinds stepKinds(
      ServerSessions sessions,
      DesiredSettings desired,
      BackupSessions backups,
      FenceEnvironment fencing,
      RebuildEnvironment rebuilding) {
    return new StepKinds(
        Stream.of(
                ParallelismSteps.kinds(
                    sessions, desired.catalogues(), desired.kept(), CLOCK, Pauses.REAL),
                GapsSteps.kinds(sessions, Pauses.REAL),
                SkipSteps.kinds(sessions, Pauses.REAL),
                SalvageSteps.kinds(sessions, Pauses.REAL),
                BackupSteps.kinds(sessions, backups, CLOCK, Pauses.REAL),
                FenceSteps.kinds(fencing),
                RebuildSteps.kinds(rebuilding),
                PromotionSteps.kinds(
                    new PromotionEnvironment(sessions, Pauses.REAL, fencing.incidents(), CLOCK)))
            .flatMap(List::stream)
            .toList());
  }

  private static IncidentDesk desk(JdbcStore store, ServerSessions sessions, Discovery discovery) {
    IncidentReader reader =
        new IncidentReader(
            sessions, store.incidents(), store.bootReports(), discovery::snapshot, CLOCK);
    return new IncidentDesk(store.incidents(), store.bootReports(), reader, store.audit(), CLOCK);
  }

  private void watchRestarts(JdbcStore store, Discovery discovery) {
    ReceivedHistory received = new ReceivedHistory(discovery::snapshot);
    discovery.listen(
        received.and(
            new RestartWatch(
                store.incidents(),
                store.audit(),
                CLOCK,
                incident -> incident.after(received.before(incident)),
                looks::begin)));
    looks.resume();
  }

  private void recover(DriftRecovery recovery, Supplier<TopologySnapshot> now) {
    try {
      recovery
          .recover(now.get())
          .forEach(
              started -> LOG.info("Operation {} sets again what a restart lost", started.id()));
    } catch (RuntimeException e) {
      LOG.warn("What restarts lost could not be looked at; tried again", e);
    }
  }

  private void endWhatIsOver(LeaseRecovery leases) {
    tick.scheduleWithFixedDelay(
        () -> {
          try {
            leases
                .recover()
                .forEach(started ->
                    LOG.info("Operation {} ends a backup session that is over", started.id()));
          } catch (RuntimeException e) {
            LOG.warn("Backup sessions could not be looked at; tried again", e);
          }
        },
        LEASE_INTERVAL.toMillis(),
        LEASE_INTERVAL.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  private void seeToStarts(JdbcStore store, Discovery discovery, BootRecovery recovery) {
    FirstLook boots =
        new BootWatch(
            new FenceKeeper(
                store.fences(),
                store.audit(),
                CLOCK,
                address -> discovery.snapshot().find(address).map(Node::address).orElse(address)),
            store.bootSights(),
            address -> discovery.snapshot().find(address),
            discovery.flavors()::find,
            recovery::noticed);
    discovery.seeToFirst(
        new ReturnWatch(
            boots,
            address -> {
              discovery.snapshot().find(address).map(Node::address).ifPresent(runner::serverIsBack);
              looks.stirred();
              recovery.stirred();
            }));
    starts.scheduleWithFixedDelay(
        () -> {
          try {
            recovery
                .recover()
                .forEach(
                    started -> LOG.info("Operation {} lifts a server that started", started.id()));
          } catch (RuntimeException e) {
            LOG.warn("Servers that started fenced could not be looked at; tried again", e);
          }
        },
        START_INTERVAL.toMillis(),
        START_INTERVAL.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  /** Notices restarts, keeps what is to be fenced so, and lifts what is proved whole. */
  private void seeToRestarts(JdbcStore store, Discovery discovery, ControllerSettings settings) {
    BootRecovery boots =
        new BootRecovery(
            operations.runner(), store.bootSights(), settings.bootFence().lift(), CLOCK);
    looks.listen(() -> {
      fenced.run();
      boots.stirred();
    });
    watchRestarts(store, discovery);
    seeToStarts(store, discovery, boots);
    fenceByItself(
        new CrashRecovery(
            operations.runner(), store.incidents(), settings.fence().automatic(), CLOCK),
        discovery::snapshot);
  }

  private void fenceByItself(CrashRecovery recovery, Supplier<TopologySnapshot> now) {
    Runnable fence =
        () -> {
          try {
            recovery.recover(now.get());
          } catch (RuntimeException e) {
            LOG.warn("What restarts cost could not be looked at; tried again", e);
          }
        };
    fenced = () -> fences.execute(fence);
    fences.scheduleWithFixedDelay(
        fence, START_INTERVAL.toMillis(), START_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void resume() {
    try {
      runner.resumeUnfinished().forEach(id -> LOG.info("Operation {} is taken up again", id));
      sessions.closeIdle();
    } catch (RuntimeException e) {
      LOG.warn("Unfinished operations could not be looked at; tried again", e);
    }
  }

  Operations operations() {
    return operations;
  }

  @Override
  public void close() {
    tick.shutdownNow();
    looks.close();
    starts.shutdownNow();
    fences.shutdownNow();
    runner.close();
    sessions.close();
  }
}
