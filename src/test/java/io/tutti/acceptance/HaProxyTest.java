package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Journey;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client that writes through a real HAProxy goes on writing after a switchover and a failover,
 * and has no error that another attempt does not mend.
 */
@OwnProcess
class HaProxyTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String ENDS = "after-switchover, after-failover, after-resolve";

  @TempDir private Path folder;

  @Journey
  @Test
  void ofMySql57() throws Exception {
    assertTheClientGoesOn(ServerRelease.MYSQL_5_7_22, ENDS);
  }

  /** The proxy lets nobody in while it is not known who takes writes. */
  @Matrix
  @Test
  void ofMariaDb1011AtEachEvent() throws Exception {
    assertTheClientGoesOn(ServerRelease.MARIADB_10_11_5, "\"*\"");
  }

  private void assertTheClientGoesOn(ServerRelease release, String events) throws Exception {
    try (Bed bed = SwitchoverTest.start(release, true);
        HaProxy proxy = HaProxy.start(folder, bed.source().address())) {
      setUp(bed, proxy, events);
      assertASampleChangesNothing(bed);
      try (PatientClient client = PatientClient.start(proxy.port())) {
        client.awaitMore(bed.source().port(), 50);
        SandboxServer next = bed.server(2);
        switchOver(bed, next);
        client.awaitMore(next.port(), 50);

        List<Long> before = client.acknowledged();
        SandboxServer last = failOver(bed, next, before);
        client.awaitMore(last.port(), 50);

        client.stop();
        report(release, client);
        assertThat(SwitchoverTest.ids(last)).as("what was acknowledged").containsAll(before);
        assertThat(client.rows()).allMatch(row -> row.attempts() >= 1);
        assertThat(client.errors()).as("what it met").isNotEmpty();
      }
    }
  }

  private static void setUp(Bed bed, HaProxy proxy, String events) throws IOException {
    Files.writeString(
        bed.controller().home().resolve("tutti.yaml"),
        """
        tutti:
          hooks:
            proxy:
              kind: haproxy
              events: [%s]
              options:
                socket: %s
                server: mysql/writer
        """
            .formatted(events, proxy.socket()));
    bed.controller().killHardAndStartAgain();
    bed.awaitKnown();
  }

  private static void assertASampleChangesNothing(Bed bed) {
    CommandResult tried =
        bed.controller().tutti("hooks", "test", "proxy", "--event", "after-switchover");
    assertThat(tried.exitCode()).as("%s", tried).isZero();
    assertThat(tried.output())
        .contains(
            "mysql/writer leads to %s, ready.".formatted(bed.source().address()),
            "nothing was changed");
  }

  private static void switchOver(Bed bed, SandboxServer next) {
    String source = bed.source().address().toString();
    CommandResult shown = bed.controller().tutti("switchover", source, "--dry-run");
    assertThat(shown.output())
        .contains("the hook proxy is called (ADVISORY, 30 s at most): server mysql/writer of");
    CommandResult done =
        bed.controller().tutti("switchover", source, "--to", next.address().toString(), "--yes");
    assertThat(done.exitCode()).as("%s", done).isZero();
    assertThat(done.output())
        .contains(
            "Hook proxy (after-switchover) succeeded",
            "leads to %s, ready now".formatted(next.address()));
  }

  /** Who takes writes then. */
  private static SandboxServer failOver(Bed bed, SandboxServer source, List<Long> received) {
    List<SandboxServer> replicas = List.of(bed.server(1), bed.server(3));
    await()
        .atMost(PATIENCE)
        .until(() ->
            replicas.stream().allMatch(each -> SwitchoverTest.ids(each).containsAll(received)));
    source.killHard();
    String address = source.address().toString();
    await()
        .atMost(PATIENCE)
        .until(() -> bed.controller().tutti("failover", address, "--dry-run").exitCode() == 0);
    CommandResult done = bed.controller().tutti("failover", address, "--yes");
    assertThat(done.exitCode()).as("%s", done).isZero();
    assertThat(done.output()).contains("Hook proxy (after-failover) succeeded");
    return replicas.stream().filter(ResolveBed::takesWrites).findFirst().orElseThrow();
  }

  /** For the page, and for whoever reads a failure. */
  private static void report(ServerRelease release, PatientClient client) {
    System.out.printf(
        "%s: %d rows, %d of them at a second attempt or later, the longest took %d ms; errors:"
            + " %s%n",
        release,
        client.rows().size(),
        client.rows().stream().filter(row -> row.attempts() > 1).count(),
        client.rows().stream().mapToLong(PatientClient.Row::tookNanos).max().orElse(0) / 1_000_000,
        client.errors().stream()
            .map(each -> each.replaceAll("\\(conn=\\d+\\) ", ""))
            .distinct()
            .toList());
  }
}
