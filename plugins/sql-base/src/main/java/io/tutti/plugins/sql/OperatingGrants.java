package io.tutti.plugins.sql;

import io.tutti.spi.AccountGrant;
import io.tutti.spi.AccountGrant.Need;
import io.tutti.spi.knob.ServerKnob;
import java.util.List;
import java.util.Set;

/**
 * What an account needs to change a server, as in {@code GRANT ... TO}; several privileges are
 * parted by semicolons. What judges an account asks here, and what lists the privileges, too.
 */
public interface OperatingGrants {
  String SUPER = "SUPER ON *.*";
  String CLONE_STATUS = "SELECT ON performance_schema.clone_status";
  String CLONE_PROGRESS = "SELECT ON performance_schema.clone_progress";
  String APPLIER_METRICS = "SELECT ON performance_schema.replication_applier_metrics";

  /** With hashes of passwords, so for none but who wants it. */
  String ACCOUNTS = "SELECT ON mysql.user";

  String KEPT_LOGINS = "SELECT (User_name) ON mysql.slave_master_info";

  /** For these it never did. */
  Set<String> BESIDE_SUPER = Set.of("RELOAD", "PROCESS", "REPLICATION SLAVE", "EVENT", "SELECT");

  /** Empty where a release cannot do it, or it needs nothing. */
  String of(Work work);

  /** To set a knob, and to let the server keep it where it can. */
  String forKnob(ServerKnob knob);

  /** To let the server keep nothing of a knob. */
  default String forForgetting(ServerKnob knob) {
    return forKnob(knob);
  }

  /**
   * Whether SUPER covers another privilege on the whole server. Where it was split up, less and
   * less.
   *
   * @param privilege as in {@code RELOAD}, upper case
   */
  default boolean superCovers(String privilege) {
    return !BESIDE_SUPER.contains(privilege);
  }

  /** Whether SUPER covers all of {@link Work#FENCE}. */
  boolean superMayFence();

  /**
   * All of them. SUPER is asked for where it was not split up yet; else few things want it still.
   *
   * @param knobs all that the release has
   */
  default List<AccountGrant> all(List<ServerKnob> knobs) {
    GrantList list = new GrantList();
    boolean isSplit = !of(Work.THREADS).equals(SUPER);
    for (Work work : Work.values()) {
      list.add(
          work.isRare() || (isSplit && of(work).equals(SUPER)) ? Need.SOMETIMES : Need.OPERATING,
          of(work),
          work.words());
    }
    for (ServerKnob knob : knobs) {
      boolean isRare = isSplit && forKnob(knob).equals(SUPER);
      list.add(
          isRare ? Need.SOMETIMES : Need.OPERATING,
          forKnob(knob),
          isRare ? "set " + knob.serverName() : "set parallel settings");
      if (knob.isPersistable()) {
        list.add(Need.OPERATING, forForgetting(knob), "undo a setting that was persisted");
      }
    }
    return list.grants();
  }
}
