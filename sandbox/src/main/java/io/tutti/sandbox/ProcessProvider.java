package io.tutti.sandbox;

import io.tutti.sandbox.binaries.InstalledServer;
import io.tutti.sandbox.binaries.ServerBinaries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs servers as processes of this machine, below a guarded folder. */
final class ProcessProvider implements ServerProvider {

  private final ServerBinaries binaries;
  private final DataTemplates templates;
  private final GuardedFolder folder;
  private final List<OwnHost> hosts;

  /**
   * @param hosts on which some of its servers run, which end with it
   */
  ProcessProvider(
      ServerBinaries binaries, DataTemplates templates, GuardedFolder folder, List<OwnHost> hosts) {
    this.binaries = binaries;
    this.templates = templates;
    this.folder = folder;
    this.hosts = List.copyOf(hosts);
  }

  /** The folder of a node's server below the folder of its sandbox. */
  static Path serverFolder(Path sandbox, int node) {
    return sandbox.resolve("s" + node);
  }

  @Override
  public void prepare(NodeSettings settings) {
    templates.require(binaries.require(settings.release()));
  }

  @Override
  public SandboxServer create(NodeSettings settings) {
    InstalledServer server = binaries.require(settings.release());
    Path own = serverFolder(folder.path(), settings.node());
    try {
      Files.createDirectory(own);
    } catch (IOException e) {
      throw new SandboxException("Cannot make the server's folder " + own, e);
    }
    return ProcessServer.create(settings, server, templates.require(server), own);
  }

  @Override
  public ServerAddress addressForReplicas(SandboxServer server) {
    return server.address();
  }

  @Override
  public void close() {
    folder.close();
    hosts.forEach(OwnHost::close);
  }
}
