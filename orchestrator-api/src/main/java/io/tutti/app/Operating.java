package io.tutti.app;

import io.tutti.discovery.Discovery;
import io.tutti.discovery.FirstLook;
import io.tutti.discovery.ReturnWatch;
import io.tutti.discovery.Targets;
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
import io.tutti.operation.parallelism.KnobCatalogues;
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
import io.tutti.plan.Urgency;
import io.tutti.recovery.Decisions;
import io.tutti.recovery.Recoveries;
import io.tutti.recovery.RecoveryLoop;
import io.tutti.recovery.RecoveryThread;
import io.tutti.rest.Operations;
import io.tutti.store.BackupSessions;
import io.tutti.store.Incidents;
import io.tutti.store.RebuildMarks;
import io.tutti.store.jdbc.JdbcStore;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import io.tutti.world.KeptRecords;
import io.tutti.world.World;
import io.tutti.world.WorldPublisher;
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

  private static final Clock CLOCK = Clock.systemUTC();

  private final OperationRunner runner;
  private final ServerSessions sessions;
  private final Operations operations;
  private final IncidentLooks looks;

  private final ScheduledExecutorService tick =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("operations-resume").factory());

  private final RecoveryLoop loop;
  private final RecoveryThread recovery;

  private Operating(ServerSessions sessions, Operations operations, RecoveryLoop loop) {
    this.runner = operations.runner();
    this.sessions = sessions;
    this.operations = operations;
    this.loop = loop;
    this.recovery = new RecoveryThread(loop, CLOCK);
    IncidentDesk desk = operations.incidents();
    this.looks = new IncidentLooks(desk.reader(), desk.incidents(), desk.audit(), CLOCK);
  }

  /** What it works with. */
  record Ports(
      JdbcStore store,
      KeptRecords kept,
      World world,
      WorldPublisher publisher,
      Discovery discovery,
      Targets targets,
      KnobCatalogues knobs) {}

  /** Takes up at once what an earlier controller left unfinished. */
  static Operating start(Ports ports, ControllerSettings settings) {
    JdbcStore store = ports.store();
    KeptRecords kept = ports.kept();
    Discovery discovery = ports.discovery();
    ServerSessions sessions = new ServerSessions(discovery.flavors(), ports.targets(), CLOCK);
    BackupSessions backups = kept.backups();
    RestartReader restarts =
        new RestartReader(sessions, store.fleet(), kept.incidents(), discovery::snapshot);
    FenceEnvironment fencing = fencing(ports, sessions, settings);
    RebuildEnvironment rebuilding = rebuilding(kept, sessions, settings);
    OperationRunner runner =
        new OperationRunner(
            Stream.of(
                    plannings(sessions, ports),
                    FenceSteps.plannings(fencing, discovery.flavors(), restarts),
                    RebuildSteps.plannings(rebuilding, ports.world()::view),
                    List.of(resolving(fencing, discovery)))
                .flatMap(List::stream)
                .toList(),
            stepKinds(sessions, ports, fencing, rebuilding),
            settings.operations().toCore(),
            new OperationRunner.Environment(
                store.journal(),
                store.topologyLock(),
                store.audit(),
                CLOCK,
                Pauses.REAL,
                held(backups, kept.rebuilds())));
    Decisions decisions = new Decisions(store.audit(), CLOCK);
    Operating operating =
        new Operating(
            sessions,
            new Operations(
                runner,
                new ParallelismReader(sessions, ports.knobs(), kept.settings()),
                new GapReader(sessions),
                new BackupLeases(backups, store.audit(), CLOCK),
                restarts,
                desk(ports, sessions),
                kept.fences(),
                kept.boots(),
                decisions),
            recovery(ports, settings, runner, decisions));
    operating.seeToRestarts(ports);
    operating.tick.scheduleWithFixedDelay(
        operating::resume, 0, RESUME_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    operating.recoverWhatIsFound(ports);
    return operating;
  }

  private static RecoveryLoop recovery(
      Ports ports, ControllerSettings settings, OperationRunner runner, Decisions decisions) {
    return new RecoveryLoop(
        Recoveries.rules(
            new Recoveries.Policies(
                settings.fence().automatic(),
                settings.bootFence().lift(),
                settings.parallelism().drift()),
            ports.kept().boots()),
        new RecoveryLoop.Ports(
            runner,
            ports.world()::view,
            decisions,
            CLOCK,
            RecoveryThread::lane,
            RecoveryThread.lane(Urgency.PROTECTION)));
  }

  /** A record that was written is looked at before anybody publishes it. */
  private void recoverWhatIsFound(Ports ports) {
    ports.kept().listen(recovery::wake);
    ports.publisher().listen(world -> recovery.wake());
    recovery.start();
  }

  private static Holds held(BackupSessions backups, RebuildMarks marks) {
    Holds copied = new BackupHolds(backups);
    Holds rebuilt = new RebuildHolds(marks);
    return instance -> copied.find(instance).or(() -> rebuilt.find(instance));
  }

  private static RebuildEnvironment rebuilding(
      KeptRecords kept, ServerSessions sessions, ControllerSettings settings) {
    return new RebuildEnvironment(
        sessions,
        kept.rebuilds(),
        kept.incidents(),
        kept.backups(),
        CLOCK,
        Pauses.REAL,
        settings.replication().toCore());
  }

  private static FenceEnvironment fencing(
      Ports ports, ServerSessions sessions, ControllerSettings settings) {
    KeptRecords kept = ports.kept();
    return new FenceEnvironment(
        sessions,
        kept.fences(),
        kept.boots(),
        kept.incidents(),
        CLOCK,
        settings.fence().toCore(),
        settings.replication().toCore(),
        ports.world()::view,
        ports.discovery()::answers);
  }

  private static Planning resolving(FenceEnvironment fencing, Discovery discovery) {
    return new ResolvePlanning(fencing, new FencePlanning(fencing, discovery.flavors()));
  }

  private static List<Planning> plannings(ServerSessions sessions, Ports ports) {
    Supplier<TopologySnapshot> topology = ports.discovery()::snapshot;
    return Stream.<List<? extends Planning>>of(
            ParallelismPlanning.both(sessions, ports.knobs(), ports.kept().settings(), topology),
            List.of(new GapsPlanning(sessions, topology), new SkipPlanning(sessions, topology)),
            List.of(new SalvagePlanning(sessions, topology)),
            BackupSteps.plannings(sessions, ports.kept().backups(), CLOCK, ports.world()::view))
        .<Planning>flatMap(List::stream)
        .toList();
  }

  private static StepKinds stepKinds(
      ServerSessions sessions,
      Ports ports,
      FenceEnvironment fencing,
      RebuildEnvironment rebuilding) {
    return new StepKinds(
        Stream.of(
                ParallelismSteps.kinds(
                    sessions, ports.knobs(), ports.kept().settings(), CLOCK, Pauses.REAL),
                GapsSteps.kinds(sessions, Pauses.REAL),
                SkipSteps.kinds(sessions, Pauses.REAL),
                SalvageSteps.kinds(sessions, Pauses.REAL),
                BackupSteps.kinds(sessions, ports.kept().backups(), CLOCK, Pauses.REAL),
                FenceSteps.kinds(fencing),
                RebuildSteps.kinds(rebuilding),
                PromotionSteps.kinds(
                    new PromotionEnvironment(sessions, Pauses.REAL, fencing.incidents(), CLOCK)))
            .flatMap(List::stream)
            .toList());
  }

  private static IncidentDesk desk(Ports ports, ServerSessions sessions) {
    JdbcStore store = ports.store();
    Incidents incidents = ports.kept().incidents();
    IncidentReader reader =
        new IncidentReader(
            sessions, incidents, store.bootReports(), ports.discovery()::snapshot, CLOCK);
    return new IncidentDesk(incidents, store.bootReports(), reader, store.audit(), CLOCK);
  }

  private void watchRestarts(Ports ports) {
    Discovery discovery = ports.discovery();
    ReceivedHistory received = new ReceivedHistory(discovery::snapshot);
    discovery.listen(
        received.and(
            new RestartWatch(
                ports.kept().incidents(),
                ports.store().audit(),
                CLOCK,
                incident -> incident.after(received.before(incident)),
                looks::begin)));
    looks.resume();
  }

  private void seeToStarts(Ports ports) {
    Discovery discovery = ports.discovery();
    FirstLook boots =
        new BootWatch(
            new FenceKeeper(
                ports.kept().fences(),
                ports.store().audit(),
                CLOCK,
                address -> discovery.snapshot().find(address).map(Node::address).orElse(address)),
            ports.kept().boots(),
            address -> discovery.snapshot().find(address),
            discovery.flavors()::find);
    discovery.seeToFirst(
        new ReturnWatch(
            boots,
            address -> {
              discovery.snapshot().find(address).map(Node::address).ifPresent(runner::serverIsBack);
              looks.stirred();
              loop.stirred();
            }));
  }

  /** Notices restarts, keeps what is to be fenced so, and looks at what they cost. */
  private void seeToRestarts(Ports ports) {
    looks.listen(loop::stirred);
    watchRestarts(ports);
    seeToStarts(ports);
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
    recovery.close();
    looks.close();
    runner.close();
    sessions.close();
  }
}
