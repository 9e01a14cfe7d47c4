package io.tutti.plugins.mysql;

import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.OperatingGrants;
import io.tutti.plugins.sql.Work;
import io.tutti.spi.knob.ServerKnob;
import java.util.Set;

/**
 * SUPER was split up in 8.0. SYSTEM_VARIABLES_ADMIN covers SET PERSIST; RESET PERSIST wants
 * PERSIST_RO_VARIABLES_ADMIN as well, though the variable is not read-only (8.0.15 and 9.7.4).
 */
record MySqlOperatingGrants(ServerVersion version) implements OperatingGrants {
  /** Privileges that came after SUPER was split up, and that it does not represent. */
  private static final Set<String> NEVER_OF_SUPER =
      Set.of(
          "PERSIST_RO_VARIABLES_ADMIN",
          "TRANSACTION_GTID_TAG",
          "CLONE_ADMIN",
          "BACKUP_ADMIN",
          "SYSTEM_USER");

  @Override
  public String of(Work work) {
    return switch (work) {
      case THREADS -> isSplit() ? "REPLICATION_SLAVE_ADMIN ON *.*" : SUPER;
      case SKIP_BY_GTID -> forAnyKnob() + (hasTags() ? "; TRANSACTION_GTID_TAG ON *.*" : "");
      case SKIP_NEXT, ACKS, START_SCHEDULER -> forAnyKnob();
      case KEEP_START -> isSplit() ? forAnyKnob() + "; PERSIST_RO_VARIABLES_ADMIN ON *.*" : "";
      case RECONNECT -> version.isBefore(5, 7, 0) ? "" : KEPT_LOGINS;
      // To end sessions, and to be admitted by offline_mode, CONNECTION_ADMIN.
      case FENCE -> isSplit() ? forAnyKnob() + "; CONNECTION_ADMIN ON *.*" : SUPER;
      case WIPE -> "RELOAD ON *.*";
      case ENGINES -> "PROCESS ON *.*";
      case ALL_ENGINES -> "SELECT ON *.*";
      case EVENTS -> "EVENT ON *.*";
      case CARRY_EVENTS -> "EVENT ON *.*; " + forAnyKnob() + forDefiners();
      case RELAY_LOG_INFO_RESET -> version.isBefore(5, 7, 0) ? forRelayLogInfoReset() : "";
      case CLONE_ONTO -> clones() ? "CLONE_ADMIN ON *.*; " + forAnyKnob() : "";
      case CLONE_FROM -> clones() ? "BACKUP_ADMIN ON *.*" : "";
      case ACCOUNT_HOSTS -> ACCOUNTS;
      case APPLIER_WAITS -> addsUpWaits() ? APPLIER_METRICS : "";
      case CLONE_PROGRESS -> clones() ? CLONE_STATUS + "; " + CLONE_PROGRESS : "";
    };
  }

  private boolean isSplit() {
    return version.isAtLeast(8, 0, 0);
  }

  /** GTIDs may have tags, and who sets one that has needs a privilege for it. */
  private boolean hasTags() {
    return version.isAtLeast(8, 3, 0);
  }

  /** Seen on 9.7.4; which release between 8.4 and 9.7 brought it is not documented. */
  private boolean addsUpWaits() {
    return version.isAtLeast(9, 7, 0);
  }

  /** To leave the definer of an event who it is, also where that one may change the system. */
  private String forDefiners() {
    if (!isSplit()) {
      return "";
    }
    String anyDefiner =
        version.isAtLeast(8, 2, 0) ? "; SET_ANY_DEFINER ON *.*" : "; SET_USER_ID ON *.*";
    return version.isAtLeast(8, 0, 16) ? anyDefiner + "; SYSTEM_USER ON *.*" : anyDefiner;
  }

  private boolean clones() {
    return version.isAtLeast(8, 0, 17);
  }

  @Override
  public String forKnob(ServerKnob knob) {
    return forAnyKnob();
  }

  private String forAnyKnob() {
    return isSplit() ? "SYSTEM_VARIABLES_ADMIN ON *.*" : SUPER;
  }

  @Override
  public String forForgetting(ServerKnob knob) {
    return forAnyKnob() + "; PERSIST_RO_VARIABLES_ADMIN ON *.*";
  }

  @Override
  public boolean superCovers(String privilege) {
    return OperatingGrants.super.superCovers(privilege) && !NEVER_OF_SUPER.contains(privilege);
  }

  @Override
  public boolean superMayFence() {
    return true;
  }

  /** The tables in which 5.6 keeps where it is, and their copies: see RelayLogInfoStatements. */
  private static String forRelayLogInfoReset() {
    return "RELOAD ON *.*; CREATE, DROP, SELECT, INSERT, DELETE ON tutti.*;"
        + " SELECT, INSERT, UPDATE, DELETE ON mysql.slave_master_info;"
        + " SELECT, INSERT, UPDATE, DELETE ON mysql.slave_relay_log_info;"
        + " SELECT, INSERT, UPDATE, DELETE ON mysql.slave_worker_info";
  }
}
