package io.tutti.plugins.hook.keepalived;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookOptions;
import io.tutti.spi.hook.HookOutcome;
import io.tutti.spi.hook.HookOutcome.Failed;
import io.tutti.spi.hook.HookOutcome.Succeeded;
import io.tutti.spi.hook.HookPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeepalivedHookTest {
  @TempDir private Path folder;

  @BeforeEach
  void mine() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Hook hook(Map<String, String> more) {
    Map<String, String> options = new HashMap<>(Map.of("folder", folder.toString()));
    options.putAll(more);
    return new KeepalivedProvider()
        .open(
            new HookOptions("vip", List.of(), Optional.empty(), Optional.empty(), options),
            each -> {
              throw new IllegalStateException("it sends no messages");
            });
  }

  private static HookEvent event(String point, boolean isSample) {
    List<InstanceAddress> members =
        List.of("db1:3306", "db2:3306", "db3:3306").stream().map(InstanceAddress::parse).toList();
    return new HookEvent(
        "1",
        HookPoint.parse(point).orElseThrow(),
        Instant.EPOCH,
        isSample,
        new HookEvent.Cause("op", "failover", "alice", Optional.of(true), ""),
        new HookEvent.About(
            "db1:3306",
            Optional.of(members.get(0)),
            Optional.of("shop"),
            Optional.of(members.get(1)),
            List.of(),
            members));
  }

  private HookOutcome call(String point) {
    return hook(Map.of()).call(event(point, false), Deadline.after(Duration.ofSeconds(20)));
  }

  private void files(String... each) throws IOException {
    for (String file : each) {
      String[] words = file.split("=");
      Files.writeString(folder.resolve(words[0]), words[1] + "\n");
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(KeepalivedHookTest::shown).sorted().toList();
    }
  }

  private static String shown(Path file) {
    try {
      return file.getFileName() + "=" + Files.readString(file).strip();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void afterAFailoverTheNewSourceIsTheWriter() throws IOException {
    files("db1_3306=0", "db2_3306=1", "db3_3306=1", "web_3306=0");

    assertThat(call("after-failover"))
        .isEqualTo(new Succeeded("Written: db1_3306 = 1, db2_3306 = 0."));

    assertThat(files()).containsExactly("db1_3306=1", "db2_3306=0", "db3_3306=1", "web_3306=0");
    assertThat(call("after-failover")).isEqualTo(new Succeeded("The track files are so already."));
  }

  @Test
  void theNumbersCanBeChosen() throws IOException {
    files("db1_3306=100", "db2_3306=-254");
    Hook hook = hook(Map.of("writer", "100", "other", "-254"));
    assertThat(hook.call(event("after-switchover", false), Deadline.after(Duration.ofSeconds(9))))
        .isInstanceOf(Succeeded.class);
    assertThat(files()).containsExactly("db1_3306=-254", "db2_3306=100");
  }

  @Test
  void aFenceTakesTheWriterAwayAndItsEndBringsItBack() throws IOException {
    files("db1_3306=0", "db2_3306=1");
    call("before-fence");
    assertThat(files()).containsExactly("db1_3306=1", "db2_3306=1");
    call("after-unfence");
    assertThat(files()).containsExactly("db1_3306=0", "db2_3306=1");
  }

  @Test
  void aServerThatIsAReplicaNowDoesNotComeBackAsTheWriter() throws IOException {
    files("db1_3306=1", "db2_3306=0");
    assertThat(call("after-unfence").output())
        .isEqualTo("db2_3306 is the one that takes writes: db1_3306 was left as it is.");
    assertThat(files()).containsExactly("db1_3306=1", "db2_3306=0");
  }

  @Test
  void withoutAFileOfTheNewSourceNothingIsChanged() throws IOException {
    files("db1_3306=0");
    assertThat(call("after-failover"))
        .isInstanceOfSatisfying(
            Failed.class,
            failed ->
                assertThat(failed.why())
                    .contains("db2:3306 has no track file", folder.resolve("db2_3306").toString()));
    assertThat(files()).containsExactly("db1_3306=0");
  }

  @Test
  void filesOfAnotherClusterAreLeftAlone() throws IOException {
    files("web_3306=0");
    assertThat(call("after-failover").output()).contains("nothing was changed");
    assertThat(files()).containsExactly("web_3306=0");
  }

  @Test
  void whatIsNoFileIsAFailure() throws IOException {
    files("db2_3306=1");
    Files.createDirectory(folder.resolve("db1_3306"));
    assertThat(call("after-failover"))
        .isInstanceOfSatisfying(
            Failed.class, failed -> assertThat(failed.why()).contains("is not a file"));
    assertThat(Files.readString(folder.resolve("db2_3306"))).isEqualTo("1\n");
  }

  @Test
  void aSampleOnlyReads() throws IOException {
    files("db1_3306=0", "db2_3306=1");
    HookOutcome outcome =
        hook(Map.of()).call(event("after-failover", true), Deadline.after(Duration.ofSeconds(9)));
    assertThat(outcome.output())
        .startsWith("The track files are db1_3306 = 0, db2_3306 = 1.")
        .endsWith("changed.");
    assertThat(files()).containsExactly("db1_3306=0", "db2_3306=1");
  }

  @Test
  void aFolderThatOthersMayWriteToIsRefusedAtStartAndAtEachCall() throws IOException {
    files("db1_3306=0", "db2_3306=1");
    Hook hook = hook(Map.of());
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThat(hook.call(event("after-failover", false), Deadline.after(Duration.ofSeconds(9))))
        .isInstanceOfSatisfying(
            Failed.class,
            failed -> assertThat(failed.why()).contains("Nothing was written", "chmod go-w"));
    assertThatThrownBy(() -> hook(Map.of())).hasMessageContaining("chmod go-w " + folder);
    assertThat(files()).containsExactly("db1_3306=0", "db2_3306=1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          folder=              | it has no options.folder
          folder=track         | options.folder: track is not an absolute path
          folder=/nothing/here | options.folder: /nothing/here is not there
          writer=x             | options.writer is x, not a number
          other=0              | options.writer and options.other are both 0
          weight=3             | there is no options.weight; there are: folder, other, writer
          """)
  void optionsAreValidatedAtStart(String written, String why) {
    String[] words = written.split("=", 2);
    assertThatThrownBy(() -> hook(Map.of(words[0], words[1])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }
}
