package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RolloutVerbsTest extends VerbTest {
  private static final String REPLICA =
      "{\"instance\":\"db2:3306\",\"cluster\":\"db1:3306\",\"role\":\"leaf\",\"flavor\":\"mysql-8.0\","
          + "\"settings\":[{\"name\":\"slave_parallel_workers\",\"value\":\"8\",\"statements\":[\"SET"
          + " PERSIST slave_parallel_workers ="
          + " 8\"],\"stops\":\"applier\"}],\"without\":[\"mysql-8.0 (8.0.15) has no setting"
          + " x\"]%s}";
  private static final String PLAN =
      ("{\"mistakes\":[],\"plan\":{\"name\":\"eight\",\"beginsAt\":\"2026-11-20T12:00:00Z\","
              + "\"approval\":\"first\",\"waves\":[{\"number\":1,\"replicas\":["
              + REPLICA
              + "]}],\"leftOut\":[{\"instance\":\"db3:3306\",\"reason\":\"FENCED\","
              + "\"sentence\":\"db3:3306 is fenced.\"}]}}")
          .formatted(",\"waitsFor\":\"db2:3306 is in downtime.\"");
  private static final String MISTAKES =
      "{\"mistakes\":[{\"line\":3,\"key\":\"soak\",\"sentence\":\"It is odd.\",\"remedy\":\"Write"
          + " 5s.\"},{\"line\":5,\"sentence\":\"It ends.\"}]}";
  private static final String ROLLOUT =
      ("{\"id\":\"r1\",\"name\":\"eight\",\"state\":\"%s\",\"atEnd\":%s,\"why\":\"all is well\","
          + "\"by\":\"dba\",\"createdAt\":\"2026-11-20T12:00:00Z\",\"waves\":[{\"number\":1,"
          + "\"state\":\"KEPT\",\"replicas\":["
          + REPLICA.formatted(",\"state\":\"KEPT\",\"changedBy\":\"o1\"")
          + "]}],\"leftOut\":[],\"decisions\":[{\"at\":\"2026-11-20T12:00:01Z\",\"wave\":1,"
          + "\"sentence\":\"Wave 1 is kept: no gate found harm.\"}],\"file\":\"name: eight\"}");

  @TempDir private Path folder;
  private String file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("r.yaml"), "name: eight\n").toString();
  }

  @Test
  void showsTheStatementsOfADryRun() {
    controller.answering("POST /api/v1/rollouts", 200, PLAN);

    assertThat(run("rollout", "create", "-f", file, "--dry-run").out())
        .contains(
            "Rollout eight begins at ",
            ", once somebody has approved it.",
            "Wave 1",
            "  db2:3306  mysql-8.0  leaf",
            "    SET PERSIST slave_parallel_workers = 8",
            "stops and starts: applier",
            "    without: mysql-8.0 (8.0.15) has no setting x",
            "    waits: db2:3306 is in downtime.",
            "  db3:3306 is fenced.",
            "Nothing was changed.");
    assertThat(controller.requests()).hasSize(1);
    assertThat(controller.requests().getFirst())
        .contains("{\"file\":\"name: eight\\n\",\"dryRun\":true}");
  }

  @Test
  void aFileWithMistakesBeginsNothing() {
    controller.answering("POST /api/v1/rollouts", 200, MISTAKES);

    CommandRun created = run("rollout", "create", "-f", file);

    assertThat(created.exitCode()).isEqualTo(1);
    assertThat(created.out())
        .isEqualTo(
            "line 3: soak: It is odd. Write 5s.\nline 5: It ends.\n2 mistakes. Nothing was"
                + " changed.\n");
    assertThat(controller.requests()).hasSize(1);
    assertThat(run("rollout", "validate", "-f", file).exitCode()).isEqualTo(1);
  }

  @Test
  void saysThatAFileIsRight() {
    controller.answering("POST /api/v1/rollouts", 200, PLAN);

    CommandRun checked = run("rollout", "validate", "-f", file);

    assertThat(checked.exitCode()).isZero();
    assertThat(checked.out())
        .isEqualTo("eight is right: it reaches one server in one wave; 1 left out.\n");
  }

  @Test
  void aFileThatIsNotThereIsSaid() {
    CommandRun refused = run("rollout", "validate", "-f", folder.resolve("none").toString());

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("cannot be read", "tutti rollout init");
  }

  @Test
  void showsHowFarARolloutIs() {
    controller.answering("GET /api/v1/rollouts/r1", 200, ROLLOUT.formatted("KEPT", true));

    assertThat(run("rollout", "show", "r1").out())
        .contains(
            "Rollout r1 eight: kept (all is well)",
            "Wave 1: kept",
            "  db2:3306  mysql-8.0  leaf  kept",
            "slave_parallel_workers=8; changed by o1",
            "wave 1: Wave 1 is kept: no gate found harm.");
    CommandRun followed = run("rollout", "follow", "r1");
    assertThat(followed.exitCode()).isZero();
    assertThat(followed.out()).contains("wave 1: Wave 1 is kept", "Rollout r1: kept (all is well)");
  }

  @Test
  void listsRolloutsAndHasThemAct() {
    controller.answering(
        "GET /api/v1/rollouts",
        200,
        "{\"items\":[{\"id\":\"r1\",\"name\":\"eight\",\"state\":\"ASKING\",\"why\":\"It asks for"
            + " approval of wave 1.\",\"by\":\"dba\",\"createdAt\":\"2026-11-20T12:00:00Z\","
            + "\"waves\":2,\"wavesOver\":0,\"replicas\":3,\"replicasChanged\":0}]}");
    controller.answering(
        "POST /api/v1/rollouts/r1:approve", 200, ROLLOUT.formatted("RUNNING", false));

    assertThat(run("rollout", "list").out()).contains("r1", "asking", "0/2", "0/3", "It asks for");
    assertThat(run("rollout", "approve", "r1").out())
        .isEqualTo("Rollout r1: running (all is well)\n");
  }

  @Test
  void writesAFileToBeginWith() {
    controller.answering(
        "GET /api/v1/rollout-example", 200, "{\"file\":\"# A rollout\\nname: eight\\n\"}");

    assertThat(run("rollout", "init").out()).isEqualTo("# A rollout\nname: eight\n");
  }
}
