package io.tutti.plugins.hook.proxysql;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Speaks the admin interface of ProxySQL as it is documented: the login and text protocol of MySQL,
 * the tables mysql_servers and runtime_mysql_servers, LOAD and SAVE. Of SQL it knows what the hook
 * says, and refuses all else, as SQLite does with what it does not know.
 */
final class MadeUpProxySql implements AutoCloseable {
  /** How it behaves. */
  enum Manner {
    RIGHT,
    HANGS,
    CUTS_ITS_ANSWERS,
    REFUSES_TO_LOAD,
    LOADS_NOTHING,
    REFUSES_TO_SAVE
  }

  /** A line of a table. */
  record Server(int hostgroup, String host, int port, String status) {}

  private static final byte[] SCRAMBLE = "12345678abcdefghijkl".getBytes(StandardCharsets.US_ASCII);
  private static final Pattern CHANGE =
      Pattern.compile(
          "(DELETE FROM mysql_servers|UPDATE mysql_servers SET (?:hostgroup_id=(\\d+),"
              + " )?status='(\\w+)') WHERE hostgroup_id=(\\d+) AND hostname='([^']+)' AND"
              + " port=(\\d+)");

  private final ServerSocket socket;
  private final String password;
  private final Manner manner;
  private final List<String> statements = new CopyOnWriteArrayList<>();
  private volatile List<Server> memory;
  private volatile List<Server> runtime;
  private volatile List<Server> disk = List.of();

  MadeUpProxySql(Manner manner, String password, List<Server> servers) {
    this.manner = manner;
    this.password = password;
    this.memory = servers;
    this.runtime = servers;
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

  /** All that it was sent, without what the driver says at each login. */
  List<String> statements() {
    return statements;
  }

  List<Server> runtime() {
    return runtime;
  }

  List<Server> disk() {
    return disk;
  }

  /** What somebody has changed and not loaded. */
  void add(Server pending) {
    List<Server> more = new ArrayList<>(memory);
    more.add(pending);
    memory = more;
  }

  private void serve() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      new Conversation(client).go();
    } catch (IOException e) {
      // The client has gone.
    }
  }

  /** With one client. */
  private final class Conversation {
    private final DataInputStream in;
    private final OutputStream out;
    private int sequence;

    Conversation(Socket client) throws IOException {
      in = new DataInputStream(client.getInputStream());
      out = client.getOutputStream();
    }

    void go() throws IOException {
      send(greeting());
      byte[] login = read();
      if (!isRight(login)) {
        send(error(1045, "ProxySQL Error: Access denied for user 'tutti'@'127.0.0.1'"));
        return;
      }
      send(ok());
      if (manner == Manner.HANGS) {
        int unused = in.read();
      }
      while (true) {
        byte[] command = read();
        if (command[0] == 1) {
          return;
        }
        if (command[0] != 3) {
          send(error(1047, "Unknown command"));
          continue;
        }
        String sql = new String(command, 1, command.length - 1, StandardCharsets.UTF_8).strip();
        if (!sql.toLowerCase(Locale.ROOT).startsWith("set names")) {
          statements.add(sql);
        }
        if (!answer(sql)) {
          return;
        }
      }
    }

    /** Whether to go on. */
    private boolean answer(String sql) throws IOException {
      if (sql.toLowerCase(Locale.ROOT).startsWith("set names")) {
        send(ok());
      } else if (sql.startsWith("SELECT hostgroup_id, hostname, port, status FROM ")) {
        return rows(sql.endsWith(" runtime_mysql_servers") ? runtime : memory);
      } else if (sql.equals("LOAD MYSQL SERVERS TO RUNTIME")) {
        if (manner == Manner.REFUSES_TO_LOAD) {
          send(error(1045, "near \"LOAD\": syntax error"));
          return true;
        }
        runtime = manner == Manner.LOADS_NOTHING ? runtime : memory;
        send(ok());
      } else if (sql.equals("SAVE MYSQL SERVERS TO DISK")) {
        if (manner == Manner.REFUSES_TO_SAVE) {
          send(error(1045, "disk I/O error"));
          return true;
        }
        disk = memory;
        send(ok());
      } else {
        send(change(sql) ? ok() : error(1045, "near \"" + sql + "\": syntax error"));
      }
      return true;
    }

    private boolean rows(List<Server> rows) throws IOException {
      send(new byte[] {4});
      for (String name : List.of("hostgroup_id", "hostname", "port", "status")) {
        send(column(name));
      }
      send(end());
      for (Server each : rows) {
        ByteArrayOutputStream row = new ByteArrayOutputStream();
        for (String value :
            List.of("" + each.hostgroup(), each.host(), "" + each.port(), each.status())) {
          text(row, value);
        }
        send(row.toByteArray());
        if (manner == Manner.CUTS_ITS_ANSWERS) {
          return false;
        }
      }
      send(end());
      return true;
    }

    private byte[] read() throws IOException {
      int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
      sequence = in.readUnsignedByte() + 1;
      return in.readNBytes(length);
    }

    private void send(byte[] payload) throws IOException {
      ByteArrayOutputStream packet = new ByteArrayOutputStream();
      number(packet, payload.length, 3);
      number(packet, sequence++, 1);
      packet.writeBytes(payload);
      out.write(packet.toByteArray());
      out.flush();
    }
  }

  private boolean change(String sql) {
    Matcher change = CHANGE.matcher(sql);
    if (!change.matches()) {
      return false;
    }
    List<Server> changed = new ArrayList<>();
    for (Server each : memory) {
      boolean isMeant =
          each.hostgroup() == Integer.parseInt(change.group(4))
              && each.host().equals(change.group(5))
              && each.port() == Integer.parseInt(change.group(6));
      if (!isMeant) {
        changed.add(each);
      } else if (change.group(3) != null) {
        changed.add(
            new Server(
                change.group(2) == null ? each.hostgroup() : Integer.parseInt(change.group(2)),
                each.host(),
                each.port(),
                change.group(3)));
      }
    }
    memory = changed;
    return true;
  }

  /** mysql_native_password: SHA1(password) XOR SHA1(scramble, SHA1(SHA1(password))). */
  private boolean isRight(byte[] login) {
    int at = 32;
    while (login[at] != 0) {
      at++;
    }
    byte[] given = Arrays.copyOfRange(login, at + 2, at + 2 + login[at + 1]);
    byte[] once = sha1(password.getBytes(StandardCharsets.UTF_8));
    byte[] mask = sha1(SCRAMBLE, sha1(once));
    byte[] right = new byte[once.length];
    for (int i = 0; i < once.length; i++) {
      right[i] = (byte) (once[i] ^ mask[i]);
    }
    return Arrays.equals(given, right);
  }

  private static byte[] sha1(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      for (byte[] part : parts) {
        digest.update(part);
      }
      return digest.digest();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] greeting() {
    int capabilities = 0x0008_a20f;
    ByteArrayOutputStream greeting = new ByteArrayOutputStream();
    greeting.write(10);
    zeroEnded(greeting, "8.0.11 (ProxySQL Admin Module)");
    number(greeting, 7, 4);
    greeting.write(SCRAMBLE, 0, 8);
    greeting.write(0);
    number(greeting, capabilities & 0xffff, 2);
    greeting.write(33);
    number(greeting, 2, 2);
    number(greeting, capabilities >> 16, 2);
    greeting.write(21);
    greeting.writeBytes(new byte[10]);
    greeting.write(SCRAMBLE, 8, 12);
    greeting.write(0);
    zeroEnded(greeting, "mysql_native_password");
    return greeting.toByteArray();
  }

  private static byte[] ok() {
    return new byte[] {0, 0, 0, 2, 0, 0, 0};
  }

  private static byte[] end() {
    return new byte[] {(byte) 0xfe, 0, 0, 2, 0};
  }

  private static byte[] error(int code, String message) {
    ByteArrayOutputStream error = new ByteArrayOutputStream();
    error.write(0xff);
    number(error, code, 2);
    error.writeBytes(("#28000" + message).getBytes(StandardCharsets.UTF_8));
    return error.toByteArray();
  }

  private static byte[] column(String name) {
    ByteArrayOutputStream column = new ByteArrayOutputStream();
    for (String each : List.of("def", "", "", "", name, "")) {
      text(column, each);
    }
    column.write(12);
    number(column, 33, 2);
    number(column, 255, 4);
    column.write(253);
    number(column, 0, 2);
    column.write(0);
    number(column, 0, 2);
    return column.toByteArray();
  }

  private static void text(ByteArrayOutputStream into, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    into.write(bytes.length);
    into.writeBytes(bytes);
  }

  private static void zeroEnded(ByteArrayOutputStream into, String text) {
    into.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    into.write(0);
  }

  private static void number(ByteArrayOutputStream into, int number, int bytes) {
    for (int i = 0; i < bytes; i++) {
      into.write(number >> (8 * i));
    }
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
