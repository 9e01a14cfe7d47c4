package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RogueServer.Trick;
import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * A controller without any settings of trust does all that needs passwords, or says which command
 * lets it, while somebody who may replicate has registered a server of their own.
 */
class UsualTrustTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String TRUST = "tutti trust ";

  /** More than there are servers and accounts. */
  private static final int REFUSALS_MAX = 12;

  @Matrix
  @ParameterizedTest
  @EnumSource(
      names = {"MYSQL_9_7", "MARIADB_10_11_5", "MARIADB_11_4_5", "MYSQL_5_7_22", "MYSQL_8_0_15"})
  void doesWhatItIsAskedForAndGivesAStrangerNothing(ServerRelease release) throws Exception {
    boolean isMySql = release.family() == ServerFamily.MYSQL;
    boolean copies = release == ServerRelease.MYSQL_9_7;
    String[] options = copies ? new String[] {RebuildTest.CLONE} : new String[0];
    Map<String, String> nothingSet = Map.of("TUTTI_DISCOVERY_TRUST", "");
    try (RogueServer rogue =
            RogueServer.plain(Trick.OWN_KEY, isMySql ? "8.0.15" : "5.5.5-10.11.5-MariaDB");
        ResolveBed bed =
            ResolveBed.start(release, true, "1>2,1>3", 1, Map.of(), nothingSet, options)) {
      if (isMySql && release.isAtLeast(8, 0)) {
        // The sandbox copies its servers, with their keys.
        bed.survivors().forEach(UsualTrustTest::makeKeysOfItsOwn);
      }
      Course course = new Course(bed, rogue);
      course.discover();
      course.fenceAndUnfence();
      SandboxServer now = course.resolve();
      if (copies) {
        course.copy();
      } else {
        course.attach();
      }
      bed.write(now, 2);
      bed.awaitEqual(now, bed.lost());
      course.assertOnlyOursAreTrusted();
    }
  }

  static void makeKeysOfItsOwn(SandboxServer server) {
    server.stop();
    try (DirectoryStream<Path> keys = Files.newDirectoryStream(server.dataDirectory(), "*.pem")) {
      for (Path key : keys) {
        Files.delete(key);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.start();
  }

  /** What one after the other is asked for, and what it took. */
  private static final class Course {
    private final ResolveBed bed;
    private final RogueServer rogue;
    private final RunningController controller;
    private int refusals;

    Course(ResolveBed bed, RogueServer rogue) {
      this.bed = bed;
      this.rogue = rogue;
      this.controller = bed.controller();
    }

    private List<SandboxServer> ours() {
      return List.of(bed.server(1), bed.server(2), bed.server(3));
    }

    /** By its source; whoever waits to be trusted says so. */
    void discover() {
      WriteLoad.start(bed.source(), 40).stop();
      String[] named =
          bed.source().release().family() == ServerFamily.MYSQL
              ? new String[] {
                "SET @slave_uuid = '6ccd780c-baba-1026-9564-5b8c656024db', @replica_uuid ="
                    + " @slave_uuid"
              }
              : new String[0];
      try (Forger forger = Forger.register(bed.source(), rogue.port(), named)) {
        CommandResult found = controller.tutti("discover", bed.source().address().toString());
        assertThat(found.exitCode()).as("%s", found).isZero();
        await().atMost(PATIENCE).until(() -> !rogue.logins().isEmpty());
        bed.survivors().forEach(this::awaitReached);
        await().atMost(PATIENCE).until(() -> contact(rogue.address()).equals("FAILED"));
      }
      String findings = controller.tutti("findings", "--long").output();
      assertThat(findings).contains(TRUST + rogue.address()).doesNotContain("CRITICAL");
    }

    private String contact(Object address) {
      return controller.instance(address).at("/contact").asString();
    }

    private void awaitReached(SandboxServer server) {
      await()
          .atMost(PATIENCE)
          .until(() -> {
            JsonNode known = controller.instance(server.address());
            if (known.at("/failure/code").asString().equals("SERVER_UNTRUSTED")) {
              follow(known.at("/failure/remedies"));
            }
            return known.at("/contact").asString().equals("REACHED");
          });
    }

    /** The command that is named, and it helps. */
    private void follow(JsonNode remedies) {
      JsonNode act = remedies.at("/0/acts/0");
      String server = act.at("/arguments/instance").asString();
      assertThat(act.at("/action").asString()).as("%s", remedies).isEqualTo("TRUST");
      assertThat(server).isIn(ours().stream().map(each -> each.address().toString()).toList());
      CommandResult trusted = controller.tutti("trust", server);
      assertThat(trusted.exitCode()).as("%s", trusted).isZero();
      refusals++;
    }

    /** Asks again as often as somebody is to be trusted, or to be let. */
    private Answer untilTrusted(Supplier<Answer> question) {
      for (int asked = 0; asked < REFUSALS_MAX; asked++) {
        Answer answer = question.get();
        switch (answer.text("/code")) {
          case "SERVER_UNTRUSTED" -> follow(answer.body().at("/remedies"));
          case "MISSING_PRIVILEGE" -> grant(answer);
          default -> {
            return answer;
          }
        }
      }
      throw new AssertionError("still refused: " + question.get().body());
    }

    private void grant(Answer refused) {
      SandboxServer server =
          ours().stream()
              .filter(each -> each.address().toString().equals(refused.text("/target")))
              .findFirst()
              .orElseThrow();
      for (JsonNode grants : refused.body().at("/remedies")) {
        String sentence = grants.at("/sentence").asString();
        if (!sentence.startsWith("GRANT ")) {
          continue;
        }
        for (String grant : sentence.split("; ")) {
          say(server, "SET SESSION sql_log_bin=0", grant);
        }
      }
    }

    private void carryOut(SandboxServer server, String act, String body) {
      bed.assertSucceeded(
          OperationCalls.begun(
              untilTrusted(() -> controller.post(bed.path(server, ":" + act), body))));
    }

    /** A fence tries whether a replica is still admitted, with the account of replicas. */
    void fenceAndUnfence() {
      carryOut(bed.source(), "fence", "{}");
      assertThat(FenceBed.isShut(bed.source())).isTrue();
      controller.awaitRestartsLookedAt(bed.source().address());
      carryOut(bed.source(), "unfence", "{}");
      assertThat(FenceBed.isOpen(bed.source())).isTrue();
    }

    /** Replicas log in to whoever takes the place: it must be trusted. */
    SandboxServer resolve() throws Exception {
      bed.write(bed.source(), 5);
      String incident = bed.crashIdle();
      String promote = bed.promotion(bed.server(2).address().toString());
      Answer plan = untilTrusted(() -> bed.ask(incident, true, promote));
      assertThat(plan.status()).as("%s", plan.body()).isEqualTo(200);
      assertThat(refusals).as("nobody stood for those that the source named").isPositive();
      bed.assertSucceeded(
          OperationCalls.begun(untilTrusted(() -> bed.ask(incident, false, promote))));
      bed.assertGoesOn(bed.server(2), List.of(bed.server(3)));
      return bed.server(2);
    }

    /** Where no server copies another one by itself. */
    void attach() {
      carryOut(bed.lost(), "rebuild", RebuildTest.MARK);
      carryOut(bed.lost(), "rebuild", "{}");
      copyRows();
      String sessions = bed.path(bed.server(3), "/backups");
      String session = controller.get(sessions).body().at("/items/0/id").asString();
      bed.assertSucceeded(OperationCalls.begun(controller.delete(sessions + "/" + session)));
      carryOut(bed.lost(), "rebuild", "{\"act\":\"ATTACH\"}");
    }

    /** By hand; of the replica that is stopped meanwhile. */
    private void copyRows() {
      List<String> rows =
          bed.server(3).query("SELECT id FROM d.t").stream()
              .map(row -> "(" + row.firstText("id") + ")")
              .toList();
      say(
          bed.lost(),
          "SET SESSION sql_log_bin = 0",
          "DELETE FROM d.t",
          "INSERT INTO d.t VALUES " + String.join(",", rows));
    }

    /** Also to one that is shut to administrators. */
    private static void say(SandboxServer server, String... statements) {
      List<String> all = new ArrayList<>(List.of(statements));
      boolean isShut =
          server.release().family() == ServerFamily.MYSQL
              && server.queryValue("SELECT @@global.super_read_only").equals(Optional.of("1"));
      if (isShut) {
        all.addFirst("SET GLOBAL super_read_only = 0");
        all.add("SET GLOBAL super_read_only = 1");
      }
      server.execute(all.toArray(String[]::new));
    }

    void copy() {
      carryOut(bed.lost(), "rebuild", RebuildTest.MARK);
      String id =
          OperationCalls.begun(untilTrusted(() -> controller.post(bed.path(":rebuild"), "{}")));
      await()
          .atMost(PATIENCE)
          .until(() ->
              !bed.lost().isRunning()
                  || controller.get("/operations/" + id).body().at("/atRest").asBoolean());
      assertThat(bed.lost().isRunning())
          .as("%s", controller.get("/operations/" + id).body())
          .isFalse();
      bed.lost().start("skip_replica_start=1");
      bed.assertSucceeded(id);
    }

    void assertOnlyOursAreTrusted() {
      assertThat(rogue.logins()).as("it stood there all the while").isNotEmpty();
      assertThat(rogue.passwords()).isEmpty();
      List<String> ours = ours().stream().map(each -> each.address().toString()).toList();
      assertThat(controller.get("/trust").body().at("/items"))
          .allSatisfy(known -> {
            assertThat(known.at("/address").asString()).isIn(ours);
            assertThat(known.at("/by").asString()).isIn("bootstrap", "tutti");
          });
      assertThat(controller.get("/audit?limit=1000").body().toString() + controller.log())
          .doesNotContain(WatcherAccount.PASSWORD, SandboxAccount.REPLICATION.password());
    }
  }
}
