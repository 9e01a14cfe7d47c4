package io.tutti.binlog.live;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.CRC32;

/** A server that lets everybody in, and sends logs as MySQL and MariaDB do. */
final class SendingServer implements AutoCloseable {
  private static final int PACKET_MAX = 0xffffff;

  private final ServerSocket listening;
  private final String version;
  private final Map<String, byte[]> logs;
  private final List<String> statements = new CopyOnWriteArrayList<>();
  private volatile int refusal;

  SendingServer(String version, Map<String, byte[]> logs) throws IOException {
    this.version = version;
    this.logs = logs;
    this.listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  LiveServer address() {
    return new LiveServer(
        listening.getInetAddress().getHostAddress(),
        listening.getLocalPort(),
        "a",
        "secret",
        Optional.empty(),
        false,
        Optional.empty(),
        Duration.ofSeconds(10));
  }

  /** Ends the logs by that error, or by none: 0. */
  void refuse(int error) {
    refusal = error;
  }

  List<String> statements() {
    return statements;
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket accepted) {
    try (Socket socket = accepted) {
      Connection connection = new Connection(socket);
      connection.greet();
      while (true) {
        connection.answer();
      }
    } catch (IOException e) {
      // The client has gone.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }

  private final class Connection {
    private final DataInputStream in;
    private final OutputStream out;
    private int sequence;

    Connection(Socket socket) throws IOException {
      in = new DataInputStream(socket.getInputStream());
      out = socket.getOutputStream();
    }

    private byte[] packet() throws IOException {
      int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
      sequence = in.readUnsignedByte() + 1;
      byte[] bytes = new byte[length];
      in.readFully(bytes);
      return bytes;
    }

    private void send(byte... payload) throws IOException {
      int from = 0;
      int length;
      do {
        length = Math.min(PACKET_MAX, payload.length - from);
        out.write(
            new byte[] {
              (byte) length, (byte) (length >> 8), (byte) (length >> 16), (byte) sequence++
            });
        out.write(payload, from, length);
        from += length;
      } while (length == PACKET_MAX);
      out.flush();
    }

    void greet() throws IOException {
      ByteBuffer body = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
      body.put((byte) 10).put(version.getBytes(UTF_8)).put((byte) 0).putInt(77);
      body.put("12345678".getBytes(UTF_8)).put((byte) 0).putShort((short) 0xf7ff);
      body.put((byte) 45).putShort((short) 2).putShort((short) 0x81ff).put((byte) 21);
      body.put(new byte[10]).put("123456789012".getBytes(UTF_8)).put((byte) 0);
      body.put("mysql_native_password".getBytes(UTF_8)).put((byte) 0);
      send(Arrays.copyOf(body.array(), body.position()));
      byte[] proof = Scramble.of(Scramble.NATIVE, "secret", "12345678123456789012".getBytes(UTF_8));
      String sent = new String(packet(), ISO_8859_1);
      boolean isRight = sent.contains(new String(proof, ISO_8859_1));
      if (isRight) {
        send((byte) 0, (byte) 0, (byte) 0, (byte) 2, (byte) 0, (byte) 0, (byte) 0);
      } else {
        error(1045, "#28000Access denied");
      }
    }

    private void error(int code, String text) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.write(0xff);
      bytes.write(code);
      bytes.write(code >> 8);
      bytes.write(text.getBytes(UTF_8));
      send(bytes.toByteArray());
    }

    private void end() throws IOException {
      send((byte) 0xfe, (byte) 0, (byte) 0, (byte) 2, (byte) 0);
    }

    void answer() throws IOException {
      byte[] command = packet();
      if (command[0] == 0x12) {
        dump(command);
        return;
      }
      String sql = new String(command, 1, command.length - 1, UTF_8);
      statements.add(sql);
      switch (sql.split(" ")[0]) {
        case "SHOW" ->
            rows(
                sql.contains("LOGS")
                    ? logs.entrySet().stream()
                        .map(log -> new String[] {log.getKey(), "" + log.getValue().length})
                        .toList()
                    : List.<String[]>of(new String[] {"Threads_running", "2"}));
        case "SELECT" -> rows(List.<String[]>of(new String[] {"1700000100"}));
        default -> send((byte) 0, (byte) 0, (byte) 0, (byte) 2, (byte) 0, (byte) 0, (byte) 0);
      }
    }

    private void rows(List<String[]> rows) throws IOException {
      send((byte) 2);
      send(new byte[20]);
      send(new byte[20]);
      end();
      for (String[] row : rows) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String column : row) {
          bytes.write(column.length());
          bytes.write(column.getBytes(UTF_8));
        }
        send(bytes.toByteArray());
      }
      end();
    }

    private void dump(byte[] command) throws IOException {
      ByteBuffer asked = ByteBuffer.wrap(command).order(ByteOrder.LITTLE_ENDIAN);
      String first = new String(command, 11, command.length - 11, UTF_8);
      int from = asked.getInt(1);
      boolean isBegun = false;
      for (Map.Entry<String, byte[]> log : logs.entrySet()) {
        isBegun |= log.getKey().equals(first);
        if (isBegun) {
          sendLog(log.getKey(), log.getValue(), log.getKey().equals(first) ? from : 4);
        }
      }
      if (refusal == 0) {
        end();
      } else {
        error(refusal, "#HY000Could not find next log");
      }
    }

    private void sendLog(String name, byte[] bytes, int from) throws IOException {
      ByteBuffer rotate = ByteBuffer.allocate(1 + 27 + name.length());
      rotate.order(ByteOrder.LITTLE_ENDIAN).put(5, (byte) 4).putInt(10, 27 + name.length());
      rotate.position(28).put(name.getBytes(UTF_8));
      send(rotate.array());
      ByteBuffer log = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      for (int at = 4; at < bytes.length; at += log.getInt(at + 9)) {
        if (at == 4 || at >= from) {
          byte[] event = new byte[1 + log.getInt(at + 9)];
          System.arraycopy(bytes, at, event, 1, event.length - 1);
          if (at == 4 && from > 4) {
            // It is made up: it is at no place.
            Arrays.fill(event, 14, 18, (byte) 0);
            CRC32 sum = new CRC32();
            sum.update(event, 1, event.length - 5);
            ByteBuffer.wrap(event)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(event.length - 4, (int) sum.getValue());
          }
          send(event);
        }
      }
    }
  }
}
