package io.tutti.sandbox;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DetachedSandboxesTest {

  @TempDir Path temporary;

  private Path folder() {
    return temporary.resolve("a-folder-with-a-long-name".repeat(5)).resolve("pair");
  }

  @AfterEach
  void takeDown() {
    DetachedSandboxes.down(folder());
  }

  @Test
  void outlivesTheProcessThatStartedItUntilItIsTakenDown() throws Exception {
    Process jvm = ChildProgram.start("detached", "mariadb-10.11", folder().toString());
    assertThat(jvm.waitFor()).isZero();

    DetachedSandbox sandbox = DetachedSandboxes.status(folder()).orElseThrow();
    assertThat(sandbox.complete()).isTrue();
    assertThat(sandbox.topology()).isEqualTo("1>2");
    assertThat(sandbox.servers()).hasSize(2).allMatch(DetachedSandbox.Server::isRunning);
    DetachedSandbox.Server source = sandbox.servers().getFirst();
    new SqlAccess(source.address()).execute(List.of("CREATE DATABASE from_another_process"));
    await()
        .atMost(20, SECONDS)
        .until(() ->
            !new SqlAccess(sandbox.servers().get(1).address())
                .query("SHOW DATABASES LIKE 'from_another_process'")
                .isEmpty());

    assertThat(DetachedSandboxes.down(folder())).isTrue();
    assertThat(DetachedSandboxes.status(folder())).isEmpty();
    assertThat(DetachedSandboxes.down(folder())).isFalse();
    assertThat(sandbox.servers()).allMatch(server -> ServerProcess.hasEnded(server.pid()));
  }

  @Test
  void showsServersThatDiedAndCleansUpAHalfStartedSandbox() throws IOException {
    SandboxBuilder builder =
        Sandbox.builder().fastTimeouts().release(ServerRelease.MARIADB_10_2_11);
    long pid = DetachedSandboxes.up(folder(), builder).servers().getFirst().pid();
    assertThatExceptionOfType(SandboxException.class)
        .isThrownBy(() -> DetachedSandboxes.up(folder(), builder))
        .withMessageContaining("already");

    Files.delete(folder().resolve("sandbox.properties"));
    assertThat(DetachedSandboxes.status(folder()))
        .hasValueSatisfying(half -> assertThat(half.complete()).isFalse());
    assertThat(ServerProcess.hasEnded(pid)).isFalse();
    assertThat(DetachedSandboxes.down(folder())).isTrue();
    assertThat(ServerProcess.hasEnded(pid)).isTrue();
  }

  @Test
  void leavesFoldersAloneThatAreNoSandbox() throws IOException {
    Files.createDirectories(folder());
    Files.writeString(folder().resolve("precious.txt"), "precious");
    assertThatExceptionOfType(SandboxException.class)
        .isThrownBy(() -> DetachedSandboxes.down(folder()))
        .withMessageContaining("nothing was removed");
    assertThat(folder().resolve("precious.txt")).exists();
    Files.delete(folder().resolve("precious.txt"));
  }

  @Test
  void removesEverythingWhenAServerDoesNotComeUp() {
    SandboxBuilder builder =
        Sandbox.builder()
            .fastTimeouts()
            .release(ServerRelease.MARIADB_10_2_11)
            .options("no_such_option=1");
    assertThatExceptionOfType(SandboxException.class)
        .isThrownBy(() -> DetachedSandboxes.up(folder(), builder))
        .withMessageContaining("no_such_option");
    assertThat(folder()).doesNotExist();
  }

  @Test
  void refusesProxiedLinks() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            DetachedSandboxes.up(
                folder(), Sandbox.builder().fastTimeouts().topology("1>2").proxiedLinks()))
        .withMessageContaining("proxies");
  }
}
