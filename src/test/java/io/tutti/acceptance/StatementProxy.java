package io.tutti.acceptance;

import io.tutti.acceptance.LyingServer.Counted;
import io.tutti.acceptance.LyingServer.Lie;
import io.tutti.fixtures.LoopbackListener;
import io.tutti.sandbox.ServerAddress;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a controller and a server, and does something the moment that the controller says
 * a certain statement. Reads the unencrypted protocol: a statement arrives in one piece. Can lie in
 * place of the server, too.
 */
final class StatementProxy implements AutoCloseable {

  /** When it is done. */
  enum When {
    /** The statement never reaches the server. */
    BEFORE,
    /** The server carries it out after that, and the controller hears of it. */
    JUST_BEFORE,
    /** The server has carried it out, and the controller does not hear of it. */
    AFTER;

    /** After a statement is before the next one, but for the last. */
    static List<When> beforeEach(boolean isLast) {
      return isLast ? List.of(BEFORE, AFTER) : List.of(BEFORE);
    }
  }

  /** What is waited for. */
  record Trap(
      String statement, When when, Runnable action, AtomicBoolean isTaken, CountDownLatch sprung) {
    boolean awaitSprung() throws InterruptedException {
      return sprung.await(30, TimeUnit.SECONDS);
    }
  }

  private final CompletableFuture<ServerAddress> target = new CompletableFuture<>();
  private final AtomicReference<@Nullable Trap> set = new AtomicReference<>();

  private final AtomicReference<@Nullable String> refused = new AtomicReference<>();
  private final AtomicReference<@Nullable Lie> lying = new AtomicReference<>();
  private final AtomicInteger lies = new AtomicInteger();
  private final AtomicLong bytesOfLies = new AtomicLong();
  private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
  private final LoopbackListener listener = LoopbackListener.serving(this::serve);

  /** Listens; the server behind it may be named later. */
  static StatementProxy listen() {
    return new StatementProxy();
  }

  void leadTo(ServerAddress server) {
    target.complete(server);
  }

  int port() {
    return listener.port();
  }

  /** Does something, once, at that statement. */
  Trap trap(String statement, When when, Runnable action) {
    Trap trap = new Trap(statement, when, action, new AtomicBoolean(), new CountDownLatch(1));
    set.set(trap);
    return trap;
  }

  /** Does something, once, where that statement is said first. */
  static Trap trapFirst(String statement, When when, Map<StatementProxy, Runnable> actions) {
    AtomicBoolean isTaken = new AtomicBoolean();
    CountDownLatch sprung = new CountDownLatch(1);
    actions.forEach(
        (proxy, action) -> proxy.set.set(new Trap(statement, when, action, isTaken, sprung)));
    return new Trap(statement, when, () -> {}, isTaken, sprung);
  }

  /** From now on each statement with that text is answered with an error, and does nothing. */
  void refuse(String statement) {
    refused.set(statement);
  }

  /** From now on the server answers all statements itself. */
  void refuseNothing() {
    refused.set(null);
  }

  /** From now on it lies to whoever asks for rows, on connections of before, too. */
  void lie(Lie lie) {
    lying.set(lie);
  }

  /** From now on the server behind it answers again. */
  void answerRightly() {
    lying.set(null);
  }

  /** From now on nobody reaches the server by it. */
  void cut() {
    listener.close();
    clients.forEach(StatementProxy::closeQuietly);
  }

  /** How often it began to lie. */
  int lies() {
    return lies.get();
  }

  /** What was taken of that, and what was on the way. */
  long bytesOfLies() {
    return bytesOfLies.get();
  }

  private void serve(Socket client) throws IOException {
    clients.add(client);
    ServerAddress server = target.join();
    try (Socket upstream = new Socket(server.host(), server.port())) {
      client.setTcpNoDelay(true);
      upstream.setTcpNoDelay(true);
      AtomicReference<@Nullable Trap> atAnswer = new AtomicReference<>();
      Thread answers = Thread.ofVirtual().start(() -> copyAnswers(upstream, client, atAnswer));
      copyStatements(client, upstream, atAnswer);
      closeQuietly(upstream);
      answers.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void copyStatements(
      Socket client, Socket upstream, AtomicReference<@Nullable Trap> atAnswer) throws IOException {
    InputStream in = client.getInputStream();
    byte[] buffer = new byte[1 << 16];
    for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
      byte[] chunk = Arrays.copyOf(buffer, count);
      Lie lie = lying.get();
      if (lie != null && new String(chunk, StandardCharsets.ISO_8859_1).contains("SELECT")) {
        send(lie, chunk, client);
        return;
      }
      String unwanted = refused.get();
      if (unwanted != null && new String(chunk, StandardCharsets.ISO_8859_1).contains(unwanted)) {
        client.getOutputStream().write(refusal(chunk[3]));
        continue;
      }
      Optional<Trap> trap = take(new String(chunk, StandardCharsets.ISO_8859_1));
      if (trap.filter(each -> each.when() == When.BEFORE).isPresent()) {
        spring(trap.get());
        return;
      }
      trap.ifPresent(each -> {
        if (each.when() == When.JUST_BEFORE) {
          spring(each);
        } else {
          atAnswer.set(each);
        }
      });
      upstream.getOutputStream().write(chunk);
    }
  }

  /** An error, as the answer to the packet of that number. */
  private static byte[] refusal(byte number) {
    byte[] text = "#HY000refused for good".getBytes(StandardCharsets.ISO_8859_1);
    ByteBuffer packet = ByteBuffer.allocate(text.length + 7).order(ByteOrder.LITTLE_ENDIAN);
    packet.putShort((short) (text.length + 3)).put((byte) 0).put((byte) (number + 1));
    packet.put((byte) 0xff).putShort((short) 1105).put(text);
    return packet.array();
  }

  private void send(Lie lie, byte[] question, Socket client) throws IOException {
    lies.incrementAndGet();
    client.setSendBufferSize(1 << 16);
    InputStream asked =
        new SequenceInputStream(new ByteArrayInputStream(question), client.getInputStream());
    Wire wire = new Wire(asked, new Counted(client.getOutputStream(), bytesOfLies));
    wire.read();
    lie.send(wire);
  }

  private Optional<Trap> take(String said) {
    Trap waiting = set.get();
    return waiting != null
            && said.contains(waiting.statement())
            && set.compareAndSet(waiting, null)
            && waiting.isTaken().compareAndSet(false, true)
        ? Optional.of(waiting)
        : Optional.empty();
  }

  private static void copyAnswers(
      Socket upstream, Socket client, AtomicReference<@Nullable Trap> atAnswer) {
    try {
      InputStream in = upstream.getInputStream();
      byte[] buffer = new byte[1 << 16];
      for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
        Trap trap = atAnswer.get();
        if (trap != null) {
          spring(trap);
          break;
        }
        client.getOutputStream().write(buffer, 0, count);
      }
    } catch (IOException e) {
      // One of the two ends is gone: so is the connection.
    } finally {
      closeQuietly(client);
    }
  }

  private static void spring(Trap trap) {
    try {
      trap.action().run();
    } finally {
      trap.sprung().countDown();
    }
  }

  private static void closeQuietly(Closeable closeable) {
    try {
      closeable.close();
    } catch (IOException e) {
      // It is closed either way.
    }
  }

  @Override
  public void close() {
    listener.close();
  }
}
