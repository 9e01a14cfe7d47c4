package io.tutti.sandbox;

import io.tutti.sandbox.binaries.CacheFolder;
import io.tutti.sandbox.binaries.ConsoleProgress;
import io.tutti.sandbox.binaries.InstalledServer;
import io.tutti.sandbox.binaries.ServerBinaries;
import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Sandboxes that outlive the process that starts them, for the command line. All that is known
 * about one is in its folder, so any later process can show it or take it down.
 */
public final class DetachedSandboxes {

  private static final String STATE_FILE = "sandbox.properties";
  private static final Duration END_TIME_MAX = Duration.ofSeconds(30);

  private DetachedSandboxes() {}

  /**
   * Starts a sandbox below a folder and leaves it running. Until it is complete, the end of this
   * process (Ctrl-C, kill) removes what was started.
   *
   * @param folder made by this call; its parents are made as needed
   * @param builder what to start; proxied links are refused, since a proxy lives in this process
   * @throws SandboxException when the folder exists already, or a server does not come up; in the
   *     latter case nothing remains
   */
  public static DetachedSandbox up(Path folder, SandboxBuilder builder) {
    SandboxPlan plan = builder.plan();
    plan.requirePossible();
    if (builder.hasProxiedLinks()) {
      throw new IllegalArgumentException(
          "A detached sandbox cannot have proxied links: the proxies would end with this process.");
    }
    Path own = makeFolder(folder);
    GuardedFolder guarded = GuardedFolder.guard(own);
    try {
      Sandbox sandbox = builder.launcher(plan, guarded).launch();
      writeState(own, sandbox);
      guarded.release();
    } catch (IOException e) {
      guarded.close();
      throw new SandboxException("Cannot write the state of " + own, e);
    }
    return status(own).orElseThrow();
  }

  private static Path makeFolder(Path folder) {
    try {
      Path own = folder.toAbsolutePath().normalize();
      Path parent = own.getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      return Files.createDirectory(own).toRealPath();
    } catch (FileAlreadyExistsException e) {
      throw new SandboxException(
          "There is already something in %s. Take that sandbox down first; nothing was changed."
              .formatted(folder),
          e);
    } catch (IOException e) {
      throw new SandboxException("Cannot make %s: %s".formatted(folder, e.getMessage()), e);
    }
  }

  /**
   * What is in a folder: a running sandbox, one whose servers have died, or a half-started one.
   *
   * @return empty when the folder is not there or was never a sandbox
   */
  public static Optional<DetachedSandbox> status(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    Path own = realPath(folder);
    Optional<Properties> state = readState(own);
    if (state.isEmpty()) {
      return serverFolders(own).isEmpty()
          ? Optional.empty()
          : Optional.of(new DetachedSandbox(own, "", false, List.of()));
    }
    Properties properties = state.get();
    String topology = properties.getProperty("topology", "");
    List<DetachedSandbox.Server> servers = new ArrayList<>();
    for (int node : Topology.parse(topology).nodes()) {
      Path serverFolder = ProcessProvider.serverFolder(own, node);
      servers.add(
          new DetachedSandbox.Server(
              node,
              ServerRelease.require(properties.getProperty("node.%d.release".formatted(node), "")),
              new ServerAddress(
                  "127.0.0.1",
                  Integer.parseInt(properties.getProperty("node.%d.port".formatted(node), "0"))),
              ServerProcess.findRunning(serverFolder).map(ProcessHandle::pid).orElse(0L),
              serverFolder.resolve("data")));
    }
    return Optional.of(new DetachedSandbox(own, topology, true, servers));
  }

  /**
   * One server of a sandbox, running or not: to log in, to kill it, to start it again.
   *
   * @throws SandboxException when there is no complete sandbox in that folder, or no such server
   */
  public static SandboxServer server(Path folder, int node) {
    DetachedSandbox sandbox =
        status(folder)
            .filter(DetachedSandbox::complete)
            .orElseThrow(() -> new SandboxException("No sandbox is up in %s.".formatted(folder)));
    DetachedSandbox.Server server =
        sandbox.servers().stream()
            .filter(each -> each.node() == node)
            .findFirst()
            .orElseThrow(() ->
                new SandboxException(
                    "There is no server %d in the sandbox %s."
                        .formatted(node, sandbox.topology())));
    InstalledServer installed =
        new ServerBinaries(CacheFolder.ofEnvironment(), ConsoleProgress.onStandardError())
            .require(server.release());
    return ProcessServer.existing(
        node,
        installed,
        ProcessProvider.serverFolder(sandbox.folder(), node),
        server.address().port());
  }

  /**
   * Kills every server of the sandbox in a folder and deletes the folder. Cleans up half-started
   * sandboxes as well. Can be repeated: where nothing is, nothing is done.
   *
   * @return whether there was something to remove
   * @throws SandboxException when the folder holds something that is no sandbox, or a server does
   *     not end
   */
  public static boolean down(Path folder) {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    Path own = realPath(folder);
    List<Path> serverFolders = serverFolders(own);
    try {
      if (serverFolders.isEmpty() && !Files.exists(own.resolve(STATE_FILE)) && !isEmpty(own)) {
        throw new SandboxException(own + " is not the folder of a sandbox; nothing was removed.");
      }
      for (Path serverFolder : serverFolders) {
        Optional<ProcessHandle> process = ServerProcess.findRunning(serverFolder);
        process.ifPresent(ProcessHandle::destroyForcibly);
        if (!Polling.until(
            END_TIME_MAX,
            () ->
                process
                    .map(ProcessHandle::pid)
                    .filter(pid -> !ServerProcess.hasEnded(pid))
                    .isEmpty())) {
          throw new SandboxException("The server in %s does not end".formatted(serverFolder));
        }
      }
      CacheFolder.deleteRecursively(own);
      return true;
    } catch (IOException e) {
      throw new SandboxException("Cannot remove %s: %s".formatted(own, e.getMessage()), e);
    }
  }

  /** Servers bear the real path of their folder in their arguments. */
  private static Path realPath(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException e) {
      throw new SandboxException("Cannot read %s: %s".formatted(folder, e.getMessage()), e);
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }

  private static List<Path> serverFolders(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(entry -> entry.getFileName().toString().matches("s\\d+"))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new SandboxException("Cannot read %s: %s".formatted(folder, e.getMessage()), e);
    }
  }

  private static void writeState(Path folder, Sandbox sandbox) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("topology", sandbox.topology().toString());
    for (SandboxServer server : sandbox.servers()) {
      properties.setProperty("node.%d.release".formatted(server.node()), server.release().id());
      properties.setProperty(
          "node.%d.port".formatted(server.node()), String.valueOf(server.port()));
    }
    StringWriter text = new StringWriter();
    properties.store(text, "A detached sandbox of Tutti; written once it is complete");
    Path unfinished = folder.resolve(STATE_FILE + ".unfinished");
    try (Writer writer = Files.newBufferedWriter(unfinished)) {
      writer.write(text.toString());
    }
    Files.move(unfinished, folder.resolve(STATE_FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  private static Optional<Properties> readState(Path folder) {
    Path file = folder.resolve(STATE_FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (Reader reader = Files.newBufferedReader(file)) {
      Properties properties = new Properties();
      properties.load(reader);
      return Optional.of(properties);
    } catch (IOException e) {
      throw new SandboxException("Cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
