package io.tutti.app;

import io.tutti.capability.Capabilities;
import io.tutti.capability.Ports;
import io.tutti.catalogue.CapabilityCatalogue;
import io.tutti.discovery.Discovery;
import io.tutti.discovery.ReturnWatch;
import io.tutti.discovery.RoleLog;
import io.tutti.discovery.Targets;
import io.tutti.hook.HookedServers;
import io.tutti.hook.Hooks;
import io.tutti.operation.ActingLocks;
import io.tutti.operation.OperationHooks;
import io.tutti.operation.OperationRunner;
import io.tutti.operation.Pauses;
import io.tutti.operation.crash.IncidentInvestigator;
import io.tutti.operation.crash.ReceivedHistory;
import io.tutti.operation.crash.RestartWatch;
import io.tutti.operation.fence.StartupWatch;
import io.tutti.operation.promotion.FailoverSettings;
import io.tutti.operation.rejoin.FormerLooks;
import io.tutti.operation.server.ReadySessions;
import io.tutti.operation.server.ServerLocks;
import io.tutti.operation.server.ServerSessions;
import io.tutti.plan.Operation;
import io.tutti.plan.Urgency;
import io.tutti.recovery.Decisions;
import io.tutti.recovery.RecoveryLoop;
import io.tutti.recovery.RecoveryThread;
import io.tutti.rest.Fleet;
import io.tutti.rest.Operations;
import io.tutti.rollout.Rollouts;
import io.tutti.rollout.engine.RolloutReports;
import io.tutti.rollout.engine.RolloutThread;
import io.tutti.store.jdbc.JdbcStore;
import io.tutti.timing.Timetable;
import io.tutti.timing.When;
import io.tutti.topology.Node;
import io.tutti.topology.WorldView;
import io.tutti.world.KeptLabels;
import io.tutti.world.KeptPlaces;
import io.tutti.world.KeptRecords;
import io.tutti.world.PromotionDesk;
import io.tutti.world.World;
import io.tutti.world.WorldPublisher;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What acts on servers: the runner of operations with all that can be planned and done. */
final class Operating implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Operating.class);

  /** How late an operation goes on that waits for a store or a server to be back. */
  private static final Duration RESUME_INTERVAL = Duration.ofSeconds(5);

  /** Once all known servers are being read: that is wanted sooner. */
  private static final Duration PREPARED_AFTER = Duration.ofSeconds(2);

  private static final Duration READY_INTERVAL = Duration.ofSeconds(1);

  private static final Clock CLOCK = Clock.systemUTC();

  private final OperationRunner runner;
  private final ServerSessions sessions;
  private final Ports ports;
  private final Operations operations;
  private final IncidentInvestigator looks;
  private final Scheduling scheduling;
  private final RolloutThread rollouts;

  private final ScheduledExecutorService tick =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("operations-resume").factory());

  private final RecoveryLoop loop;
  private final RecoveryThread recovery;
  private final List<Runnable> closing = new ArrayList<>();

  private Operating(
      ServerSessions sessions,
      Ports ports,
      Operations operations,
      RecoveryLoop loop,
      JdbcStore store) {
    this.runner = operations.runner();
    this.sessions = sessions;
    this.ports = ports;
    this.operations = operations;
    this.loop = loop;
    this.recovery = new RecoveryThread(loop, CLOCK);
    this.looks = IncidentInvestigator.of(ports);
    this.scheduling = new Scheduling(store, CLOCK);
    this.rollouts =
        RolloutThread.start(
            ports,
            runner,
            new RolloutThread.Stored(store.rolloutRuns(), store.rolloutReadings()),
            scheduling);
    scheduling.onDue(Scheduling.ROLLOUT, id -> rollouts.wake());
    DriftSchedule drift = new DriftSchedule(ports.world(), runner, CLOCK);
    scheduling.onDue(DriftSchedule.ID.kind(), id -> drift.due());
  }

  /** What was opened before. */
  record Opened(
      JdbcStore store,
      KeptRecords kept,
      World world,
      WorldPublisher publisher,
      Discovery discovery,
      KeptLabels labels,
      Targets targets,
      Hooks hooks,
      FormerLooks formerLooks) {

    static HookedServers hooked(
        Supplier<WorldView> world, KeptLabels labels, ControllerSettings settings) {
      FailoverSettings failover = settings.capabilities().failover();
      return new HookedServers(
          world,
          labels::aliases,
          (snapshot, cluster) -> failover.actsOn(snapshot, labels.aliases(), cluster));
    }

    Ports ports(
        ServerSessions sessions,
        ControllerSettings settings,
        IntFunction<List<Operation>> operations) {
      return new Ports(
          sessions,
          new ServerLocks(sessions, discovery::snapshot),
          discovery.flavors(),
          settings.replication().toCore(),
          new Ports.Known(
              discovery::snapshot,
              world::view,
              discovery::mayAnswer,
              PromotionDesk.over(labels::tagsOf, kept, CLOCK),
              labels::aliases,
              discovery::hasReconnected,
              KeptPlaces.of(discovery, labels, settings.failover().placeTags())),
          new Ports.Stored(
              kept, store.fleet(), store.bootReports(), store.audit(), store.tunings(), operations),
          CLOCK,
          Pauses.REAL);
    }
  }

  /** Takes up at once what an earlier controller left unfinished. */
  static Operating start(Opened opened, ControllerSettings settings) {
    Times times = Times.of(settings);
    ServerSessions sessions =
        new ServerSessions(opened.discovery().flavors(), opened.targets(), CLOCK);
    AtomicReference<IntFunction<List<Operation>>> kept = new AtomicReference<>(atMost -> List.of());
    Ports ports =
        opened.ports(
            sessions, settings, atMost -> Objects.requireNonNull(kept.get()).apply(atMost));
    Capabilities able = CapabilityCatalogue.all(ports, settings.capabilities());
    OperationRunner runner =
        runner(
            opened.store(),
            able,
            ports.acting(),
            settings,
            new OperationHooks(
                opened.hooks(), Opened.hooked(opened.world()::view, opened.labels(), settings)));
    kept.set(runner::latest);
    Decisions decisions = new Decisions(ports.stored().audit(), CLOCK);
    Operating operating =
        new Operating(
            sessions,
            ports,
            new Operations(runner, ports, decisions),
            new RecoveryLoop(
                able.recoveries(),
                new RecoveryLoop.Ports(
                    runner,
                    ports.world(),
                    decisions,
                    CLOCK,
                    RecoveryThread::lane,
                    RecoveryThread.lane(Urgency.PROTECTION))),
            opened.store());
    operating.keepTimes(opened, times);
    operating.seeToRestarts(opened.discovery(), settings.capabilities().failover());
    // Whoever asks next, as the server that was just promoted dies, is to hear of it as it is.
    runner.whenEnded(operation ->
        operation.plan().scope().instances().forEach(opened.discovery()::contactAgain));
    operating.tick.scheduleWithFixedDelay(
        operating::resume, 0, RESUME_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    operating.lookAtFormerSources(opened);
    operating.recoverWhatIsFound(opened.publisher());
    operating.keepReady(settings);
    operating.tick.schedule(operating::prepare, PREPARED_AFTER.toMillis(), TimeUnit.MILLISECONDS);
    return operating;
  }

  /**
   * What the settings say is to begin at certain times. They are judged before anything is started:
   * nothing of a controller that cannot start stays.
   */
  private record Times(
      Map<String, BackupWindows.Window> backups,
      Map<String, FleetReporting.Wanted> reports,
      Optional<When> drift) {
    static Times of(ControllerSettings settings) {
      return new Times(
          BackupWindows.windows(settings.backups()),
          FleetReporting.wanted(settings.reports()),
          settings.parallelism().reapplying());
    }
  }

  private void keepTimes(Opened opened, Times times) {
    BackupWindows backups = new BackupWindows(times.backups(), ports, runner);
    Fleet fleet =
        new Fleet(
            opened.discovery(), opened.world(), opened.labels(), opened.store().audit(), CLOCK);
    FleetReporting reports = new FleetReporting(times.reports(), fleet, rollouts());
    scheduling.onDue(BackupWindows.KIND, backups::due);
    scheduling.onDue(FleetReporting.KIND, reports::due);
    scheduling.beforeStart(() -> {
      DriftSchedule.keep(scheduling, times.drift());
      scheduling.keepExactly(BackupWindows.KIND, backups.schedules());
      scheduling.keepExactly(FleetReporting.KIND, reports.schedules());
    });
    closing.add(backups::close);
    closing.add(reports::close);
  }

  static OperationRunner runner(
      JdbcStore store,
      Capabilities able,
      ActingLocks acting,
      ControllerSettings settings,
      OperationHooks hooks) {
    return new OperationRunner(
        able.plannings(),
        able.stepKinds(),
        settings.operations().toCore(),
        new OperationRunner.Environment(
            store.journal(able.kinds()),
            store.topologyLock(),
            store.audit(),
            CLOCK,
            Pauses.REAL,
            able.reservations(),
            hooks,
            acting));
  }

  private void lookAtFormerSources(Opened opened) {
    opened.publisher().listen(judged -> opened.formerLooks().lookAt(judged.view(), ports));
    closing.add(opened.formerLooks()::close);
  }

  /** A record that was written is looked at before anybody publishes it. */
  private void recoverWhatIsFound(WorldPublisher publisher) {
    ports.records().listen(recovery::wake);
    publisher.listen(world -> recovery.wake());
    publisher.listenToSigns(recovery::wake);
    recovery.start();
  }

  /** Where a source is failed over by itself, no client waits until its replicas let us log in. */
  private void keepReady(ControllerSettings settings) {
    FailoverSettings failover = settings.capabilities().failover();
    ReadySessions ready =
        new ReadySessions(
            sessions,
            () ->
                failover.replicasToAct(
                    ports.known().topology().get(), ports.known().aliases().get()),
            CLOCK);
    tick.scheduleWithFixedDelay(
        () -> keepReady(ready), 0, READY_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void prepare() {
    try {
      runner.prepare();
    } catch (RuntimeException e) {
      LOG.warn("The first operation will take longer to begin", e);
    }
  }

  private static void keepReady(ReadySessions ready) {
    try {
      ready.look();
    } catch (RuntimeException e) {
      LOG.warn("Whom to have sessions ready with could not be found out; it is tried again", e);
    }
  }

  private void watchRestarts(Discovery discovery) {
    ReceivedHistory received = new ReceivedHistory(discovery::snapshot);
    discovery.listen(
        received
            .and(
                new RestartWatch(
                    ports.records().incidents(),
                    ports.stored().audit(),
                    CLOCK,
                    incident -> incident.after(received.before(incident)),
                    looks::begin))
            .and(new RoleLog()));
    looks.resume();
  }

  private void seeToStarts(Discovery discovery, FailoverSettings failover) {
    discovery.seeToFirst(
        new ReturnWatch(
            StartupWatch.of(ports),
            address -> {
              discovery.snapshot().find(address).map(Node::address).ifPresent(runner::serverIsBack);
              looks.stirred();
              loop.stirred();
            },
            address ->
                failover.actsOnSource(
                    discovery.snapshot(), ports.known().aliases().get(), address)));
  }

  /** Notices restarts, keeps what is to be fenced so, and looks at what they cost. */
  private void seeToRestarts(Discovery discovery, FailoverSettings failover) {
    looks.listen(loop::stirred);
    watchRestarts(discovery);
    seeToStarts(discovery, failover);
  }

  private void resume() {
    try {
      runner.resumeUnfinished().forEach(id -> LOG.info("Operation {} is resumed", id));
      sessions.closeIdle();
    } catch (RuntimeException e) {
      LOG.warn("Unfinished operations could not be read; it is tried again", e);
    }
  }

  Operations operations() {
    return operations;
  }

  Rollouts rollouts() {
    return rollouts.rollouts();
  }

  RolloutReports rolloutReports() {
    return rollouts.reports();
  }

  Timetable timetable() {
    return scheduling;
  }

  /** What is to begin at a certain time begins from now on. */
  void keepTime() {
    scheduling.start();
  }

  @Override
  public void close() {
    scheduling.close();
    closing.forEach(Runnable::run);
    rollouts.close();
    tick.shutdownNow();
    recovery.close();
    looks.close();
    runner.close();
    sessions.close();
  }
}
