package io.tutti.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.api.BackupView;
import io.tutti.api.ChannelView;
import io.tutti.api.ChannelView.ThreadState;
import io.tutti.api.Fact;
import io.tutti.api.InstanceView;
import io.tutti.api.InstanceView.Contact;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class RecordReaderTest {
  private static final String PACKAGE = "io/tutti/api";

  private static <T extends Record> T read(String json, Class<T> type) {
    return Json.parse(json).orElseThrow().as(type);
  }

  /** All of its module: a folder of classes, or a jar. */
  private static List<Class<?>> contract() throws IOException, URISyntaxException {
    Path code =
        Path.of(InstanceView.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(code)) {
      return classesIn(code.resolve(PACKAGE));
    }
    try (FileSystem jar = FileSystems.newFileSystem(code)) {
      return classesIn(jar.getPath(PACKAGE));
    }
  }

  private static List<Class<?>> classesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString().replace(".class", ""))
          .<Class<?>>map(name -> {
            try {
              return Class.forName("io.tutti.api." + name);
            } catch (ClassNotFoundException e) {
              throw new IllegalStateException(e);
            }
          })
          .filter(Class::isRecord)
          .toList();
    }
  }

  @Test
  void everyRecordOfTheContractIsReadEvenWhenNothingWasSent() throws Exception {
    List<Class<?>> records =
        contract().stream().filter(type -> type.getTypeParameters().length == 0).toList();

    assertThat(records).hasSizeGreaterThan(50);
    for (Class<?> each : records) {
      assertThat(read("{}", each.asSubclass(Record.class))).isNotNull();
    }
  }

  @Test
  void readsWhatTheControllerWrites() {
    InstanceView instance =
        read(
            """
            {"address":"a:1","contact":"FAILED","role":"REPLICA","cluster":"c","firstSeen":"2026-11-22T10:00:00Z",
             "writable":{"value":true},"serverId":{"unknown":"no privilege"},"port":{"value":3306},
             "durability":{"syncBinlog":{"value":1}},"settings":{"b":"1","a":"2"},
             "channels":[{"name":"x","receiver":{"state":"CONNECTING","heartbeatSeconds":{"value":0.5}},
               "lag":{"value":{"millis":7,"source":"HEARTBEAT","misses":"m"}}}]}
            """,
            InstanceView.class);

    assertThat(instance.contact()).isEqualTo(Contact.FAILED);
    assertThat(instance.serverId().flatMap(Fact::unknown)).contains("no privilege");
    assertThat(instance.settings().orElseThrow()).containsOnlyKeys("b", "a");
    ChannelView channel = instance.channels().getFirst();
    assertThat(channel.receiver().state()).isEqualTo(ThreadState.CONNECTING);
    assertThat(channel.receiver().heartbeatSeconds().value()).contains(0.5);
    assertThat(channel.lag().value()).contains(new ChannelView.LagView(7, "HEARTBEAT", "m"));
    String written = JsonMapper.shared().writeValueAsString(instance);
    assertThat(read(written, InstanceView.class)).isEqualTo(instance);
  }

  @Test
  void whatIsUnknownHereOrOfAnotherFormIsNoError() {
    InstanceView instance =
        read(
            "{\"contact\":\"ASLEEP\",\"problems\":\"none\",\"ageMillis\":null,\"new\":{}}",
            InstanceView.class);

    assertThat(instance.contact()).isEqualTo(Contact.PENDING);
    assertThat(instance.problems()).isEmpty();
    assertThat(instance.ageMillis()).isEmpty();
    BackupView session = read("{\"ttl\":\"soon\"}", BackupView.class);
    assertThat(session.ttl()).isEqualTo(Duration.ZERO);
    assertThat(Optional.of(session.instance())).contains("");
  }
}
