package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TokenVerbsTest {
  private final FakeController controller = new FakeController();

  private CommandRun run(String... arguments) {
    return CommandRun.of(Map.of("TUTTI_URL", controller.url(), "TUTTI_TOKEN", "t"), arguments);
  }

  @AfterEach
  void close() {
    controller.close();
  }

  @Test
  void createsATokenThatExpiresAndPrintsItOnce() {
    controller.answering(
        "POST /api/v1/tokens",
        201,
        "{\"name\":\"alice\",\"role\":\"OPERATOR\",\"expiresAt\":\"2027-02-20T00:00:00Z\",\"token\":\"tutti_x\"}");

    CommandRun run = run("token", "create", "alice", "--role", "operator");

    assertThat(run.out()).contains("tutti_x", "good until 2027-02-20T00:00:00Z");
    assertThat(controller.requests().getFirst())
        .contains("{\"name\":\"alice\",\"role\":\"OPERATOR\",\"ttl\":\"PT2160H\"}");
  }

  /** A host's boot hook needs no more. */
  @Test
  void createsEachRoleThatTheControllerKnows() {
    controller.answering(
        "POST /api/v1/tokens",
        201,
        "{\"name\":\"db2\",\"role\":\"REPORTER\",\"token\":\"tutti_x\"}");

    run("token", "create", "db2", "--role", "reporter", "--expires", "never");

    assertThat(controller.requests().getFirst())
        .contains("{\"name\":\"db2\",\"role\":\"REPORTER\"}");
  }

  @Test
  void listsWhatBecameOfEach() {
    controller.answering(
        "GET /api/v1/tokens",
        200,
        """
        {"items":[{"name":"alice","role":"OPERATOR","state":"REVOKED","createdAt":"2026-11-22T10:00:00.5Z",
        "createdBy":"bootstrap","revokedAt":"2026-11-22T11:00:00Z"}]}\
        """);

    assertThat(run("token", "list").out())
        .contains("alice", "OPERATOR", "REVOKED", "2026-11-22T10:00:00Z", "bootstrap", "never");
  }

  @Test
  void givesTheReasonWithWhateverIsChangedAndWithNothingElse() {
    controller.answering(
        "DELETE /api/v1/tokens/alice?reason=left%20the%20team", 200, "{\"name\":\"alice\"}");
    controller.answering("GET /api/v1/tokens", 200, "{\"items\":[]}");

    assertThat(run("token", "revoke", "alice", "--reason", "left the team").out())
        .contains("The token alice is revoked.");
    assertThat(run("token", "list", "--reason", "x").out()).contains("No token");
  }
}
