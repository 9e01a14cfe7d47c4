package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What is unsafe about a start is said in one sentence each, and of what is safe nothing is. */
class WarningsTest {
  private static final String OPEN = "rw-r--r--";
  private static final String OWN = "rw-------";

  private final ListAppender<ILoggingEvent> said = new ListAppender<>();
  @TempDir private Path folder;

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger("io.tutti.app");
  }

  @BeforeEach
  void listen() {
    said.start();
    logger().addAppender(said);
  }

  @AfterEach
  void listenNoMore() {
    logger().detachAppender(said);
  }

  private Path file(String name, String permissions) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, "a-secret-of-somebody");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    return file;
  }

  private List<String> warnings(String... flags) {
    List<String> all = new ArrayList<>(List.of(flags));
    all.add("--tutti.home=" + folder.resolve("home"));
    said.list.clear();
    ControllerSettings settings = Main.settings(all, Map.of(), folder);
    assertThat(new Listener(settings.http())).isNotNull();
    assertThat(ConfiguredTargets.of(settings)).isNotNull();
    return said.list.stream()
        .map(ILoggingEvent::getFormattedMessage)
        .filter(line -> line.contains(folder.toString()) || line.contains("TLS"))
        .toList();
  }

  @Test
  void aNetworkWithoutTls() throws Exception {
    PemFiles.make(folder);
    assertThat(warnings("--tutti.http.address=0.0.0.0"))
        .singleElement()
        .asString()
        .startsWith("Listens on 0.0.0.0 without TLS: whoever can see the traffic can take");
    assertThat(warnings("--tutti.http.address=127.0.0.1")).isEmpty();
    assertThat(
            warnings(
                "--tutti.http.address=0.0.0.0",
                "--tutti.http.tls-certificate=" + folder.resolve("tls.crt"),
                "--tutti.http.tls-key=" + folder.resolve("tls.key")))
        .isEmpty();
  }

  @Test
  void aKeyThatOthersCanRead() throws Exception {
    PemFiles.make(folder);
    Path key = folder.resolve("tls.key");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString(OPEN));

    assertThat(
            warnings(
                "--tutti.http.tls-certificate=" + folder.resolve("tls.crt"),
                "--tutti.http.tls-key=" + key))
        .containsExactly(
            "The key %s is open to others (%s). chmod 600 %s".formatted(key, OPEN, key));
  }

  @Test
  void aFileWithAPasswordThatOthersCanRead() throws IOException {
    Path open = file("password", OPEN);

    assertThat(warnings("--tutti.target.password-file=" + open))
        .containsExactly(
            "The file of tutti.target.password, %s, is open to others (%s). chmod 600 %s"
                .formatted(open, OPEN, open));
    assertThat(warnings("--tutti.target.password-file=" + file("own", OWN))).isEmpty();
  }
}
