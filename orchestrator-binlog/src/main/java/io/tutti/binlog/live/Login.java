package io.tutti.binlog.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tutti.binlog.file.BinlogTrouble.Kind;
import io.tutti.binlog.file.LogSourceException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.Arrays;

/** Logs in as clients of MySQL 5.6 to 9.x and MariaDB do. For one thread. */
final class Login {
  private static final int LONG_PASSWORD = 1;
  private static final int LONG_FLAG = 4;
  private static final int PROTOCOL_41 = 0x200;
  private static final int SSL = 0x800;
  private static final int TRANSACTIONS = 0x2000;
  private static final int SECURE = 0x8000;
  private static final int PLUGINS = 0x80000;
  private static final int WANTED =
      LONG_PASSWORD | LONG_FLAG | PROTOCOL_41 | TRANSACTIONS | SECURE | PLUGINS;

  private static final int PROTOCOL = 10;
  private static final byte UTF8 = 45;
  private static final int HEAD_BYTES = 32;
  private static final int OK = 0;
  private static final int MORE = 1;
  private static final int SWITCH = 0xfe;
  private static final int ERROR = 0xff;
  private static final int IS_KNOWN = 3;
  private static final int WANTS_PASSWORD = 4;

  private final Wire wire;
  private final LiveServer server;
  private byte[] seed = {};
  private String plugin = Scramble.NATIVE;

  private Login(Wire wire) {
    this.wire = wire;
    this.server = wire.server();
  }

  /**
   * What the server says of itself.
   *
   * @param connection the server's number of the connection
   */
  record Greeting(String version, long connection) {
    boolean isMariaDb() {
      return version.contains("MariaDB");
    }
  }

  /**
   * @throws LogSourceException when it does not let one in
   */
  static Greeting logIn(Wire wire) throws IOException {
    try {
      return new Login(wire).run();
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new LogSourceException(
          Kind.REFUSED, wire.server() + " does not greet as MySQL or MariaDB", "check the port");
    }
  }

  private Greeting run() throws IOException {
    byte[] packet = wire.readPacket();
    requireNoError(packet);
    ByteBuffer body = ByteBuffer.wrap(packet).order(ByteOrder.LITTLE_ENDIAN);
    if (body.get() != PROTOCOL) {
      throw new IllegalArgumentException();
    }
    Greeting greeting = new Greeting(text(body), body.getInt() & 0xffffffffL);
    long capabilities = readRest(body);
    int flags = WANTED | (server.tls().isPresent() ? SSL : 0);
    if (server.tls().isPresent()) {
      if ((capabilities & SSL) == 0) {
        throw refused("offers no TLS", "leave TLS out, or set up TLS on the server");
      }
      wire.send(head(flags).array());
      wire.secure(server.tls().get());
    }
    wire.send(response(flags));
    authenticate();
    return greeting;
  }

  private long readRest(ByteBuffer body) {
    byte[] first = new byte[8];
    body.get(first);
    body.get();
    long capabilities = body.getShort() & 0xffff;
    body.get();
    body.getShort();
    capabilities |= (body.getShort() & 0xffffL) << 16;
    body.position(body.position() + 11);
    byte[] rest = new byte[12];
    body.get(rest);
    seed = Arrays.copyOf(first, 20);
    System.arraycopy(rest, 0, seed, 8, rest.length);
    if (body.hasRemaining()) {
      body.get();
      String named = text(body);
      plugin = Scramble.isKnown(named) ? named : Scramble.NATIVE;
    }
    return capabilities;
  }

  private static String text(ByteBuffer body) {
    int from = body.position();
    while (body.hasRemaining() && body.get() != 0) {
      continue;
    }
    int end = body.get(body.position() - 1) == 0 ? body.position() - 1 : body.position();
    return new String(body.array(), from, end - from, UTF_8);
  }

  private static ByteBuffer head(int flags) {
    return ByteBuffer.allocate(HEAD_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(0, flags)
        .putInt(4, Wire.PACKET_MAX)
        .put(8, UTF8);
  }

  private byte[] response(int flags) {
    byte[] user = server.user().getBytes(UTF_8);
    byte[] proof = Scramble.of(plugin, server.password(), seed);
    byte[] name = plugin.getBytes(UTF_8);
    return ByteBuffer.allocate(HEAD_BYTES + user.length + proof.length + name.length + 3)
        .put(head(flags).array())
        .put(user)
        .put((byte) 0)
        .put((byte) proof.length)
        .put(proof)
        .put(name)
        .put((byte) 0)
        .array();
  }

  private void authenticate() throws IOException {
    while (true) {
      byte[] packet = wire.readPacket();
      requireNoError(packet);
      int kind = packet.length == 0 ? ERROR : packet[0] & 0xff;
      switch (kind) {
        case OK -> {
          return;
        }
        case SWITCH -> switchPlugin(packet);
        case MORE -> more(packet);
        default -> throw new IllegalArgumentException();
      }
    }
  }

  private void switchPlugin(byte[] packet) throws IOException {
    ByteBuffer body = ByteBuffer.wrap(packet);
    body.get();
    plugin = body.hasRemaining() ? text(body) : "mysql_old_password";
    if (!Scramble.isKnown(plugin)) {
      throw refused(
          "wants the password by the plugin " + plugin,
          "use an account with caching_sha2_password or mysql_native_password");
    }
    seed = new byte[20];
    body.get(seed, 0, Math.min(seed.length, body.remaining()));
    wire.send(Scramble.of(plugin, server.password(), seed));
  }

  private void more(byte[] packet) throws IOException {
    if (packet.length == 2 && packet[1] == IS_KNOWN) {
      return;
    }
    if (packet.length != 2 || packet[1] != WANTS_PASSWORD) {
      throw new IllegalArgumentException();
    }
    if (server.tls().isPresent()) {
      wire.send((server.password() + "\0").getBytes(UTF_8));
    } else if (server.publicKey().isPresent()) {
      wire.send(encrypted(server.publicKey().get()));
    } else {
      throw refused(
          "has not seen this account since it started, and wants the password itself",
          "use TLS, or give the server's public key; without either nobody sends a password");
    }
  }

  private byte[] encrypted(String key) throws LogSourceException {
    try {
      return Scramble.encrypted(server.password(), seed, key);
    } catch (GeneralSecurityException e) {
      throw refused("has a public key that is none: " + e.getMessage(), "give its key as PEM");
    }
  }

  private void requireNoError(byte[] packet) throws LogSourceException {
    if (packet.length > 0 && (packet[0] & 0xff) == ERROR) {
      throw Refusal.read(packet).of(server);
    }
  }

  private LogSourceException refused(String what, String remedy) {
    return new LogSourceException(Kind.REFUSED, server + " " + what, remedy);
  }
}
