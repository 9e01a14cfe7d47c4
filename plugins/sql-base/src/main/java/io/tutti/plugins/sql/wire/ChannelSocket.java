package io.tutti.plugins.sql.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOptions;
import java.nio.channels.SocketChannel;

/**
 * What is below a socket whose channel can be watched: the sockets of the JDK that drivers are
 * given have no channel. Blocking for as long as a driver uses it.
 */
final class ChannelSocket extends SocketImpl {
  private final SocketChannel channel;
  private final Socket socket;

  ChannelSocket(SocketChannel channel) {
    this.channel = channel;
    this.socket = channel.socket();
  }

  @Override
  protected void create(boolean isStream) {
    // The channel is there already.
  }

  @Override
  protected void connect(String host, int port) throws IOException {
    connect(new InetSocketAddress(host, port), 0);
  }

  @Override
  protected void connect(InetAddress host, int port) throws IOException {
    connect(new InetSocketAddress(host, port), 0);
  }

  @Override
  protected void connect(SocketAddress wanted, int timeoutMillis) throws IOException {
    socket.connect(wanted, timeoutMillis);
    address = socket.getInetAddress();
    port = socket.getPort();
    localport = socket.getLocalPort();
  }

  @Override
  protected void bind(InetAddress host, int wanted) throws IOException {
    socket.bind(new InetSocketAddress(host, wanted));
  }

  @Override
  protected void listen(int backlog) throws IOException {
    throw new SocketException("this is a client");
  }

  @Override
  protected void accept(SocketImpl connection) throws IOException {
    throw new SocketException("this is a client");
  }

  @Override
  protected InputStream getInputStream() throws IOException {
    return socket.getInputStream();
  }

  @Override
  protected OutputStream getOutputStream() throws IOException {
    return socket.getOutputStream();
  }

  @Override
  protected int available() throws IOException {
    return socket.getInputStream().available();
  }

  @Override
  protected void close() throws IOException {
    channel.close();
  }

  @Override
  protected void shutdownInput() throws IOException {
    socket.shutdownInput();
  }

  @Override
  protected void shutdownOutput() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  protected void sendUrgentData(int data) throws IOException {
    throw new SocketException("neither protocol has urgent data");
  }

  @Override
  public void setOption(int option, Object value) throws SocketException {
    switch (option) {
      case SocketOptions.SO_TIMEOUT -> socket.setSoTimeout((Integer) value);
      case SocketOptions.TCP_NODELAY -> socket.setTcpNoDelay((Boolean) value);
      case SocketOptions.SO_KEEPALIVE -> socket.setKeepAlive((Boolean) value);
      case SocketOptions.SO_REUSEADDR -> socket.setReuseAddress((Boolean) value);
      case SocketOptions.SO_RCVBUF -> socket.setReceiveBufferSize((Integer) value);
      case SocketOptions.SO_SNDBUF -> socket.setSendBufferSize((Integer) value);
      case SocketOptions.IP_TOS -> socket.setTrafficClass((Integer) value);
      case SocketOptions.SO_LINGER -> linger(value);
      default -> throw new SocketException("no option of this socket: " + option);
    }
  }

  private void linger(Object value) throws SocketException {
    if (value instanceof Integer seconds) {
      socket.setSoLinger(seconds >= 0, Math.max(0, seconds));
    } else {
      socket.setSoLinger(false, 0);
    }
  }

  @Override
  public Object getOption(int option) throws SocketException {
    return switch (option) {
      case SocketOptions.SO_TIMEOUT -> socket.getSoTimeout();
      case SocketOptions.TCP_NODELAY -> socket.getTcpNoDelay();
      case SocketOptions.SO_KEEPALIVE -> socket.getKeepAlive();
      case SocketOptions.SO_REUSEADDR -> socket.getReuseAddress();
      case SocketOptions.SO_RCVBUF -> socket.getReceiveBufferSize();
      case SocketOptions.SO_SNDBUF -> socket.getSendBufferSize();
      case SocketOptions.IP_TOS -> socket.getTrafficClass();
      case SocketOptions.SO_LINGER -> socket.getSoLinger();
      case SocketOptions.SO_BINDADDR -> socket.getLocalAddress();
      default -> throw new SocketException("no option of this socket: " + option);
    };
  }
}
