package io.tutti.plugins.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.Work;
import io.tutti.spi.AccountGrant;
import io.tutti.spi.AccountGrant.Need;
import io.tutti.spi.knob.ServerKnob;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MySqlOperatingGrantsTest {

  @ParameterizedTest
  @ValueSource(strings = {"5.6.14", "5.7.22", "8.0.15", "8.0.17", "8.4.0", "9.7.4"})
  void whateverIsAskedForIsOnTheListAndNothingElse(String release) {
    ServerVersion version = ServerVersion.parse(release);
    MySqlOperatingGrants grants = new MySqlOperatingGrants(version);

    Set<String> asked =
        Arrays.stream(Work.values())
            .map(grants::of)
            .flatMap(each -> Arrays.stream(each.split("; ")))
            .filter(each -> !each.isEmpty())
            .collect(Collectors.toSet());
    for (ServerKnob knob : knobs(version)) {
      asked.add(grants.forKnob(knob));
      if (knob.isPersistable()) {
        asked.addAll(List.of(grants.forForgetting(knob).split("; ")));
      }
    }

    assertThat(grants.all(knobs(version)))
        .extracting(AccountGrant::privilege)
        .containsExactlyInAnyOrderElementsOf(asked);
  }

  @Test
  void superIsForAllBeforeItWasSplit() {
    assertThat(listed("5.7.22", Need.OPERATING))
        .containsExactly(
            "SUPER ON *.*",
            "SELECT (User_name) ON mysql.slave_master_info",
            "EVENT ON *.*",
            "RELOAD ON *.*",
            "PROCESS ON *.*");
    assertThat(listed("5.7.22", Need.SOMETIMES))
        .containsExactly("SELECT ON mysql.user", "SELECT ON *.*");
  }

  @Test
  void cloneIsListedFromWhereItIsThereAndWantedSometimes() {
    assertThat(listed("8.0.15", Need.OPERATING))
        .containsExactlyInAnyOrder(
            "REPLICATION_SLAVE_ADMIN ON *.*",
            "SYSTEM_VARIABLES_ADMIN ON *.*",
            "SELECT (User_name) ON mysql.slave_master_info",
            "CONNECTION_ADMIN ON *.*",
            "EVENT ON *.*",
            "SET_USER_ID ON *.*",
            "RELOAD ON *.*",
            "PROCESS ON *.*",
            "PERSIST_RO_VARIABLES_ADMIN ON *.*");
    assertThat(listed("8.0.15", Need.SOMETIMES))
        .containsExactly("SELECT ON mysql.user", "SELECT ON *.*");
    assertThat(listed("9.7.4", Need.SOMETIMES))
        .containsExactly(
            "SELECT ON mysql.user",
            "CLONE_ADMIN ON *.*",
            "BACKUP_ADMIN ON *.*",
            "SELECT ON performance_schema.clone_status",
            "SELECT ON performance_schema.clone_progress",
            "SELECT ON performance_schema.replication_applier_metrics",
            "SELECT ON *.*");
  }

  @Test
  void aGtidWithATagNeedsAPrivilegeOfItsOwn() {
    assertThat(new MySqlOperatingGrants(ServerVersion.parse("8.2.0")).of(Work.SKIP_BY_GTID))
        .isEqualTo("SYSTEM_VARIABLES_ADMIN ON *.*");
    assertThat(listed("8.3.0", Need.OPERATING)).contains("TRANSACTION_GTID_TAG ON *.*");
  }

  @Test
  void superDoesNotIncludeWhatCameLater() {
    MySqlOperatingGrants grants = new MySqlOperatingGrants(ServerVersion.parse("8.0.15"));

    assertThat(grants.superCovers("SYSTEM_VARIABLES_ADMIN")).isTrue();
    assertThat(grants.superCovers("PERSIST_RO_VARIABLES_ADMIN")).isFalse();
    assertThat(grants.superCovers("RELOAD")).isFalse();
  }

  @Test
  void whatIsNeededForSeveralThingsSaysAllOfThem() {
    assertThat(all("5.7.22").getFirst().why())
        .isEqualTo(
            "stop and start replication; skip by GTID; skip the next transaction;"
                + " fence, and not be kept away by it;"
                + " switchover, failover: acknowledgements (semi-sync) go with the roles;"
                + " switchover, failover: let events run on the new source, and only there;"
                + " set parallel settings");
  }

  private static List<String> listed(String release, Need need) {
    return all(release).stream()
        .filter(grant -> grant.need() == need)
        .map(AccountGrant::privilege)
        .toList();
  }

  private static List<AccountGrant> all(String release) {
    ServerVersion version = ServerVersion.parse(release);
    return new MySqlOperatingGrants(version).all(knobs(version));
  }

  private static List<ServerKnob> knobs(ServerVersion version) {
    return MySqlKnobs.ALL.stream().flatMap(knob -> knob.on(version).stream()).toList();
  }
}
