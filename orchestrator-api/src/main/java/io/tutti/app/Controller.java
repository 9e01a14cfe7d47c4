package io.tutti.app;

import io.tutti.analysis.Analysis;
import io.tutti.analysis.FindingCatalogue;
import io.tutti.app.HomeFolder.RunningController;
import io.tutti.discovery.Discovery;
import io.tutti.discovery.FlavorCatalogue;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.rest.Fleet;
import io.tutti.security.AccessToken;
import io.tutti.spi.FlavorProvider;
import io.tutti.store.jdbc.JdbcStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A running controller.
 *
 * <ol>
 *   <li>Open the store, load what it holds, and begin to watch it.
 *   <li>Start the web server, and wait until it listens.
 *   <li>Write {@code controller.json}, so that clients on this machine find it.
 *   <li>Discover the seeds.
 * </ol>
 */
final class Controller implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Controller.class);

  private final HomeFolder home;
  private final JdbcStore store;
  private final Discovery discovery;
  private final ConfigurableApplicationContext web;
  private final String url;
  private final Optional<String> newToken;

  private Controller(
      HomeFolder home,
      JdbcStore store,
      Discovery discovery,
      ConfigurableApplicationContext web,
      String url,
      Optional<String> newToken) {
    this.home = home;
    this.store = store;
    this.discovery = discovery;
    this.web = web;
    this.url = url;
    this.newToken = newToken;
  }

  /**
   * @param providers the plugins
   * @throws OrchestratorException when it cannot start, with the remedy
   */
  static Controller start(ControllerSettings settings, List<FlavorProvider> providers) {
    HomeFolder home = HomeFolder.at(settings.home());
    Token token = Token.of(settings, home);
    JdbcStore store = openStore(settings, home);
    Discovery discovery =
        new Discovery(
            new FlavorCatalogue(providers),
            ConfiguredTargets.of(settings),
            settings.discovery().toCore(),
            store.fleet(),
            store.audit(),
            Clock.systemUTC());
    try {
      discovery.start();
      Fleet fleet =
          new Fleet(
              discovery, new Analysis(FindingCatalogue.rules()), store.audit(), Clock.systemUTC());
      ConfigurableApplicationContext web = startWeb(settings, fleet, token.token());
      int port = web.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
      String url = "http://" + urlHost(settings.http().address()) + ":" + port;
      Controller controller = new Controller(home, store, discovery, web, url, token.shownOnce());
      home.announce(new RunningController(url, ProcessHandle.current().pid(), Instant.now()));
      settings.seeds().forEach(controller::discoverSeed);
      return controller;
    } catch (RuntimeException e) {
      discovery.close();
      store.close();
      throw e;
    }
  }

  private static JdbcStore openStore(ControllerSettings settings, HomeFolder home) {
    ControllerSettings.Store store = settings.store();
    return JdbcStore.open(
        store.url().orElseGet(home::storeUrl),
        store.user().orElse(""),
        Secrets.resolve("tutti.store.password", store.password(), store.passwordFile()).orElse(""));
  }

  private static ConfigurableApplicationContext startWeb(
      ControllerSettings settings, Fleet fleet, AccessToken token) {
    SpringApplication application = new SpringApplication(ControllerApplication.class);
    application.setMainApplicationClass(ControllerApplication.class);
    application.setRegisterShutdownHook(false);
    application.addInitializers(context -> {
      context.getBeanFactory().registerSingleton("fleet", fleet);
      context.getBeanFactory().registerSingleton("accessToken", token);
    });
    application.setDefaultProperties(springProperties(settings));
    try {
      return application.run();
    } catch (RuntimeException e) {
      throw portInUse(e)
          .<RuntimeException>map(inUse ->
              new OrchestratorException(
                  ErrorCode.INVALID_CONFIGURATION,
                  "tutti.http.port",
                  "Port %d is in use by another program.".formatted(inUse.getPort()),
                  List.of("set TUTTI_HTTP_PORT to another one, or to 0 for any free one"),
                  e))
          .orElse(e);
    }
  }

  private static Map<String, Object> springProperties(ControllerSettings settings) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("server.port", settings.http().port());
    properties.put("server.address", settings.http().address());
    return properties;
  }

  private static Optional<PortInUseException> portInUse(
      @org.jspecify.annotations.Nullable Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof PortInUseException inUse) {
        return Optional.of(inUse);
      }
    }
    return Optional.empty();
  }

  private static String urlHost(String address) {
    boolean everywhere = address.equals("0.0.0.0") || address.equals("::");
    String host = everywhere ? "127.0.0.1" : address;
    return host.contains(":") ? "[" + host + "]" : host;
  }

  private void discoverSeed(String seed) {
    try {
      discovery
          .discover(InstanceAddress.parse(seed), "tutti.seeds")
          .exceptionally(e -> {
            LOG.warn("The seed {} could not be discovered: {}", seed, e.getMessage());
            return null;
          });
    } catch (IllegalArgumentException e) {
      throw new OrchestratorException(
          ErrorCode.INVALID_CONFIGURATION,
          "tutti.seeds",
          "The setting tutti.seeds is not right: " + e.getMessage() + ".",
          List.of("write HOST:PORT"),
          e);
    }
  }

  String url() {
    return url;
  }

  /** The token, when it was made at this start; to be printed once. */
  Optional<String> newToken() {
    return newToken;
  }

  @Override
  public void close() {
    home.withdraw(ProcessHandle.current().pid());
    web.close();
    discovery.close();
    store.close();
  }

  /** The token in force, and whether it must be shown. */
  private record Token(AccessToken token, Optional<String> shownOnce) {

    static Token of(ControllerSettings settings, HomeFolder home) {
      Optional<String> configured =
          Secrets.resolve("tutti.token", settings.token(), settings.tokenFile());
      if (configured.isPresent()) {
        return new Token(new AccessToken(configured.get()), Optional.empty());
      }
      try {
        if (Files.exists(home.tokenFile())) {
          return new Token(new AccessToken(Files.readString(home.tokenFile())), Optional.empty());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      AccessToken made = AccessToken.random();
      home.writePrivately(home.tokenFile(), made.reveal() + "\n");
      return new Token(made, Optional.of(made.reveal()));
    }
  }
}
