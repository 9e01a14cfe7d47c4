package io.tutti.sandbox;

import io.tutti.sandbox.release.ServerRelease;
import java.nio.file.Path;
import java.util.List;

/**
 * A sandbox whose servers run on after the process that started them.
 *
 * @param folder the folder that holds all of it
 * @param topology the topology as text
 * @param complete whether it was brought up entirely; a half-started one can only be taken down
 * @param servers its servers, by node number
 */
public record DetachedSandbox(
    Path folder, String topology, boolean complete, List<Server> servers) {

  /**
   * One of its servers.
   *
   * @param node number in the topology
   * @param address where it answers, or would
   * @param pid its process id, 0 when it does not run
   */
  public record Server(
      int node, ServerRelease release, ServerAddress address, long pid, Path dataDirectory) {
    public boolean isRunning() {
      return pid != 0;
    }
  }

  public DetachedSandbox {
    servers = List.copyOf(servers);
  }
}
