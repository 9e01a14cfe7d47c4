package io.tutti.sandbox.binaries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Downloads from a mirror that settings.xml names, and which breaks off now and then. */
class MavenArtifactsTest {

  private static final String COORDINATES = "org.example:thing:jar:1.0";
  private static final int BROKEN_OFF_BYTES = 150_000;

  @TempDir Path folder;

  private final byte[] content = new byte[400_000];
  private final List<Optional<String>> ranges = Collections.synchronizedList(new ArrayList<>());
  private String sha1 = "";
  private boolean breaksOff = true;
  private HttpServer mirror = emptyMirror();

  private static HttpServer emptyMirror() {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void openMirror() throws Exception {
    new Random(42).nextBytes(content);
    sha1 = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(content));
    mirror.createContext("/org/example/thing/1.0/thing-1.0.jar", this::serve);
    mirror.createContext(
        "/org/example/thing/1.0/thing-1.0.jar.sha1",
        exchange -> {
          byte[] text = (sha1 + "  thing-1.0.jar\n").getBytes(StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(200, text.length);
          exchange.getResponseBody().write(text);
          exchange.close();
        });
    mirror.start();
    Files.writeString(
        folder.resolve("settings.xml"),
        """
        <settings>
          <localRepository>%s</localRepository>
          <mirrors><mirror><id>m</id><mirrorOf>*</mirrorOf><url>http://127.0.0.1:%d</url></mirror></mirrors>
        </settings>
        """
            .formatted(folder.resolve("local"), mirror.getAddress().getPort()));
  }

  @AfterEach
  void closeMirror() {
    mirror.stop(0);
  }

  private void serve(HttpExchange exchange) throws IOException {
    Optional<String> range = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Range"));
    ranges.add(range);
    int from =
        range.map(text -> Integer.parseInt(text.replaceAll("bytes=(\\d+)-.*", "$1"))).orElse(0);
    byte[] rest = Arrays.copyOfRange(content, from, content.length);
    if (from > 0) {
      exchange
          .getResponseHeaders()
          .set(
              "Content-Range",
              "bytes %d-%d/%d".formatted(from, content.length - 1, content.length));
    }
    exchange.sendResponseHeaders(from > 0 ? 206 : 200, rest.length);
    exchange.getResponseBody().write(rest, 0, breaksOff ? BROKEN_OFF_BYTES : rest.length);
    exchange.getResponseBody().flush();
    exchange.close();
  }

  private MavenArtifacts artifacts() {
    return new MavenArtifacts(
        MavenSettings.inFolder(folder), folder.resolve("downloads"), DownloadListener.SILENT);
  }

  @Test
  void resumesAnInterruptedDownloadAndKeepsItInTheLocalRepository() throws IOException {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> artifacts().require(COORDINATES))
        .withMessageContaining(COORDINATES);
    assertThat(folder.resolve("downloads/thing-1.0.jar.part")).hasSize(BROKEN_OFF_BYTES);

    breaksOff = false;
    Path file = artifacts().require(COORDINATES);

    assertThat(file).hasBinaryContent(content).startsWith(folder.resolve("local"));
    assertThat(ranges)
        .containsExactly(Optional.empty(), Optional.of("bytes=%d-".formatted(BROKEN_OFF_BYTES)));
    mirror.stop(0);
    assertThat(artifacts().require(COORDINATES)).isEqualTo(file);
  }

  @Test
  void throwsAwayWhatHasTheWrongChecksum() {
    breaksOff = false;
    sha1 = "0".repeat(40);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> artifacts().require(COORDINATES))
        .withMessageContaining("SHA-1");
    assertThat(folder.resolve("downloads/thing-1.0.jar.part")).doesNotExist();
    assertThat(folder.resolve("local/org/example/thing/1.0/thing-1.0.jar")).doesNotExist();
  }

  @Test
  void obeysTheOfflineSwitch() throws IOException {
    Path settings = folder.resolve("settings.xml");
    Files.writeString(
        settings,
        Files.readString(settings).replace("<settings>", "<settings><offline>true</offline>"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> artifacts().require(COORDINATES))
        .withMessageContaining("offline");
    assertThat(ranges).isEmpty();
  }
}
