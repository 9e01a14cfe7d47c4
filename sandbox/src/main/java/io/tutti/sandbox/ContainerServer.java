package io.tutti.sandbox;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import io.tutti.sandbox.release.ServerRelease;
import java.nio.file.Path;
import java.time.Duration;
import org.testcontainers.containers.GenericContainer;

/** A server that runs as a container. Its files are the engine's, so they have no local path. */
final class ContainerServer implements SandboxServer {

  private static final Duration START_TIME_MAX = Duration.ofSeconds(90);
  private static final int STOP_SECONDS_MAX = 60;

  private final int node;
  private final ServerRelease release;
  private final GenericContainer<?> container;
  private final ServerAddress address;

  ContainerServer(
      int node, ServerRelease release, GenericContainer<?> container, ServerAddress address) {
    this.node = node;
    this.release = release;
    this.container = container;
    this.address = address;
  }

  /** Waits until the administrator can log in. */
  static boolean acceptsLogins(ServerAddress address, Duration timeMax) {
    SqlAccess access = new SqlAccess(address);
    return Polling.until(
        timeMax,
        () -> {
          try {
            return !access.query("SELECT 1").isEmpty();
          } catch (SandboxException notYet) {
            return false;
          }
        });
  }

  @Override
  public int node() {
    return node;
  }

  @Override
  public ServerRelease release() {
    return release;
  }

  @Override
  public ServerAddress address() {
    return address;
  }

  private DockerClient engine() {
    return container.getDockerClient();
  }

  private ContainerState state() {
    return engine().inspectContainerCmd(container.getContainerId()).exec().getState();
  }

  @Override
  public boolean isRunning() {
    return Boolean.TRUE.equals(state().getRunning());
  }

  @Override
  public long pid() {
    Long pid = state().getPidLong();
    if (pid == null || pid == 0) {
      throw new SandboxException("The server %s does not run".formatted(this));
    }
    return pid;
  }

  /**
   * Starts the stopped container again.
   *
   * @throws IllegalArgumentException when given options: a container keeps the ones it was made
   *     with
   */
  @Override
  public void start(String... extraOptions) {
    if (extraOptions.length > 0) {
      throw new IllegalArgumentException(
          "A container keeps the options it was made with; use processes for options of one run.");
    }
    if (isRunning()) {
      throw new SandboxException("The server %s already runs".formatted(this));
    }
    engine().startContainerCmd(container.getContainerId()).exec();
    if (!acceptsLogins(address, START_TIME_MAX)) {
      throw new SandboxException("%s does not accept logins. Its log:%n%s".formatted(this, log()));
    }
  }

  @Override
  public void stop() {
    if (isRunning()) {
      engine().stopContainerCmd(container.getContainerId()).withTimeout(STOP_SECONDS_MAX).exec();
    }
  }

  @Override
  public void killHard() {
    if (isRunning()) {
      engine().killContainerCmd(container.getContainerId()).withSignal("KILL").exec();
      if (!Polling.until(START_TIME_MAX, () -> !isRunning())) {
        throw new SandboxException("The container of %s does not end".formatted(this));
      }
    }
  }

  @Override
  public void freeze() {
    engine().pauseContainerCmd(container.getContainerId()).exec();
  }

  @Override
  public void thaw() {
    engine().unpauseContainerCmd(container.getContainerId()).exec();
  }

  @Override
  public String log() {
    return container.getLogs();
  }

  @Override
  public Path dataDirectory() {
    throw noLocalPath();
  }

  @Override
  public Path configurationFile() {
    throw noLocalPath();
  }

  private UnsupportedOperationException noLocalPath() {
    return new UnsupportedOperationException(
        "The files of %s are inside its container; use processes where files are needed."
            .formatted(this));
  }

  @Override
  public String toString() {
    return "%d (%s in a container at %s)".formatted(node, release, address);
  }
}
