package io.tutti.operation.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedy;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.spi.Deadline;
import io.tutti.topology.RebuildMark;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * CLONE gives the password to donor and recipient: neither of them is one that nobody vouches for.
 */
class CopiedStrangersTest {
  private final SimulatedCluster cluster = marked();

  private static SimulatedCluster marked() {
    SimulatedCluster cluster = new SimulatedCluster(Naming.UUIDS);
    cluster.source("db1");
    cluster.replica("db2", "db1");
    cluster.replica("db3", "db1");
    cluster.world().write(cluster.server("db1"), "a", 6);
    cluster.world().run(Duration.ofSeconds(20));
    cluster
        .marks()
        .save(
            new RebuildMark(
                cluster.server("db3").address(),
                cluster.time().instant(),
                Optional.empty(),
                Optional.empty()));
    cluster.observe();
    return cluster;
  }

  private Goal rebuild() {
    return new RebuildRequest(
            cluster.server("db3").address(),
            RebuildRequest.Act.REBUILD,
            Optional.of(cluster.server("db2").address()),
            Optional.empty(),
            Optional.empty())
        .toGoal();
  }

  private Plan plan() {
    return cluster.capabilities().plannings().stream()
        .filter(each -> each.goalKind().equals(rebuild().kind()))
        .findFirst()
        .orElseThrow()
        .plan(rebuild(), Deadline.after(Duration.ofSeconds(10)));
  }

  @ParameterizedTest
  @CsvSource({"db2", "db3"})
  void aStrangerIsNeitherCopiedNorACopy(String stranger) {
    cluster.world().strangers().add(cluster.server(stranger).address());

    OrchestratorException refusal = catchThrowableOfType(OrchestratorException.class, this::plan);

    assertThat(refusal.code()).isEqualTo(ErrorCode.SERVER_UNTRUSTED);
    assertThat(refusal.remedies())
        .containsExactly(Remedy.of(Acts.trust(cluster.server(stranger).address())));
    assertThat(refusal.observed()).endsWith("Nothing was changed.");
  }

  @Test
  void thoseThatAreTrustedAre() {
    assertThatCode(this::plan).doesNotThrowAnyException();
  }
}
