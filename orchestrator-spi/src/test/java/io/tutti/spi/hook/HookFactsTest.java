package io.tutti.spi.hook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.hook.HookEvent.Details;
import io.tutti.spi.hook.HookEvent.Role;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What scripts that were written for Orchestrator find. */
class HookFactsTest {
  private static final InstanceAddress OLD = InstanceAddress.parse("db1:3306");
  private static final InstanceAddress NEXT = InstanceAddress.parse("db2:3306");

  private static Map<String, String> variables(
      String point, String kind, String actor, Details details) {
    return HookFacts.variables(
        new HookEvent(
            "1",
            HookPoint.parse(point).orElseThrow(),
            Instant.EPOCH,
            false,
            new HookEvent.Cause("op-1", kind, actor, Optional.empty(), "It is so."),
            new HookEvent.About(
                "db1:3306",
                Optional.of(OLD),
                Optional.of("db1:3306"),
                Optional.of(NEXT),
                List.of(NEXT),
                List.of(OLD, NEXT),
                details)));
  }

  private static Details of(Role role) {
    return new Details(Optional.of(role), Optional.empty(), Optional.of(false), Optional.of(true));
  }

  @ParameterizedTest
  @CsvSource({
    "after-failover, failover, SOURCE, DeadMaster, master, true, false",
    "after-failover, failover, CO_PRIMARY, DeadCoMaster, co-master, false, true",
    "after-failover, failover, INTERMEDIATE, DeadIntermediateMaster, intermediate-master, false, false",
    "before-resolve, crash.resolve, SOURCE, DeadMaster, master, true, false",
    "before-switchover, switchover, CO_PRIMARY, DeadMaster, co-master, false, true",
    "after-detection, SOURCE_DEAD, CO_PRIMARY, DeadCoMaster, co-master, false, true",
    "before-fence, fence, SOURCE, fence, master, true, false"
  })
  void whatItWasAndWhatBecomesOfIt(
      String point,
      String kind,
      Role role,
      String failure,
      String type,
      String isMaster,
      String isCoMaster) {
    assertThat(variables(point, kind, "alice", of(role)))
        .containsEntry("ORC_FAILURE_TYPE", failure)
        .containsEntry("ORC_INSTANCE_TYPE", type)
        .containsEntry("ORC_IS_MASTER", isMaster)
        .containsEntry("ORC_IS_CO_MASTER", isCoMaster)
        .containsEntry("ORC_IS_DOWNTIMED", "false")
        .containsEntry("ORC_AUTO_MASTER_RECOVERY", "true")
        .containsEntry("ORC_AUTO_INTERMEDIATE_MASTER_RECOVERY", "true");
  }

  @ParameterizedTest
  @CsvSource({
    "before-switchover, switchover, alice, graceful-master-takeover",
    "before-failover, failover, alice, force-master-failover",
    "before-failover, failover, policy:failover, ''",
    "before-resolve, crash.resolve, policy:crash, ''",
    "before-relocation, replica.relocate, alice, ''"
  })
  void whatAPersonWantsHasACommand(String point, String kind, String actor, String command) {
    assertThat(variables(point, kind, actor, of(Role.SOURCE)))
        .containsEntry("ORC_COMMAND", command);
  }

  @Test
  void aClusterWithoutAnAliasGoesByItsName() {
    Details named =
        new Details(Optional.empty(), Optional.of("shop"), Optional.of(true), Optional.empty());

    assertThat(variables("before-fence", "fence", "alice", named))
        .containsEntry("ORC_FAILURE_CLUSTER", "db1:3306")
        .containsEntry("ORC_FAILURE_CLUSTER_ALIAS", "shop")
        .containsEntry("ORC_IS_DOWNTIMED", "true");
    assertThat(variables("before-fence", "fence", "alice", Details.UNKNOWN))
        .containsEntry("ORC_FAILURE_CLUSTER_ALIAS", "db1:3306");
  }

  @Test
  void whatIsNotKnownIsEmptyOrNotThere() {
    assertThat(variables("after-failover", "failover", "alice", Details.UNKNOWN))
        .containsEntry("ORC_FAILURE_TYPE", "failover")
        .containsEntry("ORC_INSTANCE_TYPE", "")
        .containsEntry("ORC_IS_MASTER", "")
        .containsEntry("ORC_IS_DOWNTIMED", "")
        .containsEntry("ORC_AUTO_MASTER_RECOVERY", "")
        .doesNotContainKeys("ORC_LOST_REPLICAS", "ORC_FAILURE_CLUSTER_DOMAIN");
  }
}
