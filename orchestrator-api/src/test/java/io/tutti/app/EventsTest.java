package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.FakeServers;
import io.tutti.fixtures.FakeServers.FakeServer;
import io.tutti.fixtures.States;
import io.tutti.model.ThreadState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the log says of what the controller found and did (docs/log.md). */
class EventsTest {
  private static final int IDLE_POLLS = 30;

  /** These servers have no keys by which they would be known after a restart. */
  private static final String ALLOWED = "--tutti.discovery.allow=127.0.0.0/8";

  @TempDir private Path home;

  private final FakeServers servers = new FakeServers();
  private final LoggedEvents log = LoggedEvents.open();

  @AfterEach
  void close() {
    log.close();
    servers.close();
  }

  private static void discover(RunningController running, FakeServer server) {
    String body = "{\"host\":\"127.0.0.1\",\"port\":%d}".formatted(server.address.port());
    assertThat(running.post("/api/v1/discoveries", body).status()).isBetween(200, 299);
  }

  private FakeServer replicaOf(FakeServer source) {
    return servers.start().says(state -> state.replicatesFrom(source.address.toString()));
  }

  private void awaitSaid(String event, String... parts) {
    await()
        .untilAsserted(
            () -> assertThat(log.of(event)).anySatisfy(line -> assertThat(line).contains(parts)));
  }

  @Test
  void idleServersGiveNoLine() {
    FakeServer source = servers.start();
    List<FakeServer> all = new ArrayList<>(List.of(source));
    IntStream.range(0, 19).forEach(each -> all.add(replicaOf(source)));
    try (RunningController running = RunningController.start(home, servers)) {
      all.forEach(each -> discover(running, each));
      awaitReadings(all, 5);
      log.forget();

      awaitReadings(all, IDLE_POLLS);

      assertThat(log.lines()).isEmpty();
    }
  }

  private static void awaitReadings(List<FakeServer> servers, int more) {
    List<Integer> before = servers.stream().map(each -> each.readings.get()).toList();
    await()
        .until(() ->
            IntStream.range(0, servers.size())
                .allMatch(at -> servers.get(at).readings.get() >= before.get(at) + more));
  }

  @Test
  void aServerIsFoundLostAndReturns() {
    FakeServer server = servers.start();
    String address = server.address.toString();
    try (RunningController running = RunningController.start(home, servers)) {
      discover(running, server);
      awaitSaid("instance.found", "INFO", address, "Named by a person.");

      server.refuseLogins(true);
      awaitSaid("instance.lost", "WARN", address, "refuses the login");
      awaitSaid("finding.new", "WARN", address, "CRITICAL LOGIN_REFUSED.");

      server.refuseLogins(false);
      running.post(
          "/api/v1/discoveries",
          "{\"host\":\"127.0.0.1\",\"port\":%d}".formatted(server.address.port()));
      awaitSaid("instance.regained", "INFO", address);
      awaitSaid("finding.cleared", "INFO", address, "CRITICAL LOGIN_REFUSED, after ", " s.");
    }
  }

  @Test
  void aServerThatHasAnotherRoleIsSaidSo() {
    FakeServer one = servers.start();
    FakeServer other = servers.start();
    FakeServer moving = replicaOf(one);
    try (RunningController running = RunningController.start(home, servers)) {
      List.of(one, other, moving).forEach(each -> discover(running, each));

      moving.says(state -> state.replicatesFrom(other.address.toString()));
      awaitSaid(
          "instance.changed",
          moving.address.toString(),
          "is a replica of %s, and was a replica of %s.".formatted(other.address, one.address));

      moving.says(States::writable);
      awaitSaid("instance.changed", "is no replica, and was a replica of " + other.address);
      awaitSaid("instance.changed", moving.address.toString(), "takes writes, and did not.");
    }
  }

  @Test
  void aRestartedControllerSaysWhatIsFoundInOneLine() {
    FakeServer source = servers.start();
    FakeServer replica =
        servers
            .start()
            .says(state ->
                state.channel(
                    Channels.from(source.address.toString()).applier(ThreadState.STOPPED).build()));
    try (RunningController running = RunningController.start(home, servers, ALLOWED)) {
      List.of(source, replica).forEach(each -> discover(running, each));
      awaitSaid("finding.new", replica.address.toString(), "APPLIER_STOPPED");
    }
    log.forget();
    try (RunningController again = RunningController.start(home, servers, ALLOWED)) {
      await().until(() -> !log.of("findings.at-start").isEmpty());

      assertThat(log.of("controller.started"))
          .singleElement()
          .asString()
          .contains("knows 2 servers");
      assertThat(log.of("findings.at-start"))
          .singleElement()
          .asString()
          .contains("APPLIER_STOPPED");
      assertThat(log.of("finding.new")).noneMatch(line -> line.contains("APPLIER_STOPPED"));
      assertThat(again.get("/api/v1/findings").status()).isEqualTo(200);
    }
    assertThat(log.of("controller.stopped")).hasSize(1);
  }

  @Test
  void wrongTokensAndTokensThatWereMadeAreSaid() {
    try (RunningController running = RunningController.start(home, servers)) {
      running.send("GET", "/api/v1/instances", "", "Bearer of-nothing");
      running.post("/api/v1/tokens", "{\"name\":\"alice\",\"role\":\"VIEWER\"}");

      awaitSaid("login.failed", "WARN", "127.0.0.1", "A request had no valid token.");
      awaitSaid("token.created", "INFO", "alice");
      assertThat(log.lines()).noneMatch(line -> line.contains("of-nothing"));
    }
  }

  @Test
  void settingsAreSaidWithoutSecrets() throws Exception {
    Path password = Files.writeString(home.resolve("password"), "in-a-file-of-its-own");
    try (RunningController running =
        RunningController.start(
            home,
            servers,
            "--tutti.target-overrides[0].pattern=db1:*",
            "--tutti.target-overrides[0].password=of-db1-alone",
            "--tutti.replication.user=repl",
            "--tutti.replication.password-file=" + password)) {
      assertThat(running.get("/api/v1/health").status()).isEqualTo(200);
    }

    assertThat(log.of("controller.settings"))
        .singleElement()
        .asString()
        .contains(
            "tutti.discovery.poll-interval=100ms",
            "tutti.token=(withheld)",
            "tutti.target-overrides[0].password=(withheld)",
            "tutti.replication.user=repl",
            "all others have their defaults.")
        .doesNotContain(RunningController.TOKEN, "of-db1-alone", "in-a-file-of-its-own");
  }
}
