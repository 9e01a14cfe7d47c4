package io.tutti.plugins.mariadb;

import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.OperatingGrants;
import io.tutti.spi.knob.KnobRole;
import io.tutti.spi.knob.ServerKnob;
import java.util.List;
import java.util.stream.Stream;

/**
 * SUPER was split up in 10.5.2, but for {@code slave_transaction_retries} and {@code
 * sql_slave_skip_counter}, which still want it (10.11.5 and 11.4.5). Nobody should hand out SUPER
 * for those alone: it is not among the grants, and who needs it is told. {@code gtid_slave_pos} is
 * refused on a read-only server without READ_ONLY ADMIN (1290), as it is a table there.
 */
record MariaDbOperatingGrants(ServerVersion version) implements OperatingGrants {

  @Override
  public String forThreads() {
    return since1052("REPLICATION SLAVE ADMIN");
  }

  @Override
  public String forKnob(ServerKnob knob) {
    if (knob.name().equals(MariaDbKnobs.RETRIES)) {
      return "SUPER ON *.*";
    }
    if (knob.role() == KnobRole.REPLICA) {
      return since1052("REPLICATION SLAVE ADMIN");
    }
    return knob.name().equals(MariaDbKnobs.DOMAIN_ID) ? forDomain() : forBinlog();
  }

  @Override
  public String forSkippingByGtid() {
    return version.isAtLeast(10, 5, 2)
        ? "REPLICATION SLAVE ADMIN ON *.*; READ_ONLY ADMIN ON *.*"
        : "SUPER ON *.*";
  }

  @Override
  public String forSkippingNext() {
    return "SUPER ON *.*";
  }

  /** To end sessions, and to set {@code init_connect} and be let in by it, CONNECTION ADMIN. */
  @Override
  public String forFencing() {
    return version.isAtLeast(10, 5, 2)
        ? "CONNECTION ADMIN ON *.*; READ_ONLY ADMIN ON *.*"
        : "SUPER ON *.*";
  }

  @Override
  public boolean superMayFence() {
    return version.isBefore(10, 5, 2);
  }

  private String forBinlog() {
    return since1052("BINLOG ADMIN");
  }

  private String forDomain() {
    return since1052("REPLICATION MASTER ADMIN");
  }

  private String since1052(String privilege) {
    return (version.isAtLeast(10, 5, 2) ? privilege : "SUPER") + " ON *.*";
  }

  List<String> statements(String account) {
    return Stream.of(
            forThreads(),
            forBinlog(),
            forDomain(),
            forSkippingByGtid(),
            forFencing(),
            forWipingBinlogs())
        .flatMap(grants -> Stream.of(grants.split("; ")))
        .distinct()
        .map(grant -> "GRANT " + grant + " TO " + account)
        .toList();
  }
}
