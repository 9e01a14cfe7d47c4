package io.tutti.plugins.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.ServerVersion;
import io.tutti.spi.AccountGrant;
import io.tutti.spi.AccountGrant.Need;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MariaDbOperatingGrantsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10.1.8  | SUPER, EVENT, RELOAD, PROCESS | SELECT ON mysql.user, SELECT",
        "10.5.1  | SUPER, EVENT, RELOAD, PROCESS | SELECT ON mysql.user, SELECT",
        "10.5.2  | REPLICATION SLAVE ADMIN, READ_ONLY ADMIN, CONNECTION ADMIN, RELOAD, PROCESS,"
            + " BINLOG ADMIN, REPLICATION MASTER ADMIN, EVENT, SET USER | SUPER, SELECT ON mysql.user, SELECT",
        "11.4.5  | REPLICATION SLAVE ADMIN, READ_ONLY ADMIN, CONNECTION ADMIN, RELOAD, PROCESS,"
            + " BINLOG ADMIN, REPLICATION MASTER ADMIN, EVENT, SET USER | SUPER, SELECT ON mysql.user, SELECT"
      })
  void superIsWantedSometimesWhereItWasSplit(String release, String always, String sometimes) {
    assertThat(listed(release, Need.OPERATING)).containsExactlyInAnyOrder(always.split(", *"));
    assertThat(listed(release, Need.SOMETIMES)).containsExactlyInAnyOrder(sometimes.split(", *"));
  }

  @ParameterizedTest
  @CsvSource({"10.5.2, true, true", "10.11.0, true, false", "11.0.1, false, false"})
  void superCoversLessAndLess(String release, boolean coversBinlogAdmin, boolean coversReadOnly) {
    MariaDbOperatingGrants grants = new MariaDbOperatingGrants(ServerVersion.parse(release));

    assertThat(grants.superCovers("BINLOG ADMIN")).isEqualTo(coversBinlogAdmin);
    assertThat(grants.superCovers("READ_ONLY ADMIN")).isEqualTo(coversReadOnly);
    assertThat(grants.superCovers("RELOAD")).isFalse();
  }

  private static List<String> listed(String release, Need need) {
    ServerVersion version = ServerVersion.parse(release);
    return new MariaDbOperatingGrants(version)
        .all(MariaDbKnobs.ALL.stream().flatMap(knob -> knob.on(version).stream()).toList()).stream()
            .filter(grant -> grant.need() == need)
            .map(AccountGrant::privilege)
            .map(privilege -> privilege.replace(" ON *.*", ""))
            .toList();
  }
}
