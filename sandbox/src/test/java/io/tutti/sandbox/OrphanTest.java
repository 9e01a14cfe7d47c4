package io.tutti.sandbox;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.release.ServerRelease;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing outlives the process that holds a sandbox, however that process ends. */
class OrphanTest {

  private enum Ending {
    KILL,
    TERMINATE,
    INTERRUPT
  }

  private record Child(long pid, int port, Path data) {
    static Child parse(String text) {
      String[] parts = text.split(":", 3);
      return new Child(Long.parseLong(parts[0]), Integer.parseInt(parts[1]), Path.of(parts[2]));
    }

    void assertGone() throws IOException {
      assertThat(ServerProcess.hasEnded(pid)).isTrue();
      assertThat(data.resolve("../..").normalize()).doesNotExist();
      try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        assertThat(free.isBound()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void leavesNothingBehindWhenItsJvmIsEnded(Ending ending) throws IOException {
    Process jvm = ChildProgram.start("attached", "mariadb-10.2");
    List<Child> servers = readServers(jvm);
    // The supervisor must also get rid of a server that cannot answer a signal to stop.
    signal("STOP", servers.getFirst().pid());

    switch (ending) {
      case KILL -> jvm.destroyForcibly();
      case TERMINATE -> jvm.destroy();
      case INTERRUPT -> signal("INT", jvm.pid());
    }

    await()
        .atMost(20, SECONDS)
        .untilAsserted(() -> {
          for (Child server : servers) {
            server.assertGone();
          }
        });
  }

  private static List<Child> readServers(Process jvm) throws IOException {
    BufferedReader output = jvm.inputReader();
    String line = output.readLine();
    assertThat(line).startsWith("READY ");
    List<Child> servers = Arrays.stream(line.split(" ")).skip(1).map(Child::parse).toList();
    assertThat(servers).hasSize(2).allMatch(child -> Files.isDirectory(child.data()));
    return servers;
  }

  private static void signal(String name, long pid) throws IOException {
    assertThat(new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid).start().onExit().join())
        .satisfies(kill -> assertThat(kill.exitValue()).isZero());
  }

  @Test
  void leavesNothingBehindWhenItIsKilledWhileServersStart() throws IOException {
    Process jvm = ChildProgram.start("attached", "mariadb-10.2");
    await().atMost(20, SECONDS).until(() -> jvm.descendants().count() > 1);
    List<ProcessHandle> started = jvm.descendants().toList();

    jvm.destroyForcibly();

    await().atMost(20, SECONDS).until(() -> started.stream().noneMatch(ProcessHandle::isAlive));
  }

  @Test
  void leavesNothingBehindWhenItIsClosed() throws IOException {
    Sandbox sandbox =
        Sandbox.builder().fastTimeouts().release(ServerRelease.MARIADB_10_2_11).start();
    SandboxServer server = sandbox.server(1);
    Child child = new Child(server.pid(), server.port(), server.dataDirectory());
    sandbox.close();
    child.assertGone();
  }
}
