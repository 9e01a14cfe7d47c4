package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/**
 * What a user is informed about a server that cannot be read, fault by fault. Real servers where a
 * fault can be made on one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Matrix
class FaultTableTest {
  private RunningController controller;
  private Sandbox sandbox;
  private final List<ServerSocket> peers = new ArrayList<>();
  private final List<String> table = new ArrayList<>();

  @BeforeAll
  void start() {
    sandbox =
        Sandbox.builder()
            .fastTimeouts()
            .release(ServerRelease.MYSQL_8_0_15)
            .topology("1,2,3,4")
            .start();
    WatcherAccount.createOnAll(sandbox);
    // Now that the sandbox itself, which uses no TLS, has no more to do there.
    sandbox.server(3).execute("SET GLOBAL require_secure_transport = ON");
    sandbox.server(4).execute("SET GLOBAL max_connections = 1");
    controller = RunningController.start(Map.of("TUTTI_DISCOVERY_CONTACT_TIMEOUT", "PT4S"));
  }

  @AfterAll
  void stop() throws IOException {
    for (ServerSocket peer : peers) {
      peer.close();
    }
    controller.close();
    sandbox.close();
    System.out.println("Fault table:\n" + String.join("\n", table));
  }

  private void assertReportedOf(
      String fault, Object address, int status, String code, String... fragments) {
    Answer answer = controller.discover(address);
    table.add("%-18s %s %s".formatted(fault, code, answer.text("/detail")));
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(status);
    assertThat(answer.text("/code")).isEqualTo(code);
    assertThat(answer.text("/detail"))
        .contains(address.toString())
        .contains("It was not added.")
        .contains(fragments);
    assertThat(answer.body().at("/remedies").size()).as("%s", answer.body()).isPositive();
    assertThat(controller.get("/instances").body().toString()).doesNotContain(address.toString());
  }

  private String peer(Consumer<Socket> plays) {
    try {
      ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      peers.add(socket);
      Thread.ofVirtual()
          .start(() -> {
            while (!socket.isClosed()) {
              try {
                Socket client = socket.accept();
                Thread.ofVirtual().start(() -> plays.accept(client));
              } catch (IOException e) {
                return;
              }
            }
          });
      return "127.0.0.1:" + socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void nothingListens() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    assertReportedOf(
        "unreachable", "127.0.0.1:" + free, 504, "CONNECTION_REFUSED", "refuses connections");
  }

  @Test
  void theNameDoesNotResolve() {
    assertReportedOf(
        "unknown name", "no-such-host.invalid:3306", 504, "HOST_UNKNOWN", "does not resolve");
  }

  @Test
  void theServerIsFrozen() {
    SandboxServer frozen = sandbox.server(2);
    frozen.freeze();
    try {
      assertReportedOf(
          "frozen", frozen.address(), 504, "NO_GREETING", "accepts connections", "frozen");
    } finally {
      frozen.thaw();
    }
  }

  @Test
  void theConnectionIsTakenAndClosed() {
    assertReportedOf(
        "half open", peer(FaultTableTest::closeQuietly), 504, "NO_GREETING", "without a greeting");
  }

  @Test
  void theConnectionIsTakenAndNothingIsSaid() {
    assertReportedOf("silent", peer(socket -> {}), 504, "NO_GREETING", "sent nothing in time");
  }

  @Test
  void anotherProtocolAnswers() {
    String ssh =
        peer(socket -> {
          try {
            socket
                .getOutputStream()
                .write("SSH-2.0-OpenSSH_9.2\r\n".getBytes(StandardCharsets.US_ASCII));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    assertReportedOf("not a database", ssh, 422, "NOT_A_DATABASE_SERVER", "SSH-2.0-OpenSSH_9.2");
  }

  @Test
  void aReleaseThatIsTooOldIsRefusedByName() {
    try (var old =
        new FakeDatabase(
            "5.5.62-log", true, Map.of("innodb_version", "5.5.62", "server_id", "1"))) {
      assertReportedOf(
          "5.5", old.address(), 422, "UNSUPPORTED_SERVER", "5.5.62", "mysql-5.6:", "mariadb-11:");
    }
  }

  @Test
  void aBinlogServerThatAnswersAlmostNothingIsNamed() {
    try (var binlogServer = new FakeDatabase("8.0.15-binlog-server", false, Map.of())) {
      assertReportedOf(
          "binlog server",
          binlogServer.address(),
          422,
          "UNSUPPORTED_SERVER",
          "VARIABLES",
          "binlog server");
    }
  }

  @Test
  void thePasswordIsWrong() {
    try (var stranger = RunningController.start(Map.of("TUTTI_TARGET_PASSWORD", "not-the-one"))) {
      Answer answer = stranger.discover(sandbox.server(1).address());
      table.add(
          "%-18s %s %s".formatted("wrong password", answer.text("/code"), answer.text("/detail")));
      assertThat(answer.status()).isEqualTo(422);
      assertThat(answer.text("/code")).isEqualTo("ACCESS_DENIED");
      assertThat(answer.text("/detail")).contains("watcher", "1045");
      assertThat(answer.body().toString() + stranger.log()).doesNotContain("not-the-one");
    }
  }

  @Test
  void theServerInsistsOnTls() {
    assertReportedOf("TLS required", sandbox.server(3).address(), 422, "TLS_REQUIRED", "3159");
  }

  @Test
  void aServerThatInsistsOnTlsIsReadWhenTheTargetIsConfiguredSo() {
    try (var encrypting = RunningController.start(Map.of("TUTTI_TARGET_TLS", "REQUIRED"))) {
      Answer answer = encrypting.discover(sandbox.server(3).address());
      assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
      assertThat(encrypting.instance(sandbox.server(3).address()).at("/contact").asString())
          .isEqualTo("REACHED");
    }
  }

  @Test
  void theServerHasNoConnectionLeft() throws Exception {
    // One for the watcher, one more for the administrator: both are taken here.
    SandboxServer full = sandbox.server(4);
    try (var first = full.connect();
        var second = full.connect()) {
      assertThat(first.isValid(2)).isTrue();
      assertThat(second.isValid(2)).isTrue();
      assertReportedOf("full", full.address(), 422, "TOO_MANY_CONNECTIONS", "1040");
    }
  }

  @Test
  void aServerThatFreezesLaterKeepsItsLastStateAndIsRegained() {
    SandboxServer server = sandbox.server(1);
    Answer answer = controller.discover(server.address());
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
    server.freeze();
    try {
      await()
          .untilAsserted(() -> {
            JsonNode view = controller.instance(server.address());
            assertThat(view.at("/contact").asString()).isEqualTo("FAILED");
            assertThat(view.at("/version").asString()).isEqualTo("8.0.15");
            assertThat(view.at("/problems").toString()).contains("INSTANCE_SILENT");
          });
    } finally {
      server.thaw();
    }
    await()
        .untilAsserted(() ->
            assertThat(controller.instance(server.address()).at("/contact").asString())
                .isEqualTo("REACHED"));
    await()
        .untilAsserted(() ->
            assertThat(controller.get("/audit?target=" + server.address()).body().toString())
                .contains("instance.lost", "instance.regained"));
  }

  @Test
  void theCommandLineEndsWithThreeWhenTheServerCannotBeReached() {
    var result = controller.tutti("discover", "no-such-host.invalid:3306");
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.errors()).contains("does not resolve").doesNotContain("Exception");
    assertThat(controller.tutti("discover", "127.0.0.1:99999").exitCode()).isEqualTo(2);
    assertThat(controller.tutti("forget", "db7:3306", "--yes").exitCode()).isEqualTo(1);
    assertThat(controller.tutti("discover").exitCode()).isEqualTo(2);
  }
}
