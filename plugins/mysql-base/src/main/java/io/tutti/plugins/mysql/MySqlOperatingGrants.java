package io.tutti.plugins.mysql;

import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.OperatingGrants;
import io.tutti.spi.knob.ServerKnob;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * SUPER was split up in 8.0. SYSTEM_VARIABLES_ADMIN covers SET PERSIST; RESET PERSIST wants
 * PERSIST_RO_VARIABLES_ADMIN as well, though the variable is not read-only (8.0.15 and 9.7.4).
 */
record MySqlOperatingGrants(ServerVersion version) implements OperatingGrants {
  private static final String SUPER = "SUPER ON *.*";
  private static final String FORGETTING = "PERSIST_RO_VARIABLES_ADMIN ON *.*";

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

  @Override
  public String forSkippingByGtid() {
    return forAnyKnob();
  }

  @Override
  public String forSkippingNext() {
    return forAnyKnob();
  }

  @Override
  public String forForgetting(ServerKnob knob) {
    return forAnyKnob() + "; " + FORGETTING;
  }

  /** To end sessions, and to be let in by offline_mode, CONNECTION_ADMIN. */
  @Override
  public String forFencing() {
    return version.isAtLeast(8, 0, 0) ? forAnyKnob() + "; CONNECTION_ADMIN ON *.*" : SUPER;
  }

  @Override
  public String forCloningOnto() {
    return "CLONE_ADMIN ON *.*; " + forAnyKnob();
  }

  @Override
  public String forCloningFrom() {
    return "BACKUP_ADMIN ON *.*";
  }

  @Override
  public boolean superMayFence() {
    return true;
  }

  /** The tables in which 5.6 keeps where it stands, and their copies: see BarredStatements. */
  @Override
  public String forBarred() {
    return "RELOAD ON *.*; CREATE, DROP, SELECT, INSERT, DELETE ON tutti.*;"
        + " SELECT, INSERT, UPDATE, DELETE ON mysql.slave_master_info;"
        + " SELECT, INSERT, UPDATE, DELETE ON mysql.slave_relay_log_info;"
        + " SELECT, INSERT, UPDATE, DELETE ON mysql.slave_worker_info";
  }

  List<String> statements(String account) {
    Stream<String> grants =
        version.isAtLeast(8, 0, 0)
            ? Stream.concat(
                Stream.of(forThreads(), FORGETTING, forWipingBinlogs(), forEngines()),
                Arrays.stream(forFencing().split("; ")))
            : version.isAtLeast(5, 7, 0)
                ? Stream.of(SUPER, forWipingBinlogs(), forEngines())
                : Stream.concat(Stream.of(SUPER), Arrays.stream(forBarred().split("; ")));
    return grants.map(grant -> "GRANT " + grant + " TO " + account).toList();
  }
}
