package io.tutti.sandbox;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.tutti.sandbox.release.ServerRelease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.testcontainers.containers.Container;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/**
 * Runs servers by Testcontainers, on a network of their own where they know each other as {@code
 * s1}, {@code s2} and so on. Testcontainers' own reaper removes them when this process dies.
 */
final class ContainerProvider implements ServerProvider {

  /** Names another image: {@code TUTTI_SANDBOX_IMAGE_MYSQL_8_0_15=mirror/mysql:8.0.15}. */
  private static final String IMAGE_VARIABLE_PREFIX = "TUTTI_SANDBOX_IMAGE_";

  private static final int SERVER_PORT = 3306;
  private static final Duration START_TIME_MAX = Duration.ofMinutes(3);

  private final Network network = Network.newNetwork();
  private final Queue<Container<?>> containers = new ConcurrentLinkedQueue<>();

  /** The image that runs a release. */
  static DockerImageName imageOf(ServerRelease release) {
    String configured = System.getenv(IMAGE_VARIABLE_PREFIX + release.name());
    return DockerImageName.parse(
        configured == null || configured.isBlank()
            ? release.family().prefix() + ":" + release.version()
            : configured);
  }

  @Override
  public void prepare(NodeSettings settings) {
    // Testcontainers fetches images when the first container needs them.
  }

  @Override
  public SandboxServer create(NodeSettings settings) {
    String alias = alias(settings.node());
    int hostPort = FreePorts.next();
    ServerOptions options = new ServerOptions(settings.release());
    List<String> words = new ArrayList<>();
    options.storage().forEach(option -> words.add("--" + option));
    options
        .replication(settings, hostPort, new ServerAddress(alias, SERVER_PORT))
        .forEach(option -> words.add("--" + option));
    words.add("--skip-name-resolve");
    String password = SandboxAccount.ADMIN.password();
    GenericContainer<?> container =
        new GenericContainer<>(imageOf(settings.release()))
            .withNetwork(network)
            .withNetworkAliases(alias)
            .withEnv("MYSQL_ROOT_PASSWORD", password)
            .withEnv("MARIADB_ROOT_PASSWORD", password)
            .withEnv("MYSQL_ROOT_HOST", "%")
            .withEnv("MYSQL_INITDB_SKIP_TZINFO", "1")
            .withCommand(words.toArray(String[]::new))
            .withCreateContainerCmdModifier(command -> publish(command.getHostConfig(), hostPort))
            .withExposedPorts(SERVER_PORT)
            .waitingFor(new Logins())
            .withStartupTimeout(START_TIME_MAX);
    containers.add(container);
    container.start();
    SandboxServer server =
        new ContainerServer(
            settings.node(),
            settings.release(),
            container,
            new ServerAddress(container.getHost(), hostPort));
    createReplicationAccount(server);
    return server;
  }

  /** A fixed port, because the engine chooses a new one at each start of a container. */
  private static void publish(HostConfig host, int hostPort) {
    host.withPortBindings(
        new PortBinding(
            Ports.Binding.bindIpAndPort("127.0.0.1", hostPort), new ExposedPort(SERVER_PORT)));
  }

  private static void createReplicationAccount(SandboxServer server) {
    SandboxAccount account = SandboxAccount.REPLICATION;
    server.execute(
        "SET SESSION sql_log_bin=0",
        "CREATE USER '%s'@'%%' IDENTIFIED BY '%s'".formatted(account, account.password()),
        "GRANT REPLICATION SLAVE ON *.* TO '%s'@'%%'".formatted(account));
  }

  private static String alias(int node) {
    return String.format(Locale.ROOT, "s%d", node);
  }

  @Override
  public ServerAddress addressForReplicas(SandboxServer server) {
    return new ServerAddress(alias(server.node()), SERVER_PORT);
  }

  @Override
  public void close() {
    List<AutoCloseable> parts = new ArrayList<>();
    containers.forEach(container -> parts.add(((GenericContainer<?>) container)::stop));
    parts.add(network);
    Sandbox.closeAll(parts);
  }

  /** Ready means that the administrator can log in from outside; images restart once before. */
  private static final class Logins extends AbstractWaitStrategy {
    @Override
    protected void waitUntilReady() {
      ServerAddress address =
          new ServerAddress(
              waitStrategyTarget.getHost(), waitStrategyTarget.getMappedPort(SERVER_PORT));
      if (!ContainerServer.acceptsLogins(address, startupTimeout)) {
        throw new SandboxException(
            "The container at %s does not accept logins. Its log:%n%s"
                .formatted(address, waitStrategyTarget.getLogs()));
      }
    }
  }
}
