package io.tutti.sandbox;

import io.tutti.sandbox.binaries.InstalledServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A server that runs as a process of this machine. */
final class ProcessServer implements SandboxServer {

  /** Somebody took the chosen port first this often: then something else is wrong. */
  private static final int PORT_ATTEMPTS_MAX = 5;

  private final int node;
  private final ServerRelease release;
  private final ServerProcess process;
  private final ServerAddress address;

  private ProcessServer(
      int node, ServerRelease release, ServerProcess process, ServerAddress address) {
    this.node = node;
    this.release = release;
    this.process = process;
    this.address = address;
  }

  /**
   * Makes a new server from a template and starts it.
   *
   * @param folder the server's own folder, which must exist and be empty
   */
  static ProcessServer create(
      NodeSettings settings, InstalledServer server, Path template, Path folder) {
    ServerProcess process = new ServerProcess(server, folder);
    OwnHost.at(settings.listensOn()).ifPresent(host -> process.isRunBy(host.command()));
    ServerOptions options = new ServerOptions(server.release());
    process.configure(List.of());
    Path data = process.folder().resolve("data");
    DataTemplates.copy(template, data);
    if (settings.release().family() == ServerFamily.MYSQL) {
      identify(data);
    }
    for (int attempt = 1; ; attempt++) {
      int port = FreePorts.next();
      List<String> lines = new ArrayList<>(options.storage());
      lines.addAll(options.process(server, folder, port));
      ServerAddress address = new ServerAddress(settings.listensOn(), port);
      lines.addAll(options.replication(settings, port, address));
      process.configure(lines);
      process.launch(List.of());
      try {
        process.awaitLogins(address);
        return new ProcessServer(settings.node(), settings.release(), process, address);
      } catch (SandboxException e) {
        if (attempt == PORT_ATTEMPTS_MAX || !process.foundItsPortTaken()) {
          throw e;
        }
      }
    }
  }

  /**
   * Two servers of 5.6.14 that start in the same moment may choose the same UUID for themselves,
   * and do not replicate from each other then (error 1593, seen once in some thousand starts).
   */
  private static void identify(Path data) {
    try {
      Files.writeString(
          data.resolve("auto.cnf"), "[auto]%nserver-uuid=%s%n".formatted(UUID.randomUUID()));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot give the server in %s a UUID".formatted(data), e);
    }
  }

  /** Takes over a server that was made earlier in its folder, running or not. */
  static ProcessServer existing(int node, InstalledServer server, Path folder, int port) {
    return new ProcessServer(
        node,
        server.release(),
        new ServerProcess(server, folder),
        new ServerAddress("127.0.0.1", port));
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

  @Override
  public boolean isRunning() {
    return process.isRunning();
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public void start(String... extraOptions) {
    process.launch(List.of(extraOptions));
    process.awaitLogins(address());
  }

  @Override
  public void stop() {
    process.stop();
  }

  @Override
  public void killHard() {
    process.killHard();
  }

  @Override
  public void freeze() {
    process.freeze();
  }

  @Override
  public void thaw() {
    process.signal("CONT");
  }

  @Override
  public void vanish() {
    host().vanish();
  }

  @Override
  public void reappear() {
    host().reappear();
  }

  private OwnHost host() {
    return OwnHost.at(address.host())
        .orElseThrow(() ->
            new SandboxException(
                "%s shares its host with others: ownHost(%d)".formatted(this, node)));
  }

  @Override
  public String log() {
    return process.log();
  }

  @Override
  public Path dataDirectory() {
    return process.folder().resolve("data");
  }

  @Override
  public Path configurationFile() {
    return process.configurationFile();
  }

  @Override
  public String toString() {
    return "%d (%s at %s)".formatted(node, release, address());
  }
}
