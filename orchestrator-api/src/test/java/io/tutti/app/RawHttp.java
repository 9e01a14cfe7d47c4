package io.tutti.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A connection over which any bytes are sent. */
final class RawHttp implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Socket socket = new Socket();

  private RawHttp(String url) throws IOException {
    URI where = URI.create(url);
    socket.connect(new InetSocketAddress(where.getHost(), where.getPort()));
    socket.setSoTimeout((int) PATIENCE.toMillis());
  }

  static RawHttp to(String url) {
    try {
      return new RawHttp(url);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a text; what the other side no longer takes is not an error. */
  boolean send(String text) {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  boolean send(byte[] bytes) {
    try {
      OutputStream out = socket.getOutputStream();
      out.write(bytes);
      out.flush();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** All that comes until the other side closes, or nothing when it breaks off. */
  String readAll() {
    try {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  /** What has come up to now, or nothing. */
  String readSome() {
    try {
      InputStream in = socket.getInputStream();
      return new String(in.readNBytes(in.available()), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  /** Whether the other side has closed. */
  boolean isClosed() {
    try {
      socket.setSoTimeout(1);
      return socket.getInputStream().read() < 0;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
