package io.tutti.plugins.hook.haproxy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One line of {@code show servers state} (format 1: a line of names after {@code #}, then the
 * values).
 *
 * @param address an IP address, or {@code -}
 * @param port 0 where there is none
 * @param operational 2 is running
 * @param administrative bits: why nobody is led there
 */
record ServerState(String address, int port, int operational, int administrative) {
  private static final int RUNNING = 2;

  /** That a server is disabled in haproxy.cfg stays set when it is made ready. */
  private static final int BY_CONFIGURATION = 0x04;

  private static final String VERSION = "1";

  /** The server, of an answer that has the backend's; empty when it is not in it. */
  static Optional<ServerState> find(String answer, String backend, String server) {
    List<String> lines = answer.lines().map(String::strip).filter(each -> !each.isEmpty()).toList();
    if (lines.size() < 2 || !lines.getFirst().equals(VERSION) || !lines.get(1).startsWith("#")) {
      return Optional.empty();
    }
    String[] names = lines.get(1).substring(1).strip().split(" +");
    return lines.stream()
        .skip(2)
        .map(line -> values(names, line.split(" +")))
        .filter(each -> backend.equals(each.get("be_name")) && server.equals(each.get("srv_name")))
        .findFirst()
        .flatMap(ServerState::of);
  }

  private static Map<String, String> values(String[] names, String[] words) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < Math.min(names.length, words.length); i++) {
      values.put(names[i], words[i]);
    }
    return values;
  }

  private static Optional<ServerState> of(Map<String, String> values) {
    try {
      return Optional.of(
          new ServerState(
              values.getOrDefault("srv_addr", "-"),
              Integer.parseInt(values.getOrDefault("srv_port", "")),
              Integer.parseInt(values.getOrDefault("srv_op_state", "")),
              Integer.parseInt(values.getOrDefault("srv_admin_state", ""))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  boolean isReady() {
    return (administrative & ~BY_CONFIGURATION) == 0;
  }

  boolean isUp() {
    return operational == RUNNING;
  }

  /** For people. */
  String words() {
    String where = address.contains(":") ? "[" + address + "]:" + port : address + ":" + port;
    String how =
        isReady() ? (isUp() ? "ready" : "ready, and down by its checks") : "in maintenance";
    return where + ", " + how;
  }
}
