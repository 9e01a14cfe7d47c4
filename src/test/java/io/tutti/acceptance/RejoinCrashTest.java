package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.KillPoint;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The controller is killed at each statement of a rejoin: once it runs again, the fenced server
 * replicates and is unfenced, and takes no writes.
 */
@KillPoint
@OwnProcess
class RejoinCrashTest {

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MARIADB_10_11_5"})
  void itIsEndedWhereverTheControllerWasKilled(ServerRelease release) throws Exception {
    boolean isMySql = release == ServerRelease.MYSQL_8_0_15;
    List<String> statements =
        List.of(
            "CHANGE MASTER",
            "START SLAVE",
            "SET GLOBAL %s = ".formatted(isMySql ? "offline_mode" : "init_connect"));
    try (StatementProxy proxy = StatementProxy.listen();
        Bed bed =
            Bed.of(release)
                .topology("1>2")
                .about(2)
                .behind(proxy)
                .byGtid(true)
                .durable()
                .mayAttach()
                .start()) {
      bed.createTable();
      bed.awaitKnown();
      Checksums.awaitEqual(bed.source(), bed.about(), "d.t");
      new KillAtEachStatement(bed, statements.size()).ofController(new Rejoin(bed, statements));
    }
  }

  /** Of a server whose channel somebody has removed while it was fenced. */
  private record Rejoin(Bed bed, List<String> said) implements KillAtEachStatement.Operation {
    @Override
    public List<String> statements() {
      SandboxServer server = bed.about();
      bed.succeeded(bed.carryOut(":fence", "{}"));
      server.execute("STOP SLAVE", "RESET SLAVE ALL");
      bed.write(bed.source(), 3);
      assertThat(FenceBed.isShut(server)).isTrue();
      return said;
    }

    @Override
    public Answer begin() {
      return bed.ask(":rejoin", "{\"below\":\"%s\"}".formatted(bed.address(bed.source())));
    }

    @Override
    public void assertDone() {
      SandboxServer server = bed.about();
      assertThat(server.replication()).hasSize(1);
      assertThat(server.queryValue("SELECT @@global.read_only")).contains("1");
      assertThat(FenceBed.isShut(server)).isFalse();
      bed.write(bed.source(), 3);
      Checksums.awaitEqual(bed.source(), server, "d.t");
    }
  }
}
