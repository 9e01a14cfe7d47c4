package io.tutti.acceptance;

import io.tutti.fixtures.LoopbackListener;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Lets everybody in, and then answers as no database server does. */
final class LyingServer implements AutoCloseable {
  static final String ESCAPES = "\u001b]0;PWNED\u0007\u001b[2J";

  private static final int OK = 0;
  private static final int ERROR = 0xff;
  private static final int LONGEST = 0xffffff;
  private static final int CHUNK = 64 * 1024;
  private static final int STATUS = 2;

  /** What it answers to the first statement that asks for rows. */
  enum Lie {
    /** Small ones, without an end. */
    ROWS_WITHOUT_END {
      @Override
      void send(Wire wire) throws IOException {
        columns(wire, 1);
        byte[] many = new byte[6 * 1_000];
        for (int i = 0; i < many.length; i += 6) {
          many[i] = 2;
          many[i + 4] = 1;
          many[i + 5] = 'a';
        }
        for (; ; ) {
          wire.writeRaw(many);
        }
      }
    },
    /** One of a gigabyte, told in packets of 16 MB. */
    HUGE_ROW {
      @Override
      void send(Wire wire) throws IOException {
        columns(wire, 1);
        for (int i = 0; i < 64; i++) {
          packet(wire, LONGEST, new byte[] {(byte) 0xfe, 0, 0, 0, 0x40, 0, 0, 0, 0});
        }
      }
    },
    LONG_TEXT {
      @Override
      void send(Wire wire) throws IOException {
        columns(wire, 1);
        packet(wire, LONGEST - 1, new byte[] {(byte) 0xfd, -6, -1, -1});
      }
    },
    MANY_COLUMNS {
      @Override
      void send(Wire wire) throws IOException {
        columns(wire, 100_000);
      }
    },
    /** Two thousand million are announced, and a driver makes room for them. */
    COUNT_OF_COLUMNS {
      @Override
      void send(Wire wire) throws IOException {
        wire.write(new Bytes().number(0xfe, 1).number(Integer.MAX_VALUE, 4).number(0, 4));
        wire.read();
      }
    },
    /** So long is the text, it says, and a driver makes room for it. */
    LENGTH_OF_TEXT {
      @Override
      void send(Wire wire) throws IOException {
        columns(wire, 1);
        wire.write(new Bytes().number(0xfe, 1).number(Integer.MAX_VALUE, 4).number(0, 4));
        wire.read();
      }
    },
    FILE_OF_THE_CLIENT {
      @Override
      void send(Wire wire) throws IOException {
        wire.write(new Bytes().number(0xfb, 1).text("/etc/passwd"));
        wire.read();
      }
    };

    abstract void send(Wire wire) throws IOException;
  }

  private final LoopbackListener listener;
  private final Talk talk;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicInteger clients = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private interface Talk {
    void with(Wire wire) throws IOException;
  }

  private LyingServer(Talk talk) {
    this.talk = talk;
    this.listener = LoopbackListener.serving(this::serve);
  }

  static LyingServer sending(Lie lie, String version) {
    return new LyingServer(wire -> {
      letIn(wire, version);
      while (!isSelect(wire.read())) {
        wire.write(ok());
      }
      lie.send(wire);
    });
  }

  /** Refuses with signs that a terminal would obey. */
  static LyingServer refusingWithEscapes(String version) {
    return new LyingServer(wire -> {
      wire.write(RogueServer.greeting(version, "mysql_native_password"));
      wire.read();
      wire.write(
          new Bytes().number(ERROR, 1).number(1045, 2).text("#28000Access denied " + ESCAPES));
    });
  }

  /** One byte of its greeting each tenth of a second, or of what comes after. */
  static LyingServer byteByByte(String version, boolean alsoGreeting) {
    return new LyingServer(wire -> {
      Bytes greeting = RogueServer.greeting(version, "mysql_native_password");
      if (!alsoGreeting) {
        wire.write(greeting);
        wire.read();
        greeting = new Bytes().bytes(new byte[4096]);
      }
      byte[] slow = new Bytes().number(0x1000, 3).number(0, 1).bytes(greeting.toArray()).toArray();
      for (byte one : slow) {
        wire.writeRaw(new byte[] {one});
        java.util.concurrent.locks.LockSupport.parkNanos(100_000_000);
      }
    });
  }

  String address() {
    return listener.address();
  }

  /** What its clients took, and what was on the way to them. */
  long bytesTaken() {
    return bytes.get();
  }

  int clients() {
    return clients.get();
  }

  private void serve(Socket client) throws IOException {
    client.setSendBufferSize(CHUNK);
    clients.incrementAndGet();
    open.add(client);
    try {
      talk.with(new Wire(client.getInputStream(), new Counted(client.getOutputStream(), bytes)));
    } finally {
      open.remove(client);
    }
  }

  private static void letIn(Wire wire, String version) throws IOException {
    wire.write(RogueServer.greeting(version, "mysql_native_password"));
    wire.read();
    wire.write(ok());
  }

  /** What comes before sets variables, and no rows are expected for it. */
  private static boolean isSelect(byte[] command) {
    return new String(command, StandardCharsets.UTF_8).contains("SELECT");
  }

  private static Bytes ok() {
    return new Bytes().number(OK, 1).number(0, 2).number(STATUS, 2).number(0, 2);
  }

  private static void columns(Wire wire, int count) throws IOException {
    wire.write(
        count < 0xfb ? new Bytes().number(count, 1) : new Bytes().number(0xfd, 1).number(count, 3));
    for (int i = 0; i < count; i++) {
      wire.write(
          new Bytes()
              .number(3, 1)
              .text("def")
              .number(0, 3)
              .number(2, 1)
              .text("ID")
              .number(0, 1)
              .number(12, 1)
              .number(33, 2)
              .number(4, 4)
              .number(0xfd, 1)
              .number(0, 2)
              .number(0, 3));
    }
    wire.write(new Bytes().number(0xfe, 1).number(0, 2).number(STATUS, 2));
  }

  private static void packet(Wire wire, int length, byte[] start) throws IOException {
    wire.writeRaw(new Bytes().number(length, 3).number(1, 1).bytes(start).toArray());
    byte[] chunk = new byte[CHUNK];
    for (int left = length - start.length; left > 0; left -= chunk.length) {
      wire.writeRaw(left < chunk.length ? new byte[left] : chunk);
    }
  }

  @Override
  public void close() {
    listener.close();
    try {
      for (Socket client : open) {
        client.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Counts what is written. */
  static final class Counted extends FilterOutputStream {
    private final AtomicLong bytes;

    Counted(OutputStream out, AtomicLong bytes) {
      super(out);
      this.bytes = bytes;
    }

    @Override
    public void write(byte[] some, int from, int length) throws IOException {
      out.write(some, from, length);
      bytes.addAndGet(length);
    }
  }
}
