package io.tutti.sandbox;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Real servers on this machine, replicating as their topology says. Closing it, or the end of this
 * process however it comes about, leaves no process, port or file behind.
 */
public final class Sandbox implements AutoCloseable {

  private final Topology topology;
  private final ServerProvider provider;
  private final Map<Integer, SandboxServer> servers;
  private final Map<Topology.Link, SandboxLink> links;
  private final List<TcpProxy> proxies;

  Sandbox(
      Topology topology,
      ServerProvider provider,
      Map<Integer, SandboxServer> servers,
      Map<Topology.Link, TcpProxy> proxies) {
    this.topology = topology;
    this.provider = provider;
    this.servers = new LinkedHashMap<>(servers);
    this.proxies = List.copyOf(proxies.values());
    this.links = new LinkedHashMap<>();
    proxies.forEach((ends, proxy) -> links.put(ends, new SandboxLink(ends, proxy)));
  }

  /** Begins to describe a sandbox; without more it is one server of MySQL 8.0. */
  public static SandboxBuilder builder() {
    return new SandboxBuilder();
  }

  public Topology topology() {
    return topology;
  }

  /** Every server, by node number. */
  public List<SandboxServer> servers() {
    return List.copyOf(servers.values());
  }

  /**
   * The server of a node.
   *
   * @throws IllegalArgumentException when the topology has no such node
   */
  public SandboxServer server(int node) {
    SandboxServer server = servers.get(node);
    if (server == null) {
      throw new IllegalArgumentException(
          "There is no node %d; the nodes are %s".formatted(node, topology.nodes()));
    }
    return server;
  }

  /** The links of the topology; empty unless built with proxied links. */
  public List<SandboxLink> links() {
    return List.copyOf(links.values());
  }

  /**
   * The link between a source and its replica.
   *
   * @throws IllegalArgumentException when there is none, or links are not proxied
   */
  public SandboxLink link(int source, int replica) {
    SandboxLink link = links.get(new Topology.Link(source, replica));
    if (link == null) {
      throw new IllegalArgumentException(
          "There is no proxied link %d>%d; there are %s. Links are proxied when the sandbox is built with proxiedLinks()."
              .formatted(source, replica, links.keySet()));
    }
    return link;
  }

  @Override
  public void close() {
    List<AutoCloseable> parts = new ArrayList<>(proxies);
    parts.add(provider);
    closeAll(parts);
  }

  /** Closes everything, also when something fails to close, and then throws the first failure. */
  static void closeAll(List<? extends AutoCloseable> parts) {
    SandboxException failure = new SandboxException("The sandbox could not be removed entirely");
    for (AutoCloseable part : parts) {
      try {
        part.close();
      } catch (Exception e) {
        failure.addSuppressed(e);
      }
    }
    if (failure.getSuppressed().length > 0) {
      throw failure;
    }
  }

  @Override
  public String toString() {
    return "%s: %s".formatted(topology, servers.values());
  }
}
