package io.tutti.spi;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.util.List;

/**
 * Starts, stops and sets the replication of one server, and nothing else. An answer of OK proves
 * nothing: whoever needs the effect reads the server again.
 *
 * <p>Every method throws {@link OrchestratorException}: MISSING_PRIVILEGE with the GRANT,
 * UNKNOWN_CHANNEL, REPLICATION_RUNNING, STATEMENT_TIMED_OUT with what the unanswered statement left
 * behind, STATEMENT_FAILED with the server's own words.
 */
public interface ReplicationControl {

  /**
   * Makes sure that the account may do this. Passes, too, when its grants do not tell for sure, as
   * with roles: then the first refused statement tells.
   *
   * @throws OrchestratorException MISSING_PRIVILEGE with a GRANT for each that it surely lacks
   */
  default void requirePrivileges(ControlNeeds needs, Deadline deadline) {}

  /**
   * Starts a thread; one that runs already is left alone.
   *
   * @param channel empty for the default one
   */
  void start(ReplicationThread thread, String channel, Deadline deadline);

  /**
   * Stops a thread; one that does not run is left alone. An applier ends when its workers have
   * finished what they are in, which a lock can delay without end: after a STATEMENT_TIMED_OUT it
   * is still about to stop.
   *
   * @param channel empty for the default one
   */
  void stop(ReplicationThread thread, String channel, Deadline deadline);

  /**
   * Starts the applier, so that it applies what lies before the newest transaction that any of its
   * workers had applied, and stops by itself there. Only for flavors with {@link
   * Capability#WORKER_CHECKPOINTS}.
   *
   * @param channel empty for the default one
   */
  default void startUntilGapsAreClosed(String channel, Deadline deadline) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        "",
        "This plugin cannot let an applier run until its gaps are closed.",
        List.of("use a plugin of this flavor that can"));
  }

  /**
   * Starts the applier alone, up to a place of its source's binlog where a transaction ends. It
   * stops there when another transaction follows in the relay log, and waits there else.
   *
   * @param channel empty for the default one
   */
  default void startUntil(BinlogPosition place, String channel, Deadline deadline) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        "",
        "This plugin cannot let an applier run up to a place.",
        List.of("use a plugin of this flavor that can"));
  }

  /**
   * Drops what a channel has received, so that it fetches all that was not applied: only for one
   * that finds its place by GTIDs, and only when its source still has all that. Both threads must
   * stand.
   *
   * @param channel empty for the default one
   */
  default void dropReceived(String channel, Deadline deadline) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        "",
        "This plugin cannot let a channel fetch anew.",
        List.of("use a plugin of this flavor that can"));
  }

  /**
   * Which of those tables are not shown to have transactions on this server, each as {@code
   * schema.table}; unknown, with the GRANT that would tell, where they cannot be seen.
   */
  default Observed<List<String>> withoutTransactions(TouchedTables tables, Deadline deadline) {
    return Observed.unknown("this plugin does not tell");
  }

  /** Reads the events of the server's scheduler. */
  default Observed<ScheduledEvents> events(Deadline deadline) {
    return Observed.unknown("this plugin does not tell");
  }

  /** Reads where a barred applier stands; only where {@link ReplicationStatements#barred} tells. */
  default BarredApplier.Standing readBarred(Deadline deadline) {
    throw neverBarred();
  }

  /** Does one act to a barred applier. */
  default void actOnBarred(BarredApplier.Act act, Deadline deadline) {
    throw neverBarred();
  }

  private static OrchestratorException neverBarred() {
    return new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        "",
        "Servers of this release bar no applier.",
        Remedies.of("%s tells how gaps are closed here", Acts.showGaps()));
  }

  /**
   * Lets the server count a transaction as applied without applying it. Only while the applier of
   * that channel stands; for flavors with {@link Capability#DOMAIN_GTID} while every thread of
   * every channel stands, and only for the next one of its domain.
   *
   * @param channel over which it came; empty for the default one
   */
  default void skipTransaction(Gtid gtid, String channel, Deadline deadline) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        "",
        "This plugin cannot skip a transaction by its GTID.",
        List.of("use a plugin of this flavor that can"));
  }

  /**
   * Lets a channel's applier leave out the next transactions in its relay log when it is started.
   * Only while it stands.
   *
   * @param count how many; 0 takes it back
   * @param channel empty for the default one
   */
  default void skipNext(int count, String channel, Deadline deadline) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        "",
        "This plugin cannot let an applier leave out its next transaction.",
        List.of("use a plugin of this flavor that can"));
  }

  /**
   * Lets a channel go on at a place of its source's binlog, by file and position: what it received
   * is dropped, and the account that it connects with is kept. Both threads must stand.
   *
   * @param channel empty for the default one
   */
  default void goOnAt(BinlogPosition place, String channel, Deadline deadline) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        "",
        "This plugin cannot let a channel go on at a place.",
        List.of("use a plugin of this flavor that can"));
  }

  /**
   * Lets a server that was restored from a copy replicate, by the statements of that way; nothing
   * is started. Both threads must stand.
   *
   * @param as the account that takes the place of {@link Attachment#USER}
   */
  default void attach(Attachment way, Credentials as, Deadline deadline) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        "",
        "This plugin cannot attach a copy.",
        List.of("use a plugin of this flavor that can"));
  }

  /**
   * Lets a channel replicate from another source: what it received is dropped, and the account that
   * it connects with is kept. Both threads must stand.
   *
   * @param channel empty for the default one
   */
  default void follow(NewSource source, String channel, Deadline deadline) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        "",
        "This plugin cannot let a channel replicate from another source.",
        List.of("use a plugin of this flavor that can"));
  }

  /**
   * Ends a channel for good: its source, its account and its place are forgotten. Both threads must
   * stand.
   *
   * @param channel empty for the default one
   */
  default void endChannel(String channel, Deadline deadline) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        "",
        "This plugin cannot end a channel.",
        List.of("use a plugin of this flavor that can"));
  }

  /** Deletes all binlogs, and what the server knows of GTIDs from them. */
  default void wipeBinlogs(Deadline deadline) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        "",
        "This plugin cannot wipe the binlogs of a server.",
        List.of("use a plugin of this flavor that can"));
  }

  /** Counts transactions as executed, on a server that counts none; for flavors of UUIDs. */
  default void restoreExecuted(GtidSet executed, Deadline deadline) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        "",
        "This plugin cannot restore what a server has executed.",
        List.of("use a plugin of this flavor that can"));
  }

  /** Sets a knob until the server's next restart. */
  void set(KnobSetting setting, Deadline deadline);

  /** Sets a knob and lets the server keep it over restarts. */
  void persist(KnobSetting setting, Deadline deadline);

  /** Lets the server keep nothing of a knob; what is in force stays so. */
  void forget(ServerKnob knob, Deadline deadline);

  /**
   * Reads a knob.
   *
   * @param channel whose, for a knob of a channel; empty for the default one
   */
  KnobReading read(ServerKnob knob, String channel, Deadline deadline);
}
