package io.tutti.discovery;

import io.tutti.spi.IdleConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches idle connections: all of them on one thread of the operating system, which waits for
 * nobody else's turn. That one ends is heard within milliseconds, as its channel becomes readable.
 *
 * <ol>
 *   <li>The process has ended, or the server has ended the session: at once.
 *   <li>The host does not answer any more: when {@link #KEEP_ALIVE} probes of the kernel were not
 *       acknowledged. A process that is frozen has a kernel that does, so its connection stays
 *       open.
 * </ol>
 */
final class IdleConnections implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(IdleConnections.class);

  /** After a second without a word one probe each second; three without an answer end it. */
  private static final Map<SocketOption<Integer>, Integer> KEEP_ALIVE =
      Map.of(
          ExtendedSocketOptions.TCP_KEEPIDLE, 1,
          ExtendedSocketOptions.TCP_KEEPINTERVAL, 1,
          ExtendedSocketOptions.TCP_KEEPCOUNT, 3);

  /** What a server says before it ends a session has some hundred bytes. */
  private static final int ROOM_BYTES = 4_096;

  /** One that says more than this is no idle connection. */
  private static final int SAID_BYTES_MAX = 64 * 1024;

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final ByteBuffer room = ByteBuffer.allocateDirect(ROOM_BYTES);
  private final Selector selector;
  private volatile boolean isClosed;

  IdleConnections() {
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void start() {
    Thread.ofPlatform().daemon().name("idle-connections").start(this::run);
  }

  /** One that is watched. */
  private static final class Watched {
    final IdleConnection connection;
    final Runnable onEnd;
    int saidBytes;

    Watched(IdleConnection connection, Runnable onEnd) {
      this.connection = connection;
      this.onEnd = onEnd;
    }
  }

  /**
   * Watches a connection from now on.
   *
   * @param onEnd called once, on a thread of its own, when it has ended without {@link #release}
   */
  void watch(IdleConnection connection, Runnable onEnd) {
    Watched watched = new Watched(connection, onEnd);
    submit(() -> register(watched));
  }

  /** Ends it; nobody is notified. */
  void release(IdleConnection connection) {
    submit(() -> {
      SelectionKey key = connection.channel().keyFor(selector);
      if (key != null) {
        forget(key);
      }
      apart(connection::close);
    });
  }

  private void submit(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  private void register(Watched watched) {
    SocketChannel channel = watched.connection.channel();
    try {
      channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      for (var option : KEEP_ALIVE.entrySet()) {
        if (channel.supportedOptions().contains(option.getKey())) {
          channel.setOption(option.getKey(), option.getValue());
        }
      }
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ, watched);
    } catch (IOException e) {
      end(watched);
    }
  }

  private void run() {
    while (!isClosed) {
      try {
        selector.select();
        List<SelectionKey> readable = List.copyOf(selector.selectedKeys());
        selector.selectedKeys().clear();
        readable.forEach(this::hear);
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
          task.run();
        }
      } catch (IOException | RuntimeException e) {
        LOG.error("Idle connections could not be looked at; tried again", e);
      }
    }
    List<IdleConnection> left =
        selector.keys().stream().map(key -> ((Watched) key.attachment()).connection).toList();
    try {
      selector.close();
    } catch (IOException e) {
      LOG.debug("The selector did not close", e);
    }
    left.forEach(connection -> apart(connection::close));
  }

  private void hear(SelectionKey key) {
    Watched watched = (Watched) key.attachment();
    if (hasEnded(watched)) {
      forget(key);
      end(watched);
    }
  }

  /** What it says means nothing: it says why it ends the session, if it does. */
  private boolean hasEnded(Watched watched) {
    try {
      int read = 1;
      while (read > 0 && watched.saidBytes <= SAID_BYTES_MAX) {
        room.clear();
        read = watched.connection.channel().read(room);
        watched.saidBytes += Math.max(0, read);
      }
      return read != 0;
    } catch (IOException | CancelledKeyException e) {
      return true;
    }
  }

  /** A channel that is to block again must be out of the selector, not only on its way. */
  private void forget(SelectionKey key) {
    key.cancel();
    try {
      selector.selectNow();
    } catch (IOException e) {
      LOG.debug("A connection stays in the selector until its next turn", e);
    }
  }

  private static void end(Watched watched) {
    apart(watched.onEnd);
    apart(watched.connection::close);
  }

  private static void apart(Runnable task) {
    Thread.ofVirtual().name("idle-end").start(task);
  }

  @Override
  public void close() {
    isClosed = true;
    selector.wakeup();
  }
}
