package io.tutti.plugins.sql.wire;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/** A socket of which whoever reads sees only what its guard took. */
final class GuardedSocket extends Socket {
  private final AnswerGuard guard;
  private Optional<PacketInput> input = Optional.empty();
  private Optional<OutputStream> output = Optional.empty();

  GuardedSocket(AnswerGuard guard) {
    this.guard = guard;
  }

  GuardedSocket(AnswerGuard guard, SocketChannel channel) throws SocketException {
    super(new ChannelSocket(channel));
    this.guard = guard;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return input();
  }

  private PacketInput input() throws IOException {
    if (input.isEmpty()) {
      InputStream timed = new Timed(super.getInputStream());
      input = Optional.of(new PacketInput(new BufferedInputStream(timed), guard));
    }
    return input.get();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    if (output.isEmpty()) {
      PacketInput in = input();
      output = Optional.of(new CommandOutput(super.getOutputStream(), guard, in::pass));
    }
    return output.get();
  }

  /** Waits for each byte no longer than until the deadline. */
  private final class Timed extends FilterInputStream {
    Timed(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      arm();
      return super.read();
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      arm();
      return super.read(bytes, from, length);
    }

    private void arm() throws IOException {
      Optional<Integer> millis = guard.millisLeft();
      if (millis.isPresent()) {
        setSoTimeout(millis.get());
      }
    }
  }
}
