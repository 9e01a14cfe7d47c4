package io.tutti.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Plain sockets play the peers here: what they send is exactly the bytes in question. */
class GreetingProbeTest {
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private static byte[] packet(byte[] payload) {
    byte[] packet = new byte[payload.length + 4];
    packet[0] = (byte) payload.length;
    System.arraycopy(payload, 0, packet, 4, payload.length);
    return packet;
  }

  private static byte[] greeting(String version, boolean tls) {
    var out = new ByteArrayOutputStream();
    out.write(10);
    out.writeBytes(version.getBytes(StandardCharsets.UTF_8));
    out.write(0);
    out.writeBytes(new byte[4 + 8 + 1]);
    out.write(0xff);
    out.write(tls ? 0xff : 0xf7);
    out.writeBytes(new byte[16 + 13]);
    out.writeBytes("caching_sha2_password".getBytes(StandardCharsets.UTF_8));
    out.write(0);
    return packet(out.toByteArray());
  }

  private static void withPeer(Consumer<Socket> plays, Consumer<InstanceAddress> test) {
    try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(() -> {
            try (Socket socket = server.accept()) {
              plays.accept(socket);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      test.accept(new InstanceAddress("127.0.0.1", server.getLocalPort()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Consumer<Socket> saying(byte[] bytes) {
    return socket -> {
      try {
        socket.getOutputStream().write(bytes);
        waitForTheOther(socket);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  private static void waitForTheOther(Socket socket) {
    try (InputStream in = socket.getInputStream()) {
      assertThat(in.read()).isLessThan(0);
    } catch (IOException e) {
      // The probe may close hard; either way it has gone.
    }
  }

  private static void assertFails(InstanceAddress address, ErrorCode code, String... fragments) {
    assertThatThrownBy(() -> GreetingProbe.read(address, Deadline.after(PATIENCE)))
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.getMessage()).startsWith(address.toString()).contains(fragments);
            });
  }

  @Test
  void readsVersionTlsAndAuthPlugin() {
    withPeer(
        saying(greeting("5.5.5-10.11.5-MariaDB-log", true)),
        address -> {
          var greeting = GreetingProbe.read(address, Deadline.after(PATIENCE));
          assertThat(greeting.serverVersion()).isEqualTo("5.5.5-10.11.5-MariaDB-log");
          assertThat(greeting.offersTls()).isTrue();
          assertThat(greeting.authPlugin()).isEqualTo("caching_sha2_password");
        });
    withPeer(
        saying(greeting("5.6.14", false)),
        address ->
            assertThat(GreetingProbe.read(address, Deadline.after(PATIENCE)).offersTls())
                .isFalse());
  }

  @Test
  void namesWhatAnswersInAnotherProtocol() {
    withPeer(
        saying("SSH-2.0-OpenSSH_9.2\r\n".getBytes(StandardCharsets.US_ASCII)),
        address -> assertFails(address, ErrorCode.NOT_A_DATABASE_SERVER, "SSH-2.0-OpenSSH_9.2"));
  }

  @Test
  void aGreetingOfAnotherProtocolVersionIsNoDatabase() {
    withPeer(
        saying(packet("\u0009old".getBytes(StandardCharsets.US_ASCII))),
        address -> assertFails(address, ErrorCode.NOT_A_DATABASE_SERVER, "known protocol"));
  }

  @Test
  void aPeerThatSaysNothingIsSilentNotDown() {
    withPeer(
        GreetingProbeTest::waitForTheOther,
        address -> assertFails(address, ErrorCode.NO_GREETING, "frozen"));
  }

  @Test
  void aPeerThatClosesAtOnceIsHalfOpen() {
    withPeer(
        socket -> {}, address -> assertFails(address, ErrorCode.NO_GREETING, "without a greeting"));
  }

  @Test
  void aGreetingCutShortIsNoDatabase() {
    withPeer(
        socket -> {
          try {
            socket.getOutputStream().write(new byte[] {70, 0, 0, 0, 10, '8'});
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        address -> assertFails(address, ErrorCode.NOT_A_DATABASE_SERVER, "known protocol"));
  }

  @Test
  void refusalsAreRecognizedByTheServersErrorNumber() {
    byte[] tooMany = "\u00ff\u0010\u0004Too many connections".getBytes(StandardCharsets.ISO_8859_1);
    withPeer(
        saying(packet(tooMany)),
        address -> assertFails(address, ErrorCode.TOO_MANY_CONNECTIONS, "1040"));
    byte[] blocked =
        "\u00ff\u0069\u0004Host '10.0.0.1' is blocked".getBytes(StandardCharsets.ISO_8859_1);
    withPeer(
        saying(packet(blocked)),
        address -> assertFails(address, ErrorCode.HOST_BLOCKED, "1129", "FLUSH HOSTS"));
    byte[] notAllowed =
        "\u00ff\u006a\u0004Host is not allowed".getBytes(StandardCharsets.ISO_8859_1);
    withPeer(
        saying(packet(notAllowed)),
        address -> assertFails(address, ErrorCode.ACCESS_DENIED, "1130", "grants.md"));
  }

  @Test
  void aClosedPortIsRefusedAndAnUnknownNameUnknown() throws IOException {
    int free;
    try (var socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    assertFails(new InstanceAddress("127.0.0.1", free), ErrorCode.CONNECTION_REFUSED, "forget");
    assertFails(
        new InstanceAddress("no-such-host.invalid", 3306),
        ErrorCode.HOST_UNKNOWN,
        "does not resolve");
  }
}
