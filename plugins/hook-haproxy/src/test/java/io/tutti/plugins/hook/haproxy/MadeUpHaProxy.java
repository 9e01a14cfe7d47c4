package io.tutti.plugins.hook.haproxy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Speaks the runtime API as HAProxy 2.6 does, about one server, {@code mysql/writer}. */
final class MadeUpHaProxy implements AutoCloseable {
  /** How it behaves. */
  enum Manner {
    RIGHT,
    HANGS,
    DENIES,
    CUTS_ITS_ANSWERS,
    DOES_NOTHING,
    IS_NO_HAPROXY,
    SEES_IT_DOWN
  }

  private static final String NAMES =
      "# be_id be_name srv_id srv_name srv_addr srv_op_state srv_admin_state srv_uweight"
          + " srv_iweight srv_time_since_last_change srv_check_status srv_check_result"
          + " srv_check_health srv_check_state srv_agent_state bk_f_forced_id srv_f_forced_id"
          + " srv_fqdn srv_port srvrecord srv_use_ssl srv_check_port srv_check_addr"
          + " srv_agent_addr srv_agent_port";

  private final ServerSocket socket;
  private final List<String> commands = new CopyOnWriteArrayList<>();
  private volatile Manner manner;
  private volatile String address;
  private volatile int port;
  private volatile int administrative;
  private volatile int operational = 2;

  MadeUpHaProxy(Manner manner, String address, int port) {
    this.manner = manner;
    this.address = address;
    this.port = port;
    this.operational = manner == Manner.SEES_IT_DOWN ? 0 : 2;
    try {
      socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::serve);
  }

  String at() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  /** Those that change something, in their order. */
  List<String> changes() {
    return commands.stream().filter(each -> !each.startsWith("show")).toList();
  }

  String leadsTo() {
    return address + ":" + port;
  }

  boolean isReady() {
    return administrative == 0;
  }

  void disable() {
    administrative = 1;
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept()) {
        BufferedReader asked =
            new BufferedReader(
                new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        String command = String.valueOf(asked.readLine());
        commands.add(command);
        if (manner == Manner.HANGS) {
          int unused = client.getInputStream().read();
        }
        client.getOutputStream().write(answer(command).getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        // The client has gone, or this is closed.
      }
    }
  }

  private String answer(String command) {
    if (manner == Manner.IS_NO_HAPROXY) {
      return "HTTP/1.0 400 Bad request\r\n\r\n";
    }
    if (command.startsWith("show servers state")) {
      return shown(command);
    }
    if (manner == Manner.DENIES) {
      return "Permission denied\n\n";
    }
    return manner == Manner.DOES_NOTHING ? "\n" : changed(command);
  }

  private String shown(String command) {
    if (!command.equals("show servers state mysql")) {
      return "Can't find backend.\n\n";
    }
    String line =
        "3 mysql 1 writer %s %d %d 1 1 9 1 0 0 0 0 0 0 - %d - 0 0 - - 0"
            .formatted(address, operational, administrative, port);
    return manner == Manner.CUTS_ITS_ANSWERS
        ? "1\n" + NAMES + "\n" + line.substring(0, 20)
        : "1\n" + NAMES + "\n" + line + "\n\n";
  }

  private String changed(String command) {
    String[] words = command.split(" ");
    switch (command.replaceAll("mysql/writer.*", "").strip()
        + " "
        + (words.length > 3 ? words[3] : "")) {
      case "set server addr" -> {
        address = words[4];
        port = Integer.parseInt(words[6]);
        return "IP changed from one to another by 'stats socket command'\n\n";
      }
      case "set server state" -> administrative = words[4].equals("maint") ? 1 : 0;
      case "set server health" -> operational = 2;
      default -> {}
    }
    return "\n";
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
