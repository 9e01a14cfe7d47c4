package io.tutti.app;

import io.tutti.app.HomeFolder.RunningController;
import io.tutti.discovery.KnownTargets;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.eventlog.EventLog;
import io.tutti.hook.Hooks;
import io.tutti.metrics.Metrics;
import io.tutti.model.InstanceAddress;
import io.tutti.reading.BinlogReadings;
import io.tutti.rest.Build;
import io.tutti.rest.DataFolder;
import io.tutti.rest.Doors;
import io.tutti.rest.Fleet;
import io.tutti.rest.Operations;
import io.tutti.rollout.Rollouts;
import io.tutti.rollout.engine.RolloutReports;
import io.tutti.security.AccessToken;
import io.tutti.security.FailedLogins;
import io.tutti.security.TokenRegister;
import io.tutti.timing.Timetable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * A running controller.
 *
 * <ol>
 *   <li>Open the engine (store, plugins, what was known), and at the same time start the web
 *       server, which begins to listen when both are ready.
 *   <li>Write {@code controller.json}, so that clients on this machine find it.
 *   <li>Watch what is known, and discover the seeds: only now, because connecting to a whole fleet
 *       takes more of the processor than all before.
 * </ol>
 */
final class Controller implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Controller.class);

  private final HomeFolder home;
  private final Engine engine;
  private final ConfigurableApplicationContext web;
  private final String url;
  private final Optional<String> newToken;
  private final HeapShare heap;

  private Controller(
      HomeFolder home,
      Engine engine,
      ConfigurableApplicationContext web,
      String url,
      Optional<String> newToken) {
    this.home = home;
    this.engine = engine;
    this.web = web;
    this.url = url;
    this.newToken = newToken;
    this.heap = HeapShare.watch();
  }

  /**
   * @param plugins loads the plugins
   * @throws OrchestratorException when it cannot start, with the remedy
   */
  static Controller start(ControllerSettings settings, Supplier<Plugins> plugins) {
    List<InstanceAddress> seeds = seeds(settings);
    HomeFolder home = HomeFolder.at(settings.home());
    home.close();
    Listener listener = new Listener(settings.http());
    Probes probes = new Probes(settings.management());
    Token token = Token.of(settings, home);
    FutureTask<Engine> engine = new FutureTask<>(() -> Engine.open(settings, home, plugins.get()));
    Thread.ofPlatform().name("engine-start").start(engine);
    try {
      ConfigurableApplicationContext web =
          startWeb(new DataFolder(home.path()), listener, probes, engine, token.token());
      int port = web.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
      String url = listener.url(port);
      home.announce(
          new RunningController(
              url, ProcessHandle.current().pid(), Instant.now(), listener.certificate()));
      Controller controller = new Controller(home, await(engine), web, url, token.shownOnce());
      controller.noteStart();
      controller.engine.watch();
      seeds.forEach(controller::discoverSeed);
      return controller;
    } catch (RuntimeException e) {
      closeIfStarted(engine, e);
      throw e;
    }
  }

  private void noteStart() {
    Build build = Build.ofThis();
    int known = engine.discovery().snapshot().nodes().size();
    EventLog.note(
        "controller.started",
        url,
        "Tutti %s (%s), process %d, knows %s."
            .formatted(
                build.version(),
                build.commit(),
                ProcessHandle.current().pid(),
                known == 1 ? "1 server" : known + " servers"));
  }

  private static List<InstanceAddress> seeds(ControllerSettings settings) {
    try {
      return settings.seeds().stream().map(InstanceAddress::parse).toList();
    } catch (IllegalArgumentException e) {
      throw new OrchestratorException(
          ErrorCode.INVALID_CONFIGURATION,
          "tutti.seeds",
          "The setting tutti.seeds is not valid: " + e.getMessage() + ".",
          List.of("write HOST:PORT"),
          e);
    }
  }

  private static Engine await(FutureTask<Engine> engine) {
    try {
      return engine.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while starting", e);
    }
  }

  private static void closeIfStarted(FutureTask<Engine> engine, RuntimeException cause) {
    try {
      await(engine).close();
    } catch (RuntimeException e) {
      if (e != cause) {
        cause.addSuppressed(e);
      }
    }
  }

  private static ConfigurableApplicationContext startWeb(
      DataFolder folder,
      Listener listener,
      Probes probes,
      FutureTask<Engine> engine,
      AccessToken token) {
    SpringApplication application = new SpringApplication(ControllerApplication.class);
    application.setMainApplicationClass(ControllerApplication.class);
    application.setRegisterShutdownHook(false);
    FailedLogins failures = new FailedLogins();
    application.addInitializers(context -> {
      context.getBeanFactory().registerSingleton("failedLogins", failures);
      context.getBeanFactory().registerSingleton("doors", doors(engine, token));
      context.getBeanFactory().registerSingleton("dataFolder", folder);
      context.getBeanFactory().registerSingleton("health", ControllerHealth.of(engine));
      ((GenericApplicationContext) context)
          .registerBean("fleet", Fleet.class, () -> await(engine).fleet());
      ((GenericApplicationContext) context)
          .registerBean("targets", KnownTargets.class, () -> await(engine).targets());
      ((GenericApplicationContext) context)
          .registerBean(
              "operations", Operations.class, () -> await(engine).operating().operations());
      ((GenericApplicationContext) context)
          .registerBean("rollouts", Rollouts.class, () -> await(engine).operating().rollouts());
      ((GenericApplicationContext) context)
          .registerBean(
              "rolloutReports",
              RolloutReports.class,
              () -> await(engine).operating().rolloutReports());
      ((GenericApplicationContext) context)
          .registerBean("timetable", Timetable.class, () -> await(engine).operating().timetable());
      ((GenericApplicationContext) context)
          .registerBean("readings", BinlogReadings.class, () -> await(engine).readings());
      ((GenericApplicationContext) context)
          .registerBean("hooks", Hooks.class, () -> await(engine).hooks());
      ((GenericApplicationContext) context)
          .registerBean(
              "metrics",
              Metrics.class,
              () -> await(engine).metrics(failures::number),
              definition -> definition.setLazyInit(true));
    });
    application.addInitializers(probes);
    Map<String, Object> properties = new HashMap<>(listener.springProperties());
    properties.putAll(probes.springProperties());
    application.setDefaultProperties(properties);
    try {
      return application.run();
    } catch (RuntimeException e) {
      throw explained(e);
    }
  }

  private static RuntimeException explained(RuntimeException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof OrchestratorException known) {
        return known;
      }
      if (cause instanceof PortInUseException inUse) {
        return new OrchestratorException(
            ErrorCode.INVALID_CONFIGURATION,
            "tutti.http.port",
            "Port %d is in use by another program.".formatted(inUse.getPort()),
            List.of(
                "set TUTTI_HTTP_PORT (or TUTTI_MANAGEMENT_PORT) to another one, or to 0 for any"
                    + " free one"),
            e);
      }
    }
    return e;
  }

  private static Doors doors(FutureTask<Engine> engine, AccessToken token) {
    Clock clock = Clock.systemUTC();
    return new Doors(
        new TokenRegister(token, () -> await(engine).store().tokens(), clock),
        () -> await(engine).store().audit(),
        clock);
  }

  private void discoverSeed(InstanceAddress seed) {
    engine
        .discovery()
        .discoverSeed(seed, "tutti.seeds")
        .exceptionally(e -> {
          LOG.warn("The seed {} could not be read, and is tried again: {}", seed, e.getMessage());
          return null;
        });
  }

  Engine engine() {
    return engine;
  }

  String url() {
    return url;
  }

  /** The port on which probes are answered, when there is one. */
  Optional<Integer> probesPort() {
    return Optional.ofNullable(
        web.getEnvironment().getProperty("local.management.port", Integer.class));
  }

  /** The token, when it was made at this start; to be printed once. */
  Optional<String> newToken() {
    return newToken;
  }

  @Override
  public void close() {
    heap.close();
    home.withdraw(ProcessHandle.current().pid());
    web.close();
    engine.close();
    EventLog.note(
        "controller.stopped", url, "Process %d.".formatted(ProcessHandle.current().pid()));
  }

  /** The token in force, and whether it must be shown. */
  private record Token(AccessToken token, Optional<String> shownOnce) {

    static Token of(ControllerSettings settings, HomeFolder home) {
      Optional<String> configured =
          Secrets.resolve("tutti.token", settings.token(), settings.tokenFile());
      if (configured.isPresent()) {
        return new Token(strong(configured.get()), Optional.empty());
      }
      try {
        if (Files.exists(home.tokenFile())) {
          return new Token(strong(Files.readString(home.tokenFile())), Optional.empty());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      AccessToken made = AccessToken.random();
      home.writePrivately(home.tokenFile(), made.reveal() + "\n");
      return new Token(made, Optional.of(made.reveal()));
    }

    private static AccessToken strong(String text) {
      try {
        return new AccessToken(text);
      } catch (IllegalArgumentException e) {
        throw new OrchestratorException(
            ErrorCode.INVALID_CONFIGURATION,
            "tutti.token",
            "The token can be guessed: " + e.getMessage() + ".",
            List.of(
                "leave tutti.token out, and one is made and kept in the data folder",
                "take what \"head -c 32 /dev/urandom | base64\" prints"),
            e);
      }
    }
  }
}
