package io.tutti.discovery;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import io.tutti.spi.Greeting;
import io.tutti.trust.TimedInput;
import io.tutti.trust.TimedSocket;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the first packet that a server sends, which shows who is there before any driver is chosen,
 * and distinguishes a server that is down from one that is frozen and from something else
 * altogether.
 *
 * <p>The packet is that of protocol version 10 ("Protocol::HandshakeV10" in the MySQL internals
 * manual), or an error packet when the server does not want this host. Breaking off counts as an
 * interrupted handshake on the server, so it is done once for each first contact and after lost
 * connections, followed by a login that resets that count.
 */
public final class GreetingProbe {
  private static final int PROTOCOL_VERSION = 10;
  private static final int ERROR_PACKET = 0xff;
  private static final int CAPABILITY_TLS = 1 << 11;

  /** A greeting has some 80 bytes; one that claims more than this is none. */
  private static final int PACKET_BYTES_MAX = 4_096;

  private static final int SHOWN_BYTES_MAX = 24;

  private GreetingProbe() {}

  /**
   * Connects, reads the greeting and disconnects.
   *
   * @throws OrchestratorException with the code of what is there instead
   */
  public static Greeting read(InstanceAddress address, Deadline deadline) {
    try (Socket socket = connect(address, deadline)) {
      try {
        return parse(address, new DataInputStream(new TimedInput(socket, deadline)));
      } catch (SocketTimeoutException e) {
        throw failure(
            ErrorCode.NO_GREETING,
            address,
            "accepts connections, but sent nothing in time: it is frozen or overloaded, or it is a"
                + " proxy with nothing behind it, or not a database server.",
            List.of(
                "look at the process on "
                    + address.host()
                    + " (state T = stopped, D = waits for its disk)"),
            e);
      } catch (IOException e) {
        throw failure(
            ErrorCode.NO_GREETING,
            address,
            "accepted the connection and closed it without a greeting (" + e.getMessage() + ").",
            List.of("look at the server's error log, and at any proxy or firewall in between"),
            e);
      }
    } catch (IOException e) {
      throw failure(
          ErrorCode.CONNECTION_LOST,
          address,
          "could not be contacted: " + e.getMessage() + ".",
          List.of(),
          e);
    }
  }

  private static Socket connect(InstanceAddress address, Deadline deadline) {
    try {
      return TimedSocket.connect(address, deadline);
    } catch (IOException e) {
      throw connectFailure(address, e);
    }
  }

  private static OrchestratorException connectFailure(InstanceAddress address, IOException e) {
    return switch (e) {
      case UnknownHostException unknown ->
          failure(
              ErrorCode.HOST_UNKNOWN,
              address,
              "could not be reached: the name " + address.host() + " does not resolve.",
              List.of("correct the name, or set report_host on the server that reported it"),
              unknown);
      case SocketTimeoutException timeout ->
          failure(
              ErrorCode.CONNECTION_TIMED_OUT,
              address,
              "did not answer the attempt to connect: the host is down, or a firewall drops the"
                  + " packets.",
              List.of("check the host and the way to it"),
              timeout);
      case NoRouteToHostException noRoute ->
          failure(
              ErrorCode.CONNECTION_TIMED_OUT,
              address,
              "has no route to it.",
              List.of("check the network"),
              noRoute);
      case ConnectException refused ->
          failure(
              ErrorCode.CONNECTION_REFUSED,
              address,
              "refuses connections: no server listens on port " + address.port() + ".",
              Remedies.of(
                  "start the server, or \"%s\" if it will not come back", Acts.forget(address)),
              refused);
      default ->
          failure(
              ErrorCode.CONNECTION_LOST,
              address,
              "could not be reached: " + e.getMessage() + ".",
              List.of(),
              e);
    };
  }

  private static Greeting parse(InstanceAddress address, DataInputStream in) throws IOException {
    byte[] header = in.readNBytes(4);
    if (header.length == 0) {
      throw new EOFException("end of stream");
    }
    int length =
        header.length < 4
            ? 0
            : (header[0] & 0xff) | (header[1] & 0xff) << 8 | (header[2] & 0xff) << 16;
    if (length < 3 || length > PACKET_BYTES_MAX) {
      throw notADatabase(address, header, in);
    }
    byte[] payload = in.readNBytes(length);
    int kind = payload.length == 0 ? -1 : payload[0] & 0xff;
    if (kind == ERROR_PACKET && payload.length >= 3) {
      throw refusal(address, payload);
    }
    int versionEnd = indexOfZero(payload, 1);
    if (kind != PROTOCOL_VERSION || payload.length < length || versionEnd < 0) {
      throw notADatabase(address, header, in);
    }
    String version = new String(payload, 1, versionEnd - 1, StandardCharsets.UTF_8);
    return new Greeting(version, offersTls(payload, versionEnd), authPlugin(payload));
  }

  /**
   * After the version: 4 bytes thread id, 8 bytes scramble, 1 filler, then the lower 2 bytes of the
   * capabilities.
   */
  private static boolean offersTls(byte[] payload, int versionEnd) {
    int at = versionEnd + 1 + 4 + 8 + 1;
    return payload.length >= at + 2
        && (ByteBuffer.wrap(payload, at, 2).order(ByteOrder.LITTLE_ENDIAN).getShort()
                & CAPABILITY_TLS)
            != 0;
  }

  /** The last text of the packet, which ends with a zero byte. */
  private static String authPlugin(byte[] payload) {
    if (payload[payload.length - 1] != 0) {
      return "";
    }
    int start = payload.length - 1;
    while (start > 0 && payload[start - 1] >= 0x20 && payload[start - 1] < 0x7f) {
      start--;
    }
    return new String(payload, start, payload.length - 1 - start, StandardCharsets.US_ASCII);
  }

  private static int indexOfZero(byte[] bytes, int from) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == 0) {
        return i;
      }
    }
    return -1;
  }

  private static OrchestratorException refusal(InstanceAddress address, byte[] payload) {
    int number = ByteBuffer.wrap(payload, 1, 2).order(ByteOrder.LITTLE_ENDIAN).getShort() & 0xffff;
    String text =
        new String(payload, 3, payload.length - 3, StandardCharsets.UTF_8)
            .replaceFirst("^#.....", "");
    String said = "refused the connection with error " + number + ": " + text + ".";
    return switch (number) {
      case 1040, 1203 ->
          failure(
              ErrorCode.TOO_MANY_CONNECTIONS,
              address,
              said,
              List.of("raise max_connections, or find who holds the connections"),
              null);
      case 1129 ->
          failure(
              ErrorCode.HOST_BLOCKED,
              address,
              said,
              List.of("run FLUSH HOSTS on " + address),
              null);
      case 1130 ->
          failure(
              ErrorCode.ACCESS_DENIED,
              address,
              said,
              Remedies.of(
                  "create the account for this host: %s prints how, see docs/grants.md",
                  Acts.showGrants()),
              null);
      default -> failure(ErrorCode.CONNECTION_LOST, address, said, List.of(), null);
    };
  }

  private static OrchestratorException notADatabase(
      InstanceAddress address, byte[] header, DataInputStream in) throws IOException {
    byte[] start = Arrays.copyOf(header, SHOWN_BYTES_MAX);
    int more = Math.min(in.available(), SHOWN_BYTES_MAX - header.length);
    int filled =
        header.length + Math.max(0, in.readNBytes(start, header.length, Math.max(0, more)));
    String shown =
        new String(start, 0, filled, StandardCharsets.ISO_8859_1)
            .replaceAll("[^\\x20-\\x7e]", ".")
            .strip();
    return failure(
        ErrorCode.NOT_A_DATABASE_SERVER,
        address,
        "is not a database server of a known protocol: it begins with \"" + shown + "\".",
        List.of("correct the port"),
        null);
  }

  private static OrchestratorException failure(
      ErrorCode code,
      InstanceAddress address,
      String observed,
      List<String> advice,
      @Nullable Throwable cause) {
    return failure(code, address, observed, Remedies.advice(advice), cause);
  }

  private static OrchestratorException failure(
      ErrorCode code,
      InstanceAddress address,
      String observed,
      Remedies remedies,
      @Nullable Throwable cause) {
    return new OrchestratorException(
        code, address.toString(), address + " " + observed, remedies, cause);
  }
}
