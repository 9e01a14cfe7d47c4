package io.tutti.plugins.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.ServerVersion;
import io.tutti.spi.AccountGrant;
import io.tutti.spi.AccountGrant.Need;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MonitoringGrantsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10.1.8  | PROCESS, REPLICATION CLIENT, REPLICATION SLAVE",
        "10.4.32 | PROCESS, REPLICATION CLIENT, REPLICATION SLAVE",
        "10.5.1  | PROCESS, REPLICATION CLIENT, REPLICATION SLAVE",
        "10.5.8  | PROCESS, REPLICATION SLAVE ADMIN, BINLOG MONITOR, REPLICATION MASTER ADMIN, REPLICATION SLAVE",
        "10.5.9  | PROCESS, SLAVE MONITOR, BINLOG MONITOR, REPLICATION MASTER ADMIN, REPLICATION SLAVE",
        "11.4.5  | PROCESS, SLAVE MONITOR, BINLOG MONITOR, REPLICATION MASTER ADMIN, REPLICATION SLAVE"
      })
  void asksForNoMoreThanEachReleaseDemands(String release, String privileges) {
    assertThat(new MonitoringGrants(ServerVersion.parse(release)).grants())
        .allMatch(grant -> grant.need() == Need.WATCHING)
        .extracting(AccountGrant::privilege)
        .containsExactlyInAnyOrder(
            Arrays.stream(privileges.split(", "))
                .map(privilege -> privilege + " ON *.*")
                .toArray(String[]::new));
  }
}
