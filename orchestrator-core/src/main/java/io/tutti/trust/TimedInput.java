package io.tutti.trust;

import io.tutti.spi.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/**
 * What a socket says until a deadline: a time-out of the socket alone begins again with each byte,
 * so that one who sends a byte now and then is never done.
 */
public final class TimedInput extends InputStream {
  private final Socket socket;
  private final InputStream in;
  private final Deadline deadline;

  public TimedInput(Socket socket, Deadline deadline) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
    this.deadline = deadline;
  }

  @Override
  public int read() throws IOException {
    arm();
    return in.read();
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    arm();
    return in.read(bytes, from, length);
  }

  @Override
  public int available() throws IOException {
    return in.available();
  }

  private void arm() throws IOException {
    if (deadline.isExpired()) {
      throw new SocketTimeoutException("the time is over");
    }
    socket.setSoTimeout(deadline.remainingMillis());
  }
}
