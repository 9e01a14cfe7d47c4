package io.tutti.acceptance;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fake server that speaks the client protocol: it lets everybody in, answers questions about its
 * variables, and refuses every other statement. For servers that no artifact holds: releases too
 * old, binlog servers, proxies that lie.
 */
final class FakeDatabase implements AutoCloseable {
  private static final Pattern VARIABLE =
      Pattern.compile(
          "@@(?:session\\.|global\\.)?(\\w+)(?:\\s+as\\s+`?(\\w+)`?)?", Pattern.CASE_INSENSITIVE);
  private static final int CAPABILITIES = 0x0008_a20f;

  private final ServerSocket socket;
  private final String greetingVersion;
  private final boolean listsVariables;
  private final Map<String, String> variables;

  /**
   * @param greetingVersion the version in the first packet
   * @param listsVariables whether it answers SHOW GLOBAL VARIABLES, which binlog servers do not
   */
  FakeDatabase(String greetingVersion, boolean listsVariables, Map<String, String> variables) {
    this.greetingVersion = greetingVersion;
    this.listsVariables = listsVariables;
    this.variables = new TreeMap<>(variables);
    this.variables.putIfAbsent("version", greetingVersion);
    this.variables.putIfAbsent("version_comment", "fake");
    this.variables.putIfAbsent("init_connect", "");
    this.variables.putIfAbsent("license", "GPL");
    this.variables.putIfAbsent("query_cache_size", "0");
    this.variables.putIfAbsent("query_cache_type", "OFF");
    this.variables.putIfAbsent("max_allowed_packet", "4194304");
    this.variables.putIfAbsent("auto_increment_increment", "1");
    this.variables.putIfAbsent("wait_timeout", "28800");
    this.variables.putIfAbsent("interactive_timeout", "28800");
    this.variables.putIfAbsent("net_write_timeout", "60");
    this.variables.putIfAbsent("lower_case_table_names", "0");
    this.variables.putIfAbsent("system_time_zone", "UTC");
    this.variables.putIfAbsent("time_zone", "SYSTEM");
    this.variables.putIfAbsent("character_set_client", "utf8");
    this.variables.putIfAbsent("character_set_connection", "utf8");
    this.variables.putIfAbsent("character_set_results", "utf8");
    this.variables.putIfAbsent("character_set_server", "utf8");
    this.variables.putIfAbsent("collation_server", "utf8_general_ci");
    this.variables.putIfAbsent("collation_connection", "utf8_general_ci");
    this.variables.putIfAbsent("sql_mode", "");
    this.variables.putIfAbsent("tx_isolation", "REPEATABLE-READ");
    this.variables.putIfAbsent("transaction_isolation", "REPEATABLE-READ");
    this.variables.putIfAbsent("autocommit", "1");
    this.variables.putIfAbsent("performance_schema", "0");
    try {
      socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::serve);
  }

  String address() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        Thread.ofVirtual().start(() -> talk(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void talk(Socket client) {
    try (client) {
      Connection connection = new Connection(client);
      connection.greet(greetingVersion);
      connection.read();
      connection.ok();
      for (byte[] command = connection.read(); command[0] != 0x01; command = connection.read()) {
        answer(connection, command);
      }
    } catch (IOException e) {
      // The client has gone.
    }
  }

  private void answer(Connection connection, byte[] command) throws IOException {
    String text = new String(command, 1, command.length - 1, StandardCharsets.UTF_8).strip();
    String upper = text.toUpperCase(Locale.ROOT);
    boolean query = command[0] == 0x03;
    if (!query || upper.startsWith("SET ")) {
      connection.ok();
    } else if (text.contains(";")) {
      connection.error(1064, "42000", "this server takes one statement at a time");
    } else if (upper.startsWith("SHOW") && upper.contains("VARIABLES") && listsVariables) {
      connection.rows(
          List.of("Variable_name", "Value"),
          variables.entrySet().stream().map(v -> List.of(v.getKey(), v.getValue())).toList());
    } else if (upper.contains("CONNECTION_ID()")) {
      connection.rows(List.of("id", "account"), List.of(List.of("7", "watcher@%")));
    } else if (upper.contains("@@") && knowsAll(text)) {
      selectVariables(connection, text);
    } else {
      connection.error(
          1064, "42000", "this server does not answer " + text.lines().findFirst().orElse(""));
    }
  }

  private boolean knowsAll(String text) {
    return VARIABLE
        .matcher(text)
        .results()
        .allMatch(found -> variables.containsKey(found.group(1).toLowerCase(Locale.ROOT)));
  }

  private void selectVariables(Connection connection, String text) throws IOException {
    List<String> names = new ArrayList<>();
    List<String> values = new ArrayList<>();
    Matcher matcher = VARIABLE.matcher(text);
    while (matcher.find()) {
      String alias = matcher.group(2);
      names.add(alias == null ? "@@" + matcher.group(1) : alias);
      values.add(variables.getOrDefault(matcher.group(1).toLowerCase(Locale.ROOT), ""));
    }
    connection.rows(names, List.of(values));
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Packets of one client, as "Client/Server Protocol" in the internals manual defines them. */
  private static final class Connection {
    private final DataInputStream in;
    private final OutputStream out;
    private int sequence;

    Connection(Socket socket) throws IOException {
      in = new DataInputStream(socket.getInputStream());
      out = socket.getOutputStream();
    }

    byte[] read() throws IOException {
      byte[] header = new byte[4];
      in.readFully(header);
      byte[] payload =
          new byte[(header[0] & 0xff) | (header[1] & 0xff) << 8 | (header[2] & 0xff) << 16];
      in.readFully(payload);
      sequence = (header[3] & 0xff) + 1;
      return payload.length == 0 ? new byte[] {0} : payload;
    }

    private void write(Packet packet) throws IOException {
      byte[] payload = packet.bytes.toByteArray();
      out.write(payload.length);
      out.write(payload.length >> 8);
      out.write(payload.length >> 16);
      out.write(sequence++);
      out.write(payload);
      out.flush();
    }

    void greet(String version) throws IOException {
      sequence = 0;
      write(
          new Packet()
              .fixed(10, 1)
              .zeroTerminated(version)
              .fixed(7, 4)
              .zeroTerminated("12345678")
              .fixed(CAPABILITIES & 0xffff, 2)
              .fixed(33, 1)
              .fixed(2, 2)
              .fixed(CAPABILITIES >>> 16, 2)
              .fixed(21, 1)
              .fixed(0, 10)
              .zeroTerminated("123456789012")
              .zeroTerminated("mysql_native_password"));
    }

    void ok() throws IOException {
      write(new Packet().fixed(0, 1).fixed(0, 1).fixed(0, 1).fixed(2, 2).fixed(0, 2));
    }

    void error(int number, String state, String text) throws IOException {
      write(new Packet().fixed(0xff, 1).fixed(number, 2).text("#" + state + text));
    }

    private void end() throws IOException {
      write(new Packet().fixed(0xfe, 1).fixed(0, 2).fixed(2, 2));
    }

    void rows(List<String> names, List<List<String>> rows) throws IOException {
      write(new Packet().fixed(names.size(), 1));
      for (String name : names) {
        write(
            new Packet()
                .prefixed("def")
                .prefixed("")
                .prefixed("")
                .prefixed("")
                .prefixed(name)
                .prefixed(name)
                .fixed(0x0c, 1)
                .fixed(33, 2)
                .fixed(1024, 4)
                .fixed(0xfd, 1)
                .fixed(0, 2)
                .fixed(0, 1)
                .fixed(0, 2));
      }
      end();
      for (List<String> row : rows) {
        Packet packet = new Packet();
        row.forEach(packet::prefixed);
        write(packet);
      }
      end();
    }
  }

  private static final class Packet {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Packet fixed(int value, int length) {
      for (int i = 0; i < length; i++) {
        bytes.write(i < 4 ? value >>> (8 * i) : 0);
      }
      return this;
    }

    Packet text(String text) {
      bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      return this;
    }

    Packet zeroTerminated(String text) {
      return text(text).fixed(0, 1);
    }

    /** Texts of up to 250 bytes, whose length is one byte. */
    Packet prefixed(String text) {
      byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
      if (encoded.length > 250) {
        throw new IllegalArgumentException("too long for this fake: " + text);
      }
      bytes.write(encoded.length);
      bytes.writeBytes(encoded);
      return this;
    }
  }
}
