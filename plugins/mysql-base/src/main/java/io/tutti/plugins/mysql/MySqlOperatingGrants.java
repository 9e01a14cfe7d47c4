package io.tutti.plugins.mysql;

import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.OperatingGrants;
import io.tutti.spi.knob.ServerKnob;
import java.util.List;
import java.util.stream.Stream;

/** SUPER was split up in 8.0; SYSTEM_VARIABLES_ADMIN covers SET PERSIST and RESET PERSIST too. */
record MySqlOperatingGrants(ServerVersion version) implements OperatingGrants {
  private static final String SUPER = "SUPER ON *.*";

  @Override
  public String forThreads() {
    return version.isAtLeast(8, 0, 0) ? "REPLICATION_SLAVE_ADMIN ON *.*" : SUPER;
  }

  @Override
  public String forKnob(ServerKnob knob) {
    return forAnyKnob();
  }

  private String forAnyKnob() {
    return version.isAtLeast(8, 0, 0) ? "SYSTEM_VARIABLES_ADMIN ON *.*" : SUPER;
  }

  List<String> statements(String account) {
    return Stream.of(forThreads(), forAnyKnob())
        .distinct()
        .map(grant -> "GRANT " + grant + " TO " + account)
        .toList();
  }
}
