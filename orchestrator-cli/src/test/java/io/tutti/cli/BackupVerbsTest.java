package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupVerbsTest extends VerbTest {
  private static final String PATH = "/api/v1/instances/db2:3306/backups";

  private static final String SESSION =
      """
      {"id":"5e5510","instance":"db2:3306","open":%s,"beganAt":"2026-11-21T09:30:12Z","ttl":"%s",
       "expiresAt":"2026-11-21T11:30:12Z","because":"of 2 replicas",
       "channels":[{"channel":"","source":"db1:3306","ran":true,"executed":{"value":"binlog.000002:4711"}}],
       "coordinates":{"ownLog":{"value":"own.000003:99"},
        "gtids":{"gtid_executed":{"value":"uuid:1-7"},"gtid_other":{"unknown":"nobody knows"}}},
       "attachments":[{"by":"GTID","source":"db1:3306","statements":["RESET","CHANGE"],"when":"Any copy."}],
       "tools":[{"name":"dump","command":"dump --all","why":"all of it","leaveOut":[{"option":"--lock","why":"it locks"}]}]}\
      """;

  @TempDir private Path folder;

  @BeforeEach
  void answer() {
    controller.answering("POST " + PATH, 202, "{\"id\":\"op-1\",\"state\":\"PLANNED\"}");
    controller.answering("DELETE " + PATH + "/5e5510", 202, "{\"id\":\"op-2\"}");
    ending(
        "op-1",
        "SUCCEEDED",
        "{\"kind\":\"backup.freeze\",\"instance\":\"db2:3306\",\"before\":{\"ran\":\"x\"}}");
    ending(
        "op-2",
        "SUCCEEDED",
        "{\"kind\":\"backup.thaw\",\"instance\":\"db2:3306\",\"before\":{\"ran\":\"false\"}}");
    session(true, "PT2H");
  }

  private void session(boolean open, String ttl) {
    controller.answering(
        "GET " + PATH,
        200,
        "{\"address\":\"db2:3306\",\"items\":[" + SESSION.formatted(open, ttl) + "]}");
  }

  private void ending(String id, String state, String step) {
    controller.answering(
        "GET /api/v1/operations/" + id + "/events?from=1",
        200,
        """
        id:1
        event:operation
        data:{"sequence":1,"at":"2026-11-21T09:30:13Z","state":"%s","atRest":true,"message":"Ended.","percent":100}

        """
            .formatted(state));
    controller.answering(
        "GET /api/v1/operations/" + id,
        200,
        "{\"id\":\"%s\",\"state\":\"%s\",\"why\":\"So it is.\",\"steps\":[%s]}"
            .formatted(id, state, step));
  }

  @Test
  void beginsAndReportsThePositionOfTheReplica() {
    CommandRun run = run("backup", "begin", "db2:3306", "--ttl", "90m", "--channel", "east");

    assertThat(run.exitCode()).isZero();
    assertThat(controller.requests().getFirst())
        .contains("\"ttl\":\"PT1H30M\"", "\"channel\":\"east\"", "\"dryRun\":false");
    assertThat(run.out())
        .contains("session 5e5510 of db2:3306", "picked of 2 replicas")
        .contains("source db1:3306: binlog.000002:4711", "own log: own.000003:99")
        .contains("gtid_executed: uuid:1-7", "gtid_other: unknown (nobody knows)")
        .contains("attach a copy by GTID below db1:3306", "  RESET;", "  CHANGE;")
        .contains("dump --all", "without --lock: it locks")
        .contains("end it: tutti backup end db2:3306");
  }

  @Test
  void plansWithoutActing() {
    controller.answering("POST " + PATH, 200, "{\"steps\":[{\"description\":\"stop it\"}]}");
    CommandRun run = run("backup", "begin", "db2:3306", "--any", "--dry-run");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("1. stop it", "Nothing was changed.");
    assertThat(controller.requests().getFirst()).contains("\"any\":true", "\"dryRun\":true");
  }

  @Test
  void endsRenewsAndLists() {
    controller.answering("POST " + PATH + "/5e5510:renew", 200, SESSION.formatted(true, "PT8H"));
    assertThat(run("backup", "end", "db2:3306").exitCode()).isZero();
    assertThat(controller.requests()).anyMatch(request -> request.startsWith("DELETE " + PATH));
    assertThat(run("backup", "renew", "db2:3306", "--ttl", "8h").out())
        .contains("ends by itself at 2026-11-21T11:30:12Z");
    assertThat(controller.requests().getLast()).contains("\"ttl\":\"PT8H\"");
    assertThat(run("backup", "list", "db2:3306").out()).contains("session 5e5510").contains("open");
  }

  @Test
  void endsNothingWhereNothingIsOpen() {
    session(false, "PT2H");
    CommandRun run = run("backup", "end", "db2:3306");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("UNKNOWN_BACKUP", "tutti backup list db2:3306");
  }

  private CommandRun runScript(String script) {
    return run("backup", "run", "db2:3306", "--", "sh", "-c", script);
  }

  @Test
  void runsACommandWithTheCoordinatesAndExitsAsItDoes() throws IOException {
    Path seen = folder.resolve("seen");
    Path kept = folder.resolve("kept.json");
    CommandRun run =
        run(
            "backup",
            "run",
            "db2:3306",
            "--coordinates",
            kept.toString(),
            "--",
            "sh",
            "-c",
            "env | grep TUTTI_BACKUP_ | sort > %s; exit 7".formatted(seen));

    assertThat(run.exitCode()).as(run.err()).isEqualTo(7);
    assertThat(Files.readAllLines(seen))
        .contains(
            "TUTTI_BACKUP_FILE=" + kept,
            "TUTTI_BACKUP_GTID_EXECUTED=uuid:1-7",
            "TUTTI_BACKUP_HOST=db2",
            "TUTTI_BACKUP_ID=5e5510",
            "TUTTI_BACKUP_INSTANCE=db2:3306",
            "TUTTI_BACKUP_OWN_LOG_FILE=own.000003",
            "TUTTI_BACKUP_OWN_LOG_POS=99",
            "TUTTI_BACKUP_PORT=3306",
            "TUTTI_BACKUP_SOURCE_HOST=db1",
            "TUTTI_BACKUP_SOURCE_LOG_FILE=binlog.000002",
            "TUTTI_BACKUP_SOURCE_LOG_POS=4711",
            "TUTTI_BACKUP_SOURCE_PORT=3306")
        .noneMatch(line -> line.contains("GTID_OTHER"));
    assertThat(kept).content().contains("\"binlog.000002:4711\"");
    assertThat(controller.requests()).anyMatch(request -> request.startsWith("DELETE " + PATH));
  }

  /** As tools take it; with brackets it is no host to any of them. */
  @Test
  void theCommandFindsAnIpv6HostWithoutBrackets() throws IOException {
    controller.answering(
        "GET " + PATH,
        200,
        "{\"address\":\"db2:3306\",\"items\":[%s]}"
            .formatted(SESSION.formatted(true, "PT2H").replace("db1:3306", "[2001:db8::1]:3307")));
    Path seen = folder.resolve("seen");

    CommandRun run =
        run("backup", "run", "db2:3306", "--", "sh", "-c", "env | grep TUTTI_BACKUP_ > " + seen);

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(Files.readAllLines(seen))
        .contains("TUTTI_BACKUP_SOURCE_HOST=2001:db8::1", "TUTTI_BACKUP_SOURCE_PORT=3307");
  }

  @Test
  void renewsWhileTheCommandRuns() {
    session(true, "PT0.3S");
    controller.answering("POST " + PATH + "/5e5510:renew", 200, SESSION.formatted(true, "PT0.3S"));
    CommandRun run = runScript("sleep 1");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(controller.requests()).anyMatch(request -> request.contains("5e5510:renew"));
  }

  @Test
  void doesNotRunWhatCouldNotBeBegun() {
    Path seen = folder.resolve("seen");
    ending("op-1", "UNDONE", "{}");
    CommandRun run = runScript("touch " + seen);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("NOT_BEGUN");
    assertThat(seen).doesNotExist();
  }

  @Test
  void endsTheSessionOfACommandThatDoesNotExist() {
    CommandRun run = run("backup", "run", "db2:3306", "--", folder.resolve("none").toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("could not be run");
    assertThat(controller.requests()).anyMatch(request -> request.startsWith("DELETE " + PATH));
  }

  @Test
  void isNoSuccessWhenOthersStartedTheApplierMeanwhile() {
    ending("op-2", "SUCCEEDED", "{\"kind\":\"backup.thaw\",\"before\":{\"ran\":\"true\"}}");
    CommandRun run = runScript("true");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("was started by others");
  }

  @Test
  void isNoSuccessWhenTheSessionCannotBeEnded() {
    ending("op-2", "FAILED", "{}");
    CommandRun run = runScript("true");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("ends by itself at 2026-11-21T11:30:12Z");
  }

  @Test
  void refusesWhatIsNoTimeAndAVerbWithoutItsOwnVerb() {
    assertThat(run("backup", "begin", "db2:3306", "--ttl", "soon").exitCode()).isEqualTo(2);
    assertThat(run("backup").exitCode()).isEqualTo(2);
    assertThat(run("backup", "run", "db2:3306").exitCode()).isEqualTo(2);
  }
}
