package io.tutti.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A host for one server, that can vanish as one that loses its power, or the way to it: whatever is
 * sent to it or comes from it is lost, and nobody is told. It is a network namespace of this
 * machine, so it takes root, and {@code ip} (of the package iproute2).
 *
 * <p>It vanishes by a wrong hardware address on both sides: what is sent is delivered, and dropped
 * by who gets it.
 */
final class OwnHost implements AutoCloseable {
  private static final String NETWORK = "10.99.";
  private static final String NOBODY = "02:00:00:00:00:99";
  private static final int NETWORKS_MAX = 250;
  private static final int SECONDS_MAX = 20;
  private static final Map<String, OwnHost> BY_ADDRESS = new ConcurrentHashMap<>();

  private final String name;
  private final String outside;
  private final String network;

  private OwnHost(int number) {
    this.name = "tutti-%d-%d".formatted(ProcessHandle.current().pid(), number);
    this.outside = "tutti" + number;
    this.network = NETWORK + number + ".";
  }

  /**
   * @throws SandboxException where this machine cannot have one, with what it needs
   */
  static synchronized OwnHost create() {
    endOthers();
    for (int number = 1; number <= NETWORKS_MAX; number++) {
      OwnHost host = new OwnHost(number);
      if (run("ip", "link", "show", host.outside).isEmpty()) {
        host.set();
        BY_ADDRESS.put(host.address(), host);
        return host;
      }
    }
    throw new SandboxException(
        "There are %d hosts on this machine already".formatted(NETWORKS_MAX));
  }

  /** Those of processes that were killed. */
  private static void endOthers() {
    run("ip", "netns", "list")
        .orElseThrow(() ->
            new SandboxException(
                "A host that vanishes is a network namespace: that takes root, and the program ip"
                    + " (apt-get install iproute2)"))
        .lines()
        .map(line -> line.split(" ", 2)[0])
        .filter(each -> each.matches("tutti-\\d+-\\d+"))
        .filter(each -> ProcessHandle.of(Long.parseLong(each.split("-", -1)[1])).isEmpty())
        .forEach(each -> run("ip", "netns", "del", each));
  }

  private void set() {
    must("ip", "netns", "add", name);
    must("ip", "link", "add", outside, "type", "veth", "peer", "name", "eth0", "netns", name);
    must("ip", "addr", "add", network + "1/24", "dev", outside);
    must("ip", "link", "set", outside, "up");
    must("ip", "-n", name, "addr", "add", address() + "/24", "dev", "eth0");
    must("ip", "-n", name, "link", "set", "eth0", "up");
    must("ip", "-n", name, "link", "set", "lo", "up");
  }

  /** The one that has an address. */
  static Optional<OwnHost> at(String address) {
    return Optional.ofNullable(BY_ADDRESS.get(address));
  }

  /** Whether it is one of such a host. */
  static boolean isOne(String address) {
    return address.startsWith(NETWORK);
  }

  String address() {
    return network + "2";
  }

  /** Where this machine is reached from there. */
  String addressOfOthers() {
    return network + "1";
  }

  /** What a command is to begin with, to be run there. */
  List<String> command() {
    return List.of("ip", "netns", "exec", name);
  }

  /** Nothing comes to it or from it any more. */
  void vanish() {
    must("ip", "neigh", "replace", address(), "lladdr", NOBODY, "nud", "permanent", "dev", outside);
    must(
        "ip",
        "-n",
        name,
        "neigh",
        "replace",
        network + "1",
        "lladdr",
        NOBODY,
        "nud",
        "permanent",
        "dev",
        "eth0");
  }

  /** It is there again. */
  void reappear() {
    must("ip", "neigh", "del", address(), "dev", outside);
    must("ip", "-n", name, "neigh", "del", network + "1", "dev", "eth0");
  }

  @Override
  public void close() {
    BY_ADDRESS.remove(address());
    run("ip", "link", "del", outside);
    run("ip", "netns", "del", name);
  }

  private static void must(String... command) {
    if (run(command).isEmpty()) {
      throw new SandboxException("%s failed".formatted(String.join(" ", command)));
    }
  }

  /** What it prints; empty where it fails. */
  private static Optional<String> run(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor(SECONDS_MAX, TimeUnit.SECONDS) && process.exitValue() == 0
          ? Optional.of(printed)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SandboxException("Interrupted", e);
    }
  }
}
