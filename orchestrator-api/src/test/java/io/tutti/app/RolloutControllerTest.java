package io.tutti.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.app.RunningController.Answer;
import io.tutti.fixtures.FakeServers;
import io.tutti.fixtures.FakeServers.FakeServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Rollouts over HTTP; what they do is tested on real servers. */
class RolloutControllerTest {
  @TempDir private Path home;
  private final FakeServers servers = new FakeServers();
  private RunningController running;

  @BeforeEach
  void start() {
    FakeServer source = servers.start();
    source.says(state -> state.writable());
    running = RunningController.start(home, servers, "--tutti.discovery.allow=127.0.0.0/8");
    running.post("/api/v1/discoveries", "{\"address\":\"" + source.address + "\"}");
  }

  @AfterEach
  void stop() {
    running.close();
    servers.close();
  }

  private Answer send(String file, boolean dryRun) {
    ObjectNode body = JsonMapper.shared().createObjectNode();
    body.put("file", file).put("dryRun", dryRun);
    return running.post("/api/v1/rollouts", body.toString());
  }

  /** The line and the key of each mistake. */
  private static List<String> places(Answer checked) {
    return checked
        .json()
        .at("/mistakes")
        .valueStream()
        .map(each -> each.at("/line").asInt() + " " + each.at("/key").asString())
        .toList();
  }

  @Test
  void aDryRunAnswersWithAllMistakesAndTheirLines() {
    Answer checked = send("name: n\nsettings: { w: 8 }\nsoak: soon\napproval: maybe\n", true);

    assertThat(checked.status()).isEqualTo(200);
    assertThat(places(checked))
        .containsExactly("1 targets", "2 settings.w", "3 soak", "4 approval");
    assertThat(checked.json().has("plan")).isFalse();
  }

  @Test
  void whatIsFoundByTheServersHasItsLineToo() {
    Answer checked = send("name: n\ntargets:\n  clusters: [x]\nsettings: { w: 8 }\n", true);

    assertThat(checked.json().at("/mistakes/0/line").asInt()).isEqualTo(3);
    assertThat(checked.json().at("/mistakes/0/sentence").asString())
        .isEqualTo("There is no cluster \"x\".");
  }

  @Test
  void allThatIsWrongIsListedAtOnceWhoeverFindsIt() {
    Answer checked =
        send("name: n\ntargets: { clusters: [x] }\nsettings: { w: 8 }\nsoak: soon\n", true);

    assertThat(places(checked)).containsExactly("2 targets.clusters", "3 settings.w", "4 soak");
    assertThat(checked.json().has("plan")).isFalse();
  }

  @Test
  void whatIsWrongIsNotBegun() {
    Answer refused = send("name: n\nsettings: { w: 8 }\nsoak: soon\n", false);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("/detail").asString())
        .contains("The rollout file has 3 mistakes: ", "line 3: soak: ", "Nothing was changed.");
    assertThat(send("", false).status()).isEqualTo(400);
    assertThat(running.post("/api/v1/rollouts", "{}").status()).isEqualTo(400);
    assertThat(running.get("/api/v1/rollouts").json().at("/items")).isEmpty();
  }

  @Test
  void nobodyKnowsARolloutThatThereIsNot() {
    assertThat(running.get("/api/v1/rollouts/x").status()).isEqualTo(404);
    for (String act : new String[] {"pause", "resume", "abort", "undo", "approve"}) {
      Answer refused = running.post("/api/v1/rollouts/x:" + act, "{}");
      assertThat(refused.status()).as(act).isEqualTo(404);
      assertThat(refused.json().at("/code").asString()).isEqualTo("UNKNOWN_ROLLOUT");
    }
  }

  @Test
  void aReportIsAskedForInItsForms() {
    for (String form : new String[] {"", "?format=json", "?format=markdown", "?format=html"}) {
      Answer refused = running.get("/api/v1/rollouts/x/report" + form);
      assertThat(refused.status()).as(form).isEqualTo(404);
      assertThat(refused.json().at("/code").asString()).isEqualTo("UNKNOWN_ROLLOUT");
    }
    assertThat(running.get("/api/v1/rollouts/x/report?format=pdf").status()).isEqualTo(406);
    assertThat(running.get("/api/v1/rollouts?format=html").status()).isEqualTo(406);
  }

  @Test
  void theSchemaAndAnExampleAreThere() {
    assertThat(running.get("/api/v1/rollout-schema.json").json().at("/properties/waves/type"))
        .hasToString("\"array\"");
    assertThat(running.get("/api/v1/rollout-example").json().at("/file").asString())
        .contains("settings:", "127.0.0.1:");
  }
}
