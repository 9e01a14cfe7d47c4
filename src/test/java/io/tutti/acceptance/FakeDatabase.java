package io.tutti.acceptance;

import io.tutti.fixtures.LoopbackListener;
import java.io.IOException;
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

  private final LoopbackListener listener;
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
    this.listener = LoopbackListener.serving(this::talk);
  }

  String address() {
    return listener.address();
  }

  private void talk(Socket client) throws IOException {
    Connection connection = new Connection(client);
    connection.greet(greetingVersion);
    connection.read();
    connection.ok();
    for (byte[] command = connection.read(); command[0] != 0x01; command = connection.read()) {
      answer(connection, command);
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
    listener.close();
  }

  /** Packets of one client, as "Client/Server Protocol" in the internals manual defines them. */
  private static final class Connection {
    private final Wire wire;

    Connection(Socket socket) throws IOException {
      wire = Wire.of(socket);
    }

    byte[] read() throws IOException {
      byte[] payload = wire.read();
      return payload.length == 0 ? new byte[] {0} : payload;
    }

    void greet(String version) throws IOException {
      wire.write(
          new Bytes()
              .number(10, 1)
              .zeroTerminated(version)
              .number(7, 4)
              .zeroTerminated("12345678")
              .number(CAPABILITIES & 0xffff, 2)
              .number(33, 1)
              .number(2, 2)
              .number(CAPABILITIES >>> 16, 2)
              .number(21, 1)
              .number(0, 10)
              .zeroTerminated("123456789012")
              .zeroTerminated("mysql_native_password"));
    }

    void ok() throws IOException {
      wire.write(new Bytes().number(0, 1).number(0, 1).number(0, 1).number(2, 2).number(0, 2));
    }

    void error(int number, String state, String text) throws IOException {
      wire.write(new Bytes().number(0xff, 1).number(number, 2).text("#" + state + text));
    }

    private void end() throws IOException {
      wire.write(new Bytes().number(0xfe, 1).number(0, 2).number(2, 2));
    }

    void rows(List<String> names, List<List<String>> rows) throws IOException {
      wire.write(new Bytes().number(names.size(), 1));
      for (String name : names) {
        wire.write(
            new Bytes()
                .prefixed("def")
                .prefixed("")
                .prefixed("")
                .prefixed("")
                .prefixed(name)
                .prefixed(name)
                .number(0x0c, 1)
                .number(33, 2)
                .number(1024, 4)
                .number(0xfd, 1)
                .number(0, 2)
                .number(0, 1)
                .number(0, 2));
      }
      end();
      for (List<String> row : rows) {
        Bytes packet = new Bytes();
        row.forEach(packet::prefixed);
        wire.write(packet);
      }
      end();
    }
  }
}
