package io.tutti.app;

import io.tutti.analysis.AdviceCatalogue;
import io.tutti.analysis.Analysis;
import io.tutti.announcement.DetectionHooks;
import io.tutti.announcement.FindingAnnouncer;
import io.tutti.discovery.Discovery;
import io.tutti.discovery.FlavorCatalogue;
import io.tutti.discovery.KnownTargets;
import io.tutti.error.OrchestratorException;
import io.tutti.hook.Hooks;
import io.tutti.hook.SentMessages;
import io.tutti.metrics.Metrics;
import io.tutti.metrics.PublishedWorld;
import io.tutti.operation.parallelism.DesiredSettings;
import io.tutti.operation.promotion.FailoverForesight;
import io.tutti.operation.rejoin.FormerLooks;
import io.tutti.reading.BinlogReadings;
import io.tutti.rest.Build;
import io.tutti.rest.Fleet;
import io.tutti.spi.FlavorProvider;
import io.tutti.store.jdbc.JdbcStore;
import io.tutti.topology.Circumstances;
import io.tutti.topology.WorldView;
import io.tutti.world.FindingChanges;
import io.tutti.world.FindingLog;
import io.tutti.world.KeptLabels;
import io.tutti.world.KeptRecords;
import io.tutti.world.PromotionDesk;
import io.tutti.world.Remembrance;
import io.tutti.world.SilenceDesk;
import io.tutti.world.SinceWhen;
import io.tutti.world.World;
import io.tutti.world.WorldPublisher;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * All of a controller but the web: its store, its plugins, the discovery that works with both, and
 * the operations.
 */
record Engine(
    JdbcStore store,
    Discovery discovery,
    WorldPublisher publisher,
    PublishedWorld published,
    Fleet fleet,
    KnownTargets targets,
    Operating operating,
    BinlogReadings readings,
    Hooks hooks,
    Optional<FindingAnnouncer> announcer,
    DetectionHooks detectionHooks)
    implements AutoCloseable {

  /**
   * Opens the store and loads what it holds; no server is contacted before {@link #watch}.
   *
   * @throws OrchestratorException when the store or a setting is not right
   */
  static Engine open(ControllerSettings settings, HomeFolder home, Plugins plugins) {
    List<FlavorProvider> providers = plugins.flavors();
    Hooks hooks =
        ConfiguredHooks.of(settings.hooks(), plugins.hooks(), new SentMessages(Clock.systemUTC()));
    Optional<FindingAnnouncer> announcer = Announcing.of(settings.webhook());
    JdbcStore store = store(settings.store(), home);
    try {
      KnownTargets targets = known(settings, store);
      Discovery discovery = discovery(settings, providers, targets, store);
      KeptRecords kept = new KeptRecords(store.records());
      SinceWhen sinceWhen = new SinceWhen(store.findingTimes());
      KeptLabels labels = new KeptLabels(store.labels(), Clock.systemUTC());
      FormerLooks formerLooks = new FormerLooks();
      World world =
          new World(
              discovery::snapshot,
              kept,
              DesiredSettings.of(providers)::of,
              circumstances(kept, labels, targets, formerLooks, settings),
              new World.Rules(analysis(settings, providers), sinceWhen),
              Clock.systemUTC());
      WorldPublisher publisher = new WorldPublisher(world);
      discovery.listenToChanges(publisher);
      PublishedWorld published = new PublishedWorld(Clock.systemUTC());
      publisher.listen(published);
      DetectionHooks detectionHooks = detectionHooks(hooks, discovery, labels, settings);
      announce(publisher, discovery, announcer, detectionHooks);
      keepWhatIsSeen(publisher, kept, sinceWhen);
      endWhatIsOver(publisher, kept, store);
      return new Engine(
          store,
          discovery,
          publisher,
          published,
          new Fleet(discovery, world, labels, store.audit(), Clock.systemUTC()),
          targets,
          Operating.start(
              new Operating.Opened(
                  store, kept, world, publisher, discovery, labels, targets, hooks, formerLooks),
              settings),
          new BinlogReadings(targets, store.audit(), Clock.systemUTC()),
          hooks,
          announcer,
          detectionHooks);
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private static Analysis analysis(ControllerSettings settings, List<FlavorProvider> providers) {
    return Analysis.of(
        AdviceCatalogue.of(providers),
        settings.findingSettings(),
        new FailoverForesight(settings.capabilities().failover()));
  }

  /** What is in downtime calls none, so that nothing is kept of it. */
  private static DetectionHooks detectionHooks(
      Hooks hooks, Discovery discovery, KeptLabels labels, ControllerSettings settings) {
    return new DetectionHooks(
        hooks, Operating.Opened.hooked(() -> WorldView.of(discovery.snapshot()), labels, settings));
  }

  /** With what was known before. */
  private static Discovery discovery(
      ControllerSettings settings,
      List<FlavorProvider> providers,
      KnownTargets targets,
      JdbcStore store) {
    Discovery discovery =
        new Discovery(
            new FlavorCatalogue(providers),
            targets,
            settings.reading(),
            store.fleet(),
            store.audit(),
            Clock.systemUTC());
    discovery.restore();
    return discovery;
  }

  /** Who hears of findings. */
  private static void announce(
      WorldPublisher publisher,
      Discovery discovery,
      Optional<FindingAnnouncer> announcer,
      DetectionHooks called) {
    Consumer<FindingChanges.Change> heard = new FindingLog().andThen(called);
    publisher.listen(
        new FindingChanges(
            discovery.snapshot(), Clock.systemUTC(), announcer.map(heard::andThen).orElse(heard)));
  }

  private static JdbcStore store(ControllerSettings.Store where, HomeFolder home) {
    return JdbcStore.open(
        where.url().orElseGet(home::storeUrl),
        where.user().orElse(""),
        Secrets.resolve("tutti.store.password", where.password(), where.passwordFile()).orElse(""));
  }

  private static Supplier<Circumstances> circumstances(
      KeptRecords kept,
      KeptLabels labels,
      KnownTargets targets,
      FormerLooks formerLooks,
      ControllerSettings settings) {
    boolean mayAttach = settings.replication().toCore().isPresent();
    return () ->
        new Circumstances(
            labels.tags(),
            labels.aliases(),
            Optional.of(targets.trusted()),
            kept.holds().all(),
            kept.silences().all(),
            mayAttach,
            formerLooks.all());
  }

  /** And a record that was written is published. */
  private static void keepWhatIsSeen(
      WorldPublisher publisher, KeptRecords kept, SinceWhen sinceWhen) {
    kept.listen(publisher::recordsChanged);
    publisher.listen(sinceWhen::keep);
    publisher.listen(new Remembrance(kept.remembered()));
  }

  /** With each view: silences, downtimes, wishes and holds that are over. */
  private static void endWhatIsOver(WorldPublisher publisher, KeptRecords kept, JdbcStore store) {
    SilenceDesk silences = new SilenceDesk(kept, store.audit(), Clock.systemUTC());
    PromotionDesk promotions = new PromotionDesk(kept, store.audit(), Clock.systemUTC());
    publisher.listen(judged -> {
      silences.expire();
      promotions.expire();
    });
  }

  private static KnownTargets known(ControllerSettings settings, JdbcStore store) {
    return new KnownTargets(
        ConfiguredTargets.of(settings),
        store.knownServers(),
        settings.discovery().contactRule(),
        store.audit(),
        Clock.systemUTC());
  }

  /** What is measured, for Prometheus. */
  Metrics metrics(LongSupplier rejectedLogins) {
    Build build = Build.ofThis();
    return new Metrics(
        new Metrics.Sources(
            published,
            discovery.polls(),
            operating.operations().runner()::counts,
            operating.operations().decisions()::counts,
            rejectedLogins,
            store::measured,
            new Metrics.OfProcess(
                build.version(),
                build.commit(),
                build.java(),
                ProcessHandle.current().info().startInstant().orElseGet(Instant::now)),
            Clock.systemUTC()));
  }

  /** Begins to watch what is known. */
  void watch() {
    announcer.ifPresent(FindingAnnouncer::start);
    publisher.start();
    discovery.start();
    operating.keepTime();
  }

  @Override
  public void close() {
    readings.close();
    operating.close();
    publisher.close();
    announcer.ifPresent(FindingAnnouncer::close);
    detectionHooks.close();
    discovery.close();
    store.close();
  }
}
