package io.tutti.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.fixtures.FakeClient;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import io.tutti.spi.IdleConnection;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.ServerBanner;
import io.tutti.spi.StatusReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IdleConnectionsTest {
  private final IdleConnections watching = new IdleConnections();
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
    watching.start();
  }

  @AfterEach
  void close() throws IOException {
    watching.close();
    server.close();
  }

  /** One connection, both of its ends. */
  private record Pair(Idle idle, Socket server) {}

  /** The client's end. */
  private record Idle(SocketChannel channel, AtomicBoolean isClosed) implements IdleConnection {
    @Override
    public void close() {
      isClosed.set(true);
      try {
        channel.configureBlocking(true);
        channel.close();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  private Pair connect() throws IOException {
    SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
    return new Pair(new Idle(channel, new AtomicBoolean()), server.accept());
  }

  @Test
  void reportsOnceThatAConnectionHasEndedAndClosesIt() throws Exception {
    Pair pair = connect();
    BlockingQueue<Long> ends = new ArrayBlockingQueue<>(10);
    watching.watch(pair.idle(), () -> ends.add(System.nanoTime()));
    assertThat(ends.poll(100, TimeUnit.MILLISECONDS)).isNull();

    pair.server().close();

    assertThat(ends.poll(10, TimeUnit.SECONDS)).isNotNull();
    await().until(pair.idle().isClosed()::get);
    assertThat(ends.poll(50, TimeUnit.MILLISECONDS)).isNull();
  }

  @Test
  void aResetIsAnEndToo() throws Exception {
    Pair pair = connect();
    AtomicInteger ends = new AtomicInteger();
    watching.watch(pair.idle(), ends::incrementAndGet);

    pair.server().setSoLinger(true, 0);
    pair.server().close();

    await().until(() -> ends.get() == 1);
  }

  @Test
  void whatAServerSaysIsNoEnd() throws Exception {
    Pair pair = connect();
    AtomicInteger ends = new AtomicInteger();
    watching.watch(pair.idle(), ends::incrementAndGet);

    pair.server().getOutputStream().write(new byte[5_000]);
    await().during(Duration.ofMillis(200)).until(() -> ends.get() == 0);
    pair.server().close();

    await().until(() -> ends.get() == 1);
  }

  @Test
  void nothingIsReportedOfOneThatWasGivenUp() throws Exception {
    Pair pair = connect();
    AtomicInteger ends = new AtomicInteger();
    watching.watch(pair.idle(), ends::incrementAndGet);

    watching.release(pair.idle());

    await().until(pair.idle().isClosed()::get);
    assertThat(pair.server().getInputStream().read()).isEqualTo(-1);
    assertThat(ends).hasValue(0);
  }

  @Test
  void watchesHundredsOnOneThread() throws Exception {
    int count = 300;
    List<Pair> pairs = new ArrayList<>();
    AtomicInteger ends = new AtomicInteger();
    for (int i = 0; i < count; i++) {
      Pair pair = connect();
      pairs.add(pair);
      watching.watch(pair.idle(), ends::incrementAndGet);
    }
    long threads =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals("idle-connections"))
            .filter(Thread::isAlive)
            .count();

    for (Pair pair : pairs) {
      pair.server().close();
    }

    await().until(() -> ends.get() == count);
    assertThat(threads).isLessThan(count / 10);
  }

  private static InstanceClient offering(IdleConnection idle) {
    return new FakeClient() {
      @Override
      public ServerBanner readBanner(Deadline deadline) {
        throw new AssertionError("nothing is read");
      }

      @Override
      public StatusReader statusReader() {
        throw new AssertionError("nothing is read");
      }

      @Override
      public Optional<IdleConnection> openIdle(Deadline deadline) {
        return Optional.of(idle);
      }
    };
  }

  @Test
  void opensNoOtherOneWhileOneIsOpenAndWaitsAfterOneThatDidNotLast() throws Exception {
    Pair pair = connect();
    AtomicInteger ends = new AtomicInteger();
    IdleWatch watch =
        new IdleWatch(InstanceAddress.parse("127.0.0.1:3306"), watching, ends::incrementAndGet);
    assertThat(watch.isDue()).isTrue();

    watch.open(offering(pair.idle()), Deadline.after(Duration.ofSeconds(9)));
    assertThat(watch.isHeld()).isTrue();
    assertThat(watch.isDue()).isFalse();
    pair.server().close();

    await().until(() -> ends.get() == 1);
    assertThat(watch.isHeld()).isFalse();
    assertThat(watch.isDue()).isFalse();
  }
}
