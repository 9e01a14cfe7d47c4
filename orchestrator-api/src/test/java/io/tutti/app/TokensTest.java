package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.app.RunningController.Answer;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.FakeServers;
import io.tutti.fixtures.FakeServers.FakeServer;
import io.tutti.store.Role;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Somebody is somebody: named tokens, their roles, and what the audit says of them. */
class TokensTest {
  @TempDir private Path home;
  private final FakeServers servers = new FakeServers();
  private RunningController running;
  private FakeServer server;

  @BeforeEach
  void start() {
    server = servers.start();
    running = RunningController.start(home, servers);
  }

  @AfterEach
  void stop() {
    running.close();
    servers.close();
  }

  private Answer create(String body) {
    return running.post("/api/v1/tokens", body);
  }

  private String bearer(String name, String role) {
    Answer made = create("{\"name\":\"%s\",\"role\":\"%s\"}".formatted(name, role));
    assertThat(made.status()).as("%s", made.json()).isEqualTo(201);
    return "Bearer " + made.json().path("token").asString();
  }

  private List<String> audit(String query) {
    return StreamSupport.stream(
            running.get("/api/v1/audit" + query).json().path("items").spliterator(), false)
        .map(entry ->
            "%s %s %s %s %s"
                .formatted(
                    entry.path("actor").asString(),
                    entry.path("action").asString(),
                    entry.path("target").asString(),
                    entry.path("outcome").asString(),
                    entry.path("reason").asString()))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "GET|clusters||VIEWER",
        "GET|audit||VIEWER",
        "GET|version||VIEWER",
        "POST|discoveries|{\"address\":\"127.0.0.1:1\"}|OPERATOR",
        "DELETE|instances/db1:1||OPERATOR",
        "POST|instances/db1:1:fence|{}|OPERATOR",
        "POST|instances/db1:1:unfence|{}|OPERATOR",
        "POST|instances/db1:1:unfence|{\"force\":true,\"why\":\"x\"}|ADMIN",
        "POST|instances/db1:1:rebuild|{}|ADMIN",
        "POST|operations/none:cancel|{}|OPERATOR",
        "POST|operations/none:settle|{}|ADMIN",
        "POST|boot-reports|{}|REPORTER",
        "GET|tokens||ADMIN",
        "POST|tokens|{}|ADMIN",
        "DELETE|tokens/none||ADMIN",
      })
  void aRoleReachesSoFarAndNoFurther(String method, String path, String body, String needed) {
    for (Role each : Role.values()) {
      String role = each.name();
      Answer answer =
          running.send(
              method,
              "/api/v1/" + path,
              body == null ? "" : body,
              bearer(role.toLowerCase(java.util.Locale.ROOT) + "-1", role));

      boolean reaches = each.covers(Role.valueOf(needed));
      assertThat(answer.status() != 403).as("%s: %s", role, answer.json()).isEqualTo(reaches);
      if (!reaches) {
        assertThat(answer.json().path("code").asString()).isEqualTo("FORBIDDEN");
      }
    }
  }

  @Test
  void aTokenIsListedWithoutItsTextAndKeptAsItsHash() throws IOException {
    String bearer = bearer("alice", "OPERATOR");
    String text = bearer.substring("Bearer ".length());

    JsonNode alice = running.get("/api/v1/tokens").json().path("items").path(0);

    assertThat(text).startsWith("tutti_").hasSize(49);
    assertThat(alice.path("name").asString()).isEqualTo("alice");
    assertThat(alice.path("role").asString()).isEqualTo("OPERATOR");
    assertThat(alice.path("state").asString()).isEqualTo("ACTIVE");
    assertThat(alice.path("createdBy").asString()).isEqualTo("bootstrap");
    assertThat(alice.toString()).doesNotContain(text);
    running.close();
    try (var files = Files.walk(home)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .as("%s", file)
            .doesNotContain(text);
      }
    }
    running = RunningController.start(home, servers);
    assertThat(running.send("GET", "/api/v1/clusters", "", bearer).status()).isEqualTo(200);
  }

  @Test
  void aRevokedOrExpiredTokenIsNone() {
    String alice = bearer("alice", "VIEWER");
    Answer brief = create("{\"name\":\"brief\",\"role\":\"VIEWER\",\"ttl\":\"PT0.001S\"}");

    assertThat(running.send("GET", "/api/v1/clusters", "", alice).status()).isEqualTo(200);
    assertThat(running.delete("/api/v1/tokens/alice").json().path("state").asString())
        .isEqualTo("REVOKED");

    assertThat(running.send("GET", "/api/v1/clusters", "", alice).status()).isEqualTo(401);
    String expired = "Bearer " + brief.json().path("token").asString();
    assertThat(running.send("GET", "/api/v1/clusters", "", expired).status()).isEqualTo(401);
    assertThat(running.delete("/api/v1/tokens/alice").status()).isEqualTo(404);
    assertThat(running.delete("/api/v1/tokens/bootstrap").status()).isEqualTo(400);
    assertThat(create("{\"name\":\"alice\",\"role\":\"ADMIN\"}").json().path("code").asString())
        .isEqualTo("TOKEN_EXISTS");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"name\":\"x\"}",
        "{\"name\":\"bootstrap\",\"role\":\"VIEWER\"}",
        "{\"name\":\"a b\",\"role\":\"VIEWER\"}",
        "{\"name\":\"\",\"role\":\"VIEWER\"}",
        "{\"name\":\"x\",\"role\":\"KING\"}",
        "{\"name\":\"x\",\"role\":\"VIEWER\",\"ttl\":\"PT-1S\"}",
        "{\"name\":\"x\",\"role\":\"VIEWER\",\"ttl\":1e300}",
      })
  void noOddTokenIsMade(String body) {
    assertThat(create(body).status()).isEqualTo(400);
    assertThat(running.get("/api/v1/tokens").json().path("items")).isEmpty();
  }

  @Test
  void theAuditSaysWhoFromWhereAndWhy() {
    String alice = bearer("alice", "OPERATOR");
    running.post("/api/v1/discoveries", "{\"address\":\"" + server.address + "\"}");
    running.send(
        "POST",
        "/api/v1/discoveries?reason=new%20rack",
        "{\"address\":\"" + server.address + "\"}",
        alice);
    running.send("DELETE", "/api/v1/instances/" + server.address, "", alice);
    running.send("POST", "/api/v1/tokens", "{}", alice);

    assertThat(audit(""))
        .contains(
            "alice request discoveries DONE POST discoveries from 127.0.0.1: new rack",
            "alice instance.forgotten " + server.address + " DONE Requested by alice.",
            "alice request %s DONE DELETE instances/%s from 127.0.0.1."
                .formatted(server.address, server.address),
            "alice request tokens REFUSED POST tokens from 127.0.0.1. The role operator does not"
                + " allow this.",
            "bootstrap token.created alice DONE A token with the role OPERATOR, for ever.");
  }

  @Test
  void wrongTokensAreAuditedOnceAndAgainAtTenAndSlowedDown() {
    int slowed = 0;
    for (int attempt = 1; attempt <= 53; attempt++) {
      Answer answer = running.send("GET", "/api/v1/clusters", "", "Bearer wrong-" + attempt);
      slowed += answer.status() == 429 ? 1 : 0;
      assertThat(answer.status()).isIn(401, 429);
    }

    assertThat(slowed).isEqualTo(3);
    assertThat(audit("?target=127.0.0.1"))
        .hasSize(2)
        .anyMatch(entry -> entry.startsWith("unknown login.failed 127.0.0.1 REFUSED 10 requests"))
        .noneMatch(entry -> entry.contains("wrong-"));
    assertThat(running.get("/api/v1/clusters").status())
        .as("a right token in the meantime")
        .isEqualTo(200);
  }

  @Test
  void refusesATokenThatCanBeGuessed(@TempDir Path other) {
    for (String weak : List.of("a", "123456789012345", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")) {
      assertThatThrownBy(() -> RunningController.start(other, servers, "--tutti.token=" + weak))
          .isInstanceOf(OrchestratorException.class)
          .hasMessageContaining("The token can be guessed")
          .hasMessageNotContaining(weak + "\"");
    }
  }

  @Test
  void printsANewTokenOnATerminalOnly(@TempDir Path fresh) throws IOException {
    List<String> flags = List.of("--tutti.home=" + fresh, "--tutti.http.port=0");
    try (Controller first =
        Controller.start(Main.settings(flags, Map.of(), fresh), () -> Plugins.of(servers))) {
      String token = Files.readString(fresh.resolve("token")).strip();

      assertThat(Main.token(first, true)).contains(token);
      assertThat(Main.token(first, false)).doesNotContain(token).contains("file \"token\"");
    }
  }

  /** S8. */
  @Test
  void closesItsStoreToOthersWhereItsFolderIsOpen(@TempDir Path open) throws IOException {
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createDirectory(
        open.resolve("store"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    Path token = open.resolve("token");
    Files.writeString(token, "0123456789abcdef-of-somebody");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
    List<String> flags = List.of("--tutti.home=" + open, "--tutti.http.port=0");
    try (Controller controller =
        Controller.start(Main.settings(flags, Map.of(), open), () -> Plugins.of(servers))) {
      assertThat(controller.newToken()).isEmpty();
      assertThat(
              PosixFilePermissions.toString(Files.getPosixFilePermissions(open.resolve("store"))))
          .isEqualTo("rwx------");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
          .isEqualTo("rw-------");
    }
  }

  /** Plugins are loaded from it. */
  @Test
  void refusesAFolderInWhichEverybodyMayWrite(@TempDir Path open) throws IOException {
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(() -> RunningController.start(open, servers))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("chmod 700");
  }
}
