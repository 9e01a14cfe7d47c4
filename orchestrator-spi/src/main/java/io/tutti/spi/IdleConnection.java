package io.tutti.spi;

import java.nio.channels.SocketChannel;

/**
 * A connection to a server that is logged in and over which nothing is asked: it ends when the
 * server's process does, or somebody ends the session. Who watches it may make its channel
 * non-blocking; what comes over it means nothing.
 */
public interface IdleConnection extends AutoCloseable {

  /** The way to the server, below any encryption. */
  SocketChannel channel();

  /** Takes leave of the server where that needs no waiting; the channel is closed afterwards. */
  @Override
  void close();
}
