package io.tutti.trust;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Connections that come about until a deadline or not at all. */
public final class TimedSocket {
  private TimedSocket() {}

  /** Read it by a {@link TimedInput}, for the deadline to hold on. */
  public static Socket connect(InstanceAddress address, Deadline deadline) throws IOException {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.connect(
          new InetSocketAddress(InetAddress.getByName(address.host()), address.port()),
          deadline.remainingMillis());
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }
}
