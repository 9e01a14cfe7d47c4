package io.tutti.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Forwards TCP connections to one address, and can be asked to misbehave as a network does. Each
 * connection has four virtual threads: a reader and a writer for each direction, with a bounded
 * queue between them in which delayed bytes wait.
 */
final class TcpProxy implements AutoCloseable {

  private enum Flow {
    UP,
    RESETTING,
    DROPPING,
    CLOSED
  }

  private static final int BUFFER_BYTES = 1 << 14;

  /** Chunks in flight per direction; more makes the sender wait, as a full TCP window would. */
  private static final int CHUNKS_MAX = 256;

  private record Chunk(byte[] bytes, long dueNanos) {}

  private final ServerAddress target;
  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition flowChanged = lock.newCondition();
  private Flow flow = Flow.UP;
  private volatile Duration delay = Duration.ZERO;

  private TcpProxy(ServerAddress target, ServerSocket listener) {
    this.target = target;
    this.listener = listener;
  }

  static TcpProxy open(ServerAddress target) {
    try {
      ServerSocket listener = new ServerSocket();
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePorts.next()));
      TcpProxy proxy = new TcpProxy(target, listener);
      Thread.ofVirtual().name("proxy-to-" + target).start(proxy::acceptAll);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot open a proxy to " + target, e);
    }
  }

  ServerAddress address() {
    return new ServerAddress("127.0.0.1", listener.getLocalPort());
  }

  /** Resets the connections there are and every new one. */
  void reset() {
    change(Flow.RESETTING);
    sockets.forEach(TcpProxy::resetConnection);
  }

  /** Lets no byte through; connections stay open and new ones seem to be accepted. */
  void drop() {
    change(Flow.DROPPING);
  }

  /** Lets bytes through again, also those that were held back. */
  void pass() {
    change(Flow.UP);
  }

  /** Each byte that is read from now on arrives this much later. */
  void delay(Duration newDelay) {
    delay = newDelay;
  }

  boolean isPassing() {
    return flow() == Flow.UP;
  }

  @Override
  public void close() {
    change(Flow.CLOSED);
    closeQuietly(listener);
    sockets.forEach(TcpProxy::closeQuietly);
  }

  private Flow flow() {
    lock.lock();
    try {
      return flow;
    } finally {
      lock.unlock();
    }
  }

  private void change(Flow next) {
    lock.lock();
    try {
      if (flow != Flow.CLOSED) {
        flow = next;
      }
      flowChanged.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void awaitNotDropping() throws InterruptedException {
    lock.lock();
    try {
      while (flow == Flow.DROPPING) {
        flowChanged.await();
      }
    } finally {
      lock.unlock();
    }
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        sockets.add(client);
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    Socket server = new Socket();
    sockets.add(server);
    try (client;
        server) {
      awaitNotDropping();
      if (flow() != Flow.UP) {
        resetConnection(client);
        return;
      }
      server.connect(new InetSocketAddress(target.host(), target.port()));
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      Thread answers = Thread.ofVirtual().start(() -> pump(server, client));
      pump(client, server);
      answers.join();
    } catch (IOException unreachable) {
      resetConnection(client);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sockets.remove(client);
      sockets.remove(server);
    }
  }

  /** Forwards one direction until its sender ends it or the connection breaks. */
  private void pump(Socket from, Socket to) {
    BlockingQueue<Chunk> inFlight = new LinkedBlockingQueue<>(CHUNKS_MAX);
    Thread writer = Thread.ofVirtual().start(() -> deliver(inFlight, from, to));
    try {
      InputStream in = from.getInputStream();
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        inFlight.put(new Chunk(Arrays.copyOf(buffer, read), System.nanoTime() + delay.toNanos()));
      }
      inFlight.put(new Chunk(new byte[0], System.nanoTime()));
      writer.join();
    } catch (IOException broken) {
      writer.interrupt();
      closeQuietly(to);
    } catch (InterruptedException e) {
      writer.interrupt();
      Thread.currentThread().interrupt();
    }
  }

  private void deliver(BlockingQueue<Chunk> inFlight, Socket from, Socket to) {
    try {
      OutputStream out = to.getOutputStream();
      while (true) {
        Chunk chunk = inFlight.take();
        TimeUnit.NANOSECONDS.sleep(chunk.dueNanos() - System.nanoTime());
        awaitNotDropping();
        if (chunk.bytes().length == 0) {
          to.shutdownOutput();
          return;
        }
        out.write(chunk.bytes());
      }
    } catch (IOException broken) {
      closeQuietly(from);
      closeQuietly(to);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Closing with no lingering sends RST instead of FIN. */
  private static void resetConnection(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException closedAlready) {
      // Then there is nothing left to reset.
    }
    closeQuietly(socket);
  }

  private static void closeQuietly(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      // A socket that cannot be closed is of no use to anybody either.
    }
  }
}
