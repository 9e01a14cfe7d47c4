package io.tutti.plugins.mariadb;

import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.DurabilityKnobs;
import io.tutti.plugins.sql.OperatingGrants;
import io.tutti.plugins.sql.Work;
import io.tutti.spi.knob.KnobRole;
import io.tutti.spi.knob.ServerKnob;

/**
 * SUPER was split up in 10.5.2, but for {@code slave_transaction_retries} and {@code
 * sql_slave_skip_counter}, which still want it (10.11.5 and 11.4.5). Nobody should hand out SUPER
 * for those alone: it is needed sometimes, and who needs it is reported. {@code gtid_slave_pos} is
 * refused on a read-only server without READ_ONLY ADMIN (1290), as it is a table there.
 */
record MariaDbOperatingGrants(ServerVersion version) implements OperatingGrants {

  @Override
  public String of(Work work) {
    return switch (work) {
      case THREADS -> since1052("REPLICATION SLAVE ADMIN");
      case SKIP_BY_GTID ->
          isSplit() ? "REPLICATION SLAVE ADMIN ON *.*; READ_ONLY ADMIN ON *.*" : SUPER;
      case SKIP_NEXT -> SUPER;
      case RECONNECT -> "";
      // To end sessions, and to set init_connect and be admitted by it, CONNECTION ADMIN.
      case FENCE -> isSplit() ? "CONNECTION ADMIN ON *.*; READ_ONLY ADMIN ON *.*" : SUPER;
      // The side of the source, and the side of the replica.
      case ACKS ->
          isSplit() ? "REPLICATION MASTER ADMIN ON *.*; REPLICATION SLAVE ADMIN ON *.*" : SUPER;
      case WIPE -> "RELOAD ON *.*";
      case EVENTS -> "EVENT ON *.*";
      // To leave the definer who it is, and to keep it off without a word in the binlog.
      case CARRY_EVENTS ->
          isSplit()
              ? "EVENT ON *.*; SET USER ON *.*; BINLOG ADMIN ON *.*"
              : "EVENT ON *.*; SUPER ON *.*";
      // On all releases.
      case START_SCHEDULER -> SUPER;
      case ENGINES -> "PROCESS ON *.*";
      case ALL_ENGINES -> "SELECT ON *.*";
      case ACCOUNT_HOSTS -> ACCOUNTS;
      case KEEP_START,
          RELAY_LOG_INFO_RESET,
          CLONE_ONTO,
          CLONE_FROM,
          CLONE_PROGRESS,
          APPLIER_WAITS ->
          "";
    };
  }

  @Override
  public String forKnob(ServerKnob knob) {
    if (knob.name().equals(MariaDbKnobs.RETRIES) || knob.name().equals(DurabilityKnobs.FLUSH_LOG)) {
      return SUPER;
    }
    if (knob.role() == KnobRole.REPLICA && !knob.name().equals(DurabilityKnobs.SYNC_BINLOG)) {
      return since1052("REPLICATION SLAVE ADMIN");
    }
    return since1052(
        knob.name().equals(MariaDbKnobs.DOMAIN_ID) ? "REPLICATION MASTER ADMIN" : "BINLOG ADMIN");
  }

  /** Until 11.0.1 it included its parts, but not for READ_ONLY ADMIN from 10.11 on. */
  @Override
  public boolean superCovers(String privilege) {
    return version.isBefore(11, 0, 1)
        && OperatingGrants.super.superCovers(privilege)
        && (version.isBefore(10, 11, 0) || !privilege.equals("READ_ONLY ADMIN"));
  }

  @Override
  public boolean superMayFence() {
    return !isSplit();
  }

  private String since1052(String privilege) {
    return isSplit() ? privilege + " ON *.*" : SUPER;
  }

  private boolean isSplit() {
    return version.isAtLeast(10, 5, 2);
  }
}
