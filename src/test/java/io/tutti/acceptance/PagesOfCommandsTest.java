package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** What README.md and the pages about the command line, REST, tokens and accounts show is so. */
@Matrix
class PagesOfCommandsTest {
  private static final String PROMPT = "$ ";

  /** Each command of a page is run once, also where the machine is busy with other tests. */
  private static final Map<String, String> PATIENT =
      Map.of("TUTTI_DISCOVERY_CONTACT_TIMEOUT", "20s");

  @Test
  void grants() {
    try (RunningController controller =
        RunningController.start(Map.of("TUTTI_TARGET_USER", "tutti"))) {
      PageExamples.of("grants.md", "The controller's account").assertPrintedBy(controller);
      doctor().only("doctor").assertPrintedBy(controller);
    }
  }

  @Test
  void doctorOfAServerThatIsDown() {
    try (Sandbox sandbox =
            Sandbox.builder()
                .fastTimeouts()
                .release(ServerRelease.MYSQL_8_0_15)
                .topology("1")
                .start();
        RunningController controller = RunningController.start(Map.of())) {
      WatcherAccount.createOnAll(sandbox);
      controller.awaitDiscovered(sandbox.server(1).address());
      sandbox.server(1).stop();
      doctor()
          .only("doctor 127.0.0.1:20292")
          .assertPrintedBy(controller, sandbox.server(1).address());
    }
  }

  private static PageExamples doctor() {
    return PageExamples.of("doctor.md", "Can Tutti do its work here?");
  }

  @Test
  void findings() {
    PageExamples page = PageExamples.of("findings.md", "A look at a fleet").only("findings");
    try (Sandbox sandbox =
            Sandbox.builder()
                .fastTimeouts()
                .release(ServerRelease.MYSQL_8_0_15)
                .topology("1>2,1>3,3>4")
                .start();
        RunningController controller = RunningController.start(Map.of())) {
      WatcherAccount.createOnAll(sandbox);
      sandbox
          .servers()
          .forEach(each -> controller.awaitDiscovered(each.address(), sandbox.server(1).address()));
      page.first().awaitLinesPrintedBy(controller);
      sandbox.server(4).stop();
      page.last().awaitLinesPrintedBy(controller);
      PageExamples.of("findings.md", "Acknowledge, mute, downtime")
          .assertLinesPrintedBy(
              controller,
              Map.of(
                  "127.0.0.1:24111", sandbox.server(1).address().toString(),
                  "127.0.0.1:24114", sandbox.server(4).address().toString()));
      PageExamples.of("findings.md", "What a code means")
          .assertLinesPrintedBy(controller, Map.of());
      PageShell shell =
          PageShell.of(controller)
              .with("db1:3306", sandbox.server(1).address())
              .with("db2:3306", sandbox.server(2).address())
              .with("db3:3306", sandbox.server(3).address());
      shell.run(PageExamples.blocks("findings.md", "Filters").getFirst().text());
    }
  }

  @Test
  void trust() {
    try (Sandbox sandbox =
            Sandbox.builder()
                .fastTimeouts()
                .release(ServerRelease.MYSQL_8_0_15)
                .topology("1>2")
                .start();
        // A new process needs longer for its first contact where all processors are busy.
        RunningController controller =
            RunningController.start(Map.of("TUTTI_DISCOVERY_CONTACT_TIMEOUT", "15s"))) {
      WatcherAccount.createOnAll(sandbox);
      UsualTrustTest.makeKeysOfItsOwn(sandbox.server(2));
      PageExamples.of("trust.md", "Trust: which servers get the password")
          .assertPrintedBy(controller, sandbox.server(1).address(), sandbox.server(2).address());
    }
  }

  /** Tokens, what the audit keeps of who bears one, a fence over REST and the file to start so. */
  @Test
  void tokensAndAudit() {
    try (FenceBed bed = FenceBed.start(ServerRelease.MARIADB_10_11_5, Map.of())) {
      PageShell shell = PageShell.of(bed.controller());
      String source = bed.source().address().toString();
      List<String> tokens = PageExamples.blocks("doors.md", "Tokens").getFirst().lines();
      String token = shell.run(tokens.get(0)).lines().toList().getFirst();
      assertThat(shell.run(tokens.get(1))).contains("alice", "OPERATOR");
      assertThat(
              bed.controller()
                  .tutti(
                      "fence", source, "--yes", "--reason", "disk of db7 fails", "--token", token))
          .returns(0, CommandResult::exitCode);
      PageExamples.assertLinesOf(
          PageExamples.blocks("doors.md", "Audit").getFirst().lines(), shell.run("tutti audit"));
      shell.run(tokens.get(2));
      assertThat(bed.controller().tutti("findings", "--token", token).exitCode()).isEqualTo(1);

      shell.with("db2:3306", source).with("/etc/mysql/conf.d", shell.home());
      shell.run(PageExamples.blocks("fence.md", "Start-fenced").getFirst().text());
      assertThat(shell.run("cat zz-tutti-startup.cnf")).contains("[mysqld]", "read_only");
    }
  }

  @Test
  void rest() throws IOException {
    try (Sandbox sandbox =
            Sandbox.builder()
                .fastTimeouts()
                .topology("1>2,2>3")
                .flavors("mysql-8.0,1=mysql-5.7")
                .start();
        RunningController controller =
            RunningController.start(
                Map.of(
                    "TUTTI_DISCOVERY_CONTACT_TIMEOUT", "10s",
                    "TUTTI_TARGET_STATEMENT_TIMEOUT", "5s"))) {
      WatcherAccount.createOnAll(sandbox);
      List<PageBlock> blocks = PageExamples.blocks("rest.md", "REST", "Errors");
      PageShell shell =
          PageShell.of(controller)
              .with("20501", sandbox.server(2).address().port())
              .with("27819", sandbox.server(3).address().port());
      String prelude = blocks.getFirst().text();
      SoftAssertions all = new SoftAssertions();
      for (int index = 1; index < blocks.size(); index += 2) {
        PageBlock asked = blocks.get(index);
        PageBlock answered = blocks.get(index + 1);
        String printed = shell.run(prelude + asked.text());
        all.check(() -> PageJson.assertShown(answered, answered.text(), printed));
      }
      all.assertAll();
    }
  }

  @Test
  void probes() throws IOException {
    int port = freePort();
    try (RunningController controller =
        RunningController.start(Map.of("TUTTI_MANAGEMENT_PORT", Integer.toString(port)))) {
      PageShell shell = PageShell.of(controller).with("7307", port);
      PageBlock block = PageExamples.blocks("rest.md", "Probes on a port of their own").getFirst();
      for (int index = 0; index < block.lines().size(); index += 2) {
        String asked = block.lines().get(index).substring(PROMPT.length());
        PageJson.assertShown(block, block.lines().get(index + 1), shell.run(asked));
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** In the order in which it was done; the servers are those that the page starts. */
  @Test
  void commandLine() {
    try (RunningController controller =
        RunningController.start(
            Map.of(
                "TUTTI_TARGET_USER",
                SandboxAccount.ADMIN.user(),
                "TUTTI_TARGET_PASSWORD",
                SandboxAccount.ADMIN.password(),
                "TUTTI_DISCOVERY_CONTACT_TIMEOUT",
                "20s"))) {
      PageExamples sandboxes = PageExamples.of("cli.md", "Sandboxes");
      SoftAssertions all = new SoftAssertions();
      try {
        sandboxes.only("sandbox up").assertLinesPrintedBy(controller, Map.of());
        MatchResult third = server(controller, "shop", 3);
        String shop = server(controller, "shop", 1).group(1);
        controller.awaitDiscovered(server(controller, "ring", 3).group(1));
        Map<String, String> names = Map.of("127.0.0.1:29168", shop);
        PageExamples topology = PageExamples.of("cli.md", "Discovery and topology");
        for (PageExamples each :
            List.of(
                topology.only("discover 127.0.0.1:29168"),
                PageExamples.of("cli.md", "Findings"),
                topology.only("clusters"),
                PageExamples.of("cli.md", "Refusals"))) {
          all.check(() -> each.assertLinesPrintedBy(controller, names));
        }
        ProcessHandle.of(Long.parseLong(third.group(2))).orElseThrow().destroyForcibly();
        await()
            .until(() ->
                controller.tutti("topology").output().contains("error reconnecting to master"));
        all.check(() -> topology.only("topology").assertLinesPrintedBy(controller, names));
      } finally {
        sandboxes.only("sandbox down").assertLinesPrintedBy(controller, Map.of());
      }
      all.assertAll();
    }
  }

  /** Its address and its process. */
  private static MatchResult server(RunningController controller, String sandbox, int node) {
    String status = controller.tutti("sandbox", "status", "--name", sandbox).output();
    return Pattern.compile("(?m)^ *%d +(\\S+) .*pid (\\d+)$".formatted(node))
        .matcher(status)
        .results()
        .findFirst()
        .orElseThrow(() -> new AssertionError(status));
  }

  /** The controller is the test's own; what goes on until it is ended is ended after a while. */
  @Test
  void ownServers() {
    try (Bed bed = Bed.of(ServerRelease.MARIADB_10_11_5).settings(PATIENT).start()) {
      PageShell shell =
          PageShell.of(bed.controller())
              .with("db1:3306", bed.source().address())
              .with("./tutti server &", "true")
              .with(
                  "./tutti topology --watch",
                  "timeout 20 ./tutti topology --watch || [ $? = 124 ]");
      List<PageBlock> blocks = PageExamples.blocks("README.md", "On your own servers");
      SandboxServer source = bed.source();

      assertThat(shell.run(blocks.getFirst().text()))
          .contains("CREATE USER 'tutti'", "2 found in cluster " + source.address(), "all reached");
    }
  }

  /** A cron line: five times, and the command. The copying itself is another program's. */
  @Test
  void backupByCron() {
    try (Bed bed = Bed.of(ServerRelease.MYSQL_5_7_22).start()) {
      bed.awaitKnown();
      PageShell shell =
          PageShell.of(bed.controller())
              .with("0 3 * * *  ", "")
              .with("db1:3306", bed.replica().address())
              .with("/backup/today.json", "today.json")
              .with("-- xtrabackup", "-- echo copied by");
      String printed =
          shell.run(PageExamples.blocks("backup.md", "The cron line").getFirst().text());
      assertThat(printed).contains("copied by --backup --slave-info");
      assertThat(shell.run("cat today.json")).contains("binlog.0");
    }
  }
}
