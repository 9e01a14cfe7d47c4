package io.tutti.plugins.sql.wire;

import io.tutti.spi.AnswerRoom;
import io.tutti.spi.Deadline;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/**
 * Is between a server and the driver of one connection, below both drivers that there are: what
 * comes is counted and checked before a driver sees it, and nothing is waited for longer than the
 * deadline, however little comes at a time.
 */
public final class AnswerGuard {
  private static final ScopedValue<AnswerGuard> CONNECTING = ScopedValue.newInstance();

  private static final int KILOBYTE = 1024;

  private final boolean isOverChannel;
  private final AnswerPackets packets = new AnswerPackets();
  private final AnswerRoom.Share room = AnswerRoom.share();
  private AnswerBounds bounds = AnswerBounds.POLL;
  private long bytes;
  private Optional<Deadline> deadline = Optional.empty();
  private Optional<WrongAnswer> refused = Optional.empty();
  private Optional<SocketChannel> channel = Optional.empty();

  public AnswerGuard() {
    this(false);
  }

  private AnswerGuard(boolean isOverChannel) {
    this.isOverChannel = isOverChannel;
  }

  /** Of a connection whose channel is kept, so that it can be watched. */
  public static AnswerGuard overChannel() {
    return new AnswerGuard(true);
  }

  /** Of the connection that was made last; empty where it was not to be kept. */
  public Optional<SocketChannel> channel() {
    return channel;
  }

  /** A socket that this guards; drivers try one for each address of a name. */
  GuardedSocket socket() throws IOException {
    if (!isOverChannel) {
      return new GuardedSocket(this);
    }
    SocketChannel opened = SocketChannel.open();
    channel = Optional.of(opened);
    return new GuardedSocket(this, opened);
  }

  /** Lets a driver connect, whose sockets are then guarded by this. */
  public <T, X extends Throwable> T connecting(ScopedValue.CallableOp<? extends T, X> connect)
      throws X {
    return ScopedValue.where(CONNECTING, this).call(connect);
  }

  /** The guard of the connection that this thread is just making. */
  static AnswerGuard ofThisThread() throws IOException {
    if (!CONNECTING.isBound()) {
      throw new IOException("a connection that nobody guards is not made");
    }
    return CONNECTING.get();
  }

  /** What is asked next is answered within these bounds, and until then. */
  public void expect(AnswerBounds bounded, Deadline until) {
    bounds = bounded;
    deadline = Optional.of(until);
    begin();
  }

  /** The answer was read; nothing of it is kept here. */
  public void done() {
    deadline = Optional.empty();
    room.leave();
  }

  /** Why the connection was given up, if it was because of what the server sent. */
  public Optional<WrongAnswer> refused() {
    return refused;
  }

  /** The client asks something. */
  void begin() {
    bytes = 0;
    packets.asked(bounds);
  }

  void clientCan(long capabilities) {
    packets.clientCan(capabilities);
  }

  /** Whether a packet of that length may come; it is counted. */
  void announce(int length) throws IOException {
    requireNotRefused();
    bytes += length + PacketInput.HEADER_BYTES;
    if (packets.isLogin() && length > AnswerPackets.LOGIN_PACKET_BYTES_MAX) {
      throw refuse(
          new WrongAnswer("sent a packet of %d kB for the login".formatted(length / KILOBYTE)));
    }
    if (bytes > bounds.bytes()) {
      throw refuse(
          new WrongAnswer(
              "sent more than %d kB as one answer".formatted(bounds.bytes() / KILOBYTE)));
    }
    room.grow(bytes, deadline);
  }

  void take(PacketBytes packet) throws IOException {
    try {
      packets.take(packet);
    } catch (WrongAnswer e) {
      throw refuse(e);
    }
  }

  /** How long may be waited for the next byte; empty when that is not limited here. */
  Optional<Integer> millisLeft() throws IOException {
    requireNotRefused();
    if (deadline.filter(Deadline::isExpired).isPresent()) {
      throw new SocketTimeoutException("the time for the answer is over");
    }
    return deadline.map(Deadline::remainingMillis);
  }

  /** A driver that catches the first refusal and reads on gets no further. */
  private void requireNotRefused() throws WrongAnswer {
    if (refused.isPresent()) {
      throw new WrongAnswer(refused.get().what());
    }
  }

  private WrongAnswer refuse(WrongAnswer why) {
    refused = Optional.of(why);
    return why;
  }
}
