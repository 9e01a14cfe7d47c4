package io.tutti.plugins.hook.haproxy;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The runtime API of HAProxy ({@code stats socket}): one command for each connection, answered by a
 * text until the connection ends. An interrupt of the thread ends a call.
 */
final class RuntimeApi {
  /** Of one backend; a server takes less than 200 characters. */
  private static final int ANSWER_BYTES_MAX = 4 * 1024 * 1024;

  private final String shown;
  private final Where where;

  /** A name is resolved at each call. */
  private interface Where {
    SocketAddress address();
  }

  private RuntimeApi(String shown, Where where) {
    this.shown = shown;
    this.where = where;
  }

  static RuntimeApi at(Path socket) {
    return new RuntimeApi(socket.toString(), () -> UnixDomainSocketAddress.of(socket));
  }

  static RuntimeApi at(InstanceAddress address) {
    return new RuntimeApi(
        address.toString(), () -> new InetSocketAddress(address.host(), address.port()));
  }

  /**
   * What is answered to a command.
   *
   * @throws IOException when there is no answer, with a sentence
   */
  String ask(String command, Deadline deadline) throws IOException {
    if (deadline.isExpired()) {
      throw new IOException("HAProxy was not asked \"%s\": it is too late.".formatted(command));
    }
    SocketAddress address = where.address();
    if (address instanceof InetSocketAddress named && named.isUnresolved()) {
      throw new IOException("The name in %s has no address.".formatted(shown));
    }
    try (SocketChannel channel = SocketChannel.open(address)) {
      ByteBuffer sent = ByteBuffer.wrap((command + "\n").getBytes(StandardCharsets.UTF_8));
      while (sent.hasRemaining()) {
        int unused = channel.write(sent);
      }
      byte[] answer = Channels.newInputStream(channel).readNBytes(ANSWER_BYTES_MAX);
      return new String(answer, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new IOException(
          "HAProxy at %s did not answer \"%s\" (%s)."
              .formatted(shown, command, e.getMessage() == null ? e : e.getMessage()),
          e);
    }
  }

  @Override
  public String toString() {
    return shown;
  }
}
