package io.tutti.operation.promotion;

import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.promotion.FailoverAccount.Loss;
import io.tutti.operation.promotion.FailoverAccount.Server;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.StepProgress;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a failover keeps of each server: what it had received, what it has now, what is lost. */
class FailoverAccountTest {
  private static List<Server> account(SimulatedCluster cluster, Goal goal) {
    Operation operation = assertThatOperation(goal).on(cluster).endsAs(SUCCEEDED).operation();
    return operation.steps().stream()
        .map(StepProgress::before)
        .flatMap(Optional::stream)
        .filter(FailoverAccount.class::isInstance)
        .flatMap(account -> ((FailoverAccount) account).servers().stream())
        .toList();
  }

  private static Server of(String host, List<Server> account) {
    return account.stream()
        .filter(each -> each.server().host().equals(host))
        .findFirst()
        .orElseThrow(() -> new AssertionError(account));
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void nothingIsLost(Naming naming) {
    SimulatedCluster cluster = FailoverFaultsTest.dead(naming);
    List<Server> account = account(cluster, FailoverFaultsTest.failover(cluster));
    assertThat(account)
        .extracting(each -> each.server().host(), Server::isOld, each -> each.loss().orElseThrow())
        .containsExactlyInAnyOrder(
            tuple("db2", false, Loss.NOTHING),
            tuple("db3", false, Loss.NOTHING),
            tuple("db1", true, Loss.NOTHING));
    assertThat(of("db2", account).has()).as("%s", account).isPresent();
    assertThat(of("db3", account).has()).as("%s", account).isEqualTo(of("db2", account).has());
  }

  /** A position shows no names; its sequence numbers show how many there may be. */
  @Test
  void whatIsLostOfADomainIsCounted() {
    Has had = new Has.Named(MariaDbGtidSet.parse("0-1-120,1-1-7"));
    assertThat(Loss.of(had, new Has.Named(MariaDbGtidSet.parse("0-1-111,1-1-7"))))
        .map(Loss::toString)
        .contains("0-1-120 (9 transactions)");
    assertThat(Loss.of(had, new Has.Named(MariaDbGtidSet.parse("0-1-120"))))
        .map(Loss::toString)
        .contains("1-1-7");
  }

  @Test
  void whereNothingWasWrittenItSaysSo() {
    assertThat(
            new Server(
                    InstanceAddress.parse("db2:3306"),
                    "",
                    false,
                    Optional.of(""),
                    Optional.of(Loss.NOTHING))
                .toString())
        .isEqualTo("db2:3306 had received nothing, has nothing now, and nothing is lost.");
  }

  /** What is lost of what was seen is one sentence, what nobody saw is another. */
  @Test
  void whatNobodySawIsUnknown() {
    InstanceAddress server = InstanceAddress.parse("db1:3306");
    Server away =
        new Server(
            server,
            "0-1-7",
            true,
            Optional.empty(),
            Optional.of(Loss.NOTHING),
            Optional.of(Instant.parse("2026-11-27T16:55:46.123Z")));
    assertThat(away)
        .hasToString(
            "db1:3306 had received 0-1-7 when it was read last, and nothing of that is lost. What it wrote or received after 2026-11-27T16:55:46Z, and nobody else received, is unknown.");
    assertThat(
            new Server(server, "0-1-7", false, Optional.empty(), Optional.of(Loss.NOTHING))
                .toString())
        .isEqualTo(
            "db1:3306 had received 0-1-7, and nothing of that is lost. What it has now is not known.");
  }

  /** Both replicas dropped their relay logs, and a person wants it all the same. */
  @Test
  void whatIsLostIsNamed() {
    SimulatedCluster cluster = FailoverFaultsTest.dead(Naming.UUIDS);
    for (String host : List.of("db2", "db3")) {
      cluster.server(host).kill();
      cluster.world().start(cluster.server(host));
    }
    cluster.world().run(Duration.ofSeconds(3));
    Goal forced =
        new FailoverRequest(
                cluster.server("db1").address(),
                Optional.empty(),
                Optional.empty(),
                Optional.of("it is gone"))
            .toGoal();
    List<Server> account = account(cluster, forced);
    assertThat(of("db2", account).loss()).contains(Loss.NOTHING);
    Loss lost = of("db1", account).loss().orElseThrow();
    assertThat(lost.transactions()).contains(5L);
    assertThat(lost.what().orElseThrow()).endsWith(":7-11");
    assertThat(of("db1", account).toString())
        .startsWith("db1:3306 had received ")
        .contains(" when it was read last, and ")
        .contains(" (5 transactions) of that is lost. What it wrote or received after 20")
        .endsWith("Z, and nobody else received, is unknown.");
  }
}
