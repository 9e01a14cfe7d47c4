package io.tutti.operation.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.fence.FenceHook.Action;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of a fence obeys the rules of other hooks that are programs. */
class FenceHookTest {
  private static final InstanceAddress SERVER = InstanceAddress.parse("db1:3306");

  @TempDir private Path folder;

  @BeforeEach
  void mine() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
  }

  private Path script(String text) throws IOException {
    Path script = Files.writeString(folder.resolve("hook"), "#!/bin/sh\n" + text + "\n");
    return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static FenceHook hook(Path script, Duration timeout) {
    return FenceHook.of(Optional.of(script), timeout);
  }

  @Test
  void itGetsWhatToDoAndNothingOfTheEnvironment() throws IOException {
    Path noted = folder.resolve("noted");
    FenceHook hook =
        hook(script("echo \"$@\" >%s; env >>%s".formatted(noted, noted)), Duration.ofSeconds(30));

    assertThat(hook.call(SERVER, Action.FENCE)).isEmpty();

    List<String> lines = Files.readAllLines(noted);
    assertThat(lines.getFirst()).isEqualTo("db1 3306 fence");
    assertThat(lines.stream().skip(1).map(line -> line.replaceAll("=.*", "")))
        .isSubsetOf("PATH", "HOME", "LANG", "PWD", "OLDPWD", "SHLVL", "_");
  }

  @Test
  void itsFailureIsSaidWithWhatItPrinted() throws IOException {
    assertThat(
            hook(script("echo no such proxy; exit 3"), Duration.ofSeconds(30))
                .call(SERVER, Action.UNFENCE))
        .contains("it ended with 3. It printed: no such proxy");
    assertThat(hook(script("exit 3"), Duration.ofSeconds(30)).call(SERVER, Action.FENCE))
        .contains("it ended with 3.");
    assertThat(FenceHook.NONE.call(SERVER, Action.FENCE)).isEmpty();
  }

  @Test
  void itsChildrenEndWithItAtItsDeadline() throws IOException {
    Path pid = folder.resolve("pid");
    FenceHook hook =
        hook(script("sleep 300 &\necho $! >%s\nwait".formatted(pid)), Duration.ofSeconds(2));

    assertThat(hook.call(SERVER, Action.FENCE))
        .contains("it did not end in time, and was ended with its children.");
    await()
        .until(() ->
            ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
                .filter(ProcessHandle::isAlive)
                .isEmpty());
  }

  @Test
  void oneThatOthersMayChangeIsRefusedAtStartAndAtEachCall() throws IOException {
    Path script = script("exit 0");
    FenceHook hook = hook(script, Duration.ofSeconds(30));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxrwxr-x"));

    assertThat(hook.call(SERVER, Action.FENCE))
        .hasValueSatisfying(why -> assertThat(why).contains("it was not run", "chmod go-w"));
    assertThatThrownBy(() -> hook(script, Duration.ofSeconds(30)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("chmod go-w " + script);
  }
}
