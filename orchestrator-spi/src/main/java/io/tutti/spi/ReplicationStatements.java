package io.tutti.spi;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.util.List;

/** The statements of one release that change its replication, as they are executed. Pure. */
public interface ReplicationStatements {

  String start(ReplicationThread thread, String channel);

  String stop(ReplicationThread thread, String channel);

  /**
   * Starts the applier until its gaps are closed.
   *
   * @throws io.tutti.error.OrchestratorException UNSUPPORTED_CAPABILITY where the server keeps no
   *     progress of its workers
   */
  default String startUntilGapsAreClosed(String channel) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        channel,
        "This server cannot let an applier run until its gaps are closed.",
        Remedies.of("%s tells how they are closed here", Acts.showGaps()));
  }

  /**
   * Starts the applier alone, up to a place of its source's binlog where a transaction ends.
   *
   * @throws io.tutti.error.OrchestratorException UNSUPPORTED_CAPABILITY where the plugin cannot
   */
  default String startUntil(BinlogPosition place, String channel) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        channel,
        "This plugin cannot let an applier run up to a place.",
        List.of("use a plugin of this flavor that can"));
  }

  /**
   * Lets a channel that finds its place by the GTIDs of servers drop what it has received, so that
   * it fetches all that was not applied. Both threads must stand.
   *
   * @throws io.tutti.error.OrchestratorException UNSUPPORTED_CAPABILITY where a start of both does
   */
  default String dropReceived(String channel) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        channel,
        "This server drops what it has received when both its threads are started.",
        List.of("start both"));
  }

  /**
   * Whether a worker notes with each transaction, of whatever kind, that it has applied it. Where
   * not, one that is not committed as one (DDL, tables without transactions) may have been applied
   * without a note.
   */
  default boolean notesEveryTransaction() {
    return true;
  }

  /**
   * What is said in one session for an act on a barred applier; nothing where no server of this
   * release bars one.
   */
  default List<String> barred(BarredApplier.Act act) {
    return List.of();
  }

  /**
   * Counts a transaction as applied, all in one session.
   *
   * @throws io.tutti.error.OrchestratorException UNSUPPORTED_CAPABILITY where the plugin cannot
   */
  default List<String> skipTransaction(Gtid gtid) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        gtid.toString(),
        "This server cannot skip a transaction by its GTID.",
        List.of("use a plugin of this flavor that can"));
  }

  /**
   * Leaves out the next transactions of a channel at its applier's start, all in one session.
   *
   * @throws io.tutti.error.OrchestratorException UNSUPPORTED_CAPABILITY where the plugin cannot
   */
  default List<String> skipNext(int count, String channel) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        channel,
        "This server cannot leave out the next transaction of an applier.",
        List.of("use a plugin of this flavor that can"));
  }

  /**
   * Lets a channel go on at a place of its source's binlog, by file and position; what it received
   * is dropped, and the account that it connects with is kept. Both threads must stand.
   *
   * @throws io.tutti.error.OrchestratorException UNSUPPORTED_CAPABILITY where the plugin cannot
   */
  default String goOnAt(BinlogPosition place, String channel) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        channel,
        "This plugin cannot let a channel go on at a place.",
        List.of("use a plugin of this flavor that can"));
  }

  /**
   * Lets a channel replicate from another source; what it received is dropped, and the account that
   * it connects with is kept. Both threads must stand.
   *
   * @throws io.tutti.error.OrchestratorException UNSUPPORTED_CAPABILITY where the plugin cannot
   */
  default String follow(NewSource source, String channel) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        channel,
        "This plugin cannot let a channel replicate from another source.",
        List.of("use a plugin of this flavor that can"));
  }

  /**
   * Ends a channel for good: its source, its account and its place are forgotten. Both threads must
   * stand.
   *
   * @throws io.tutti.error.OrchestratorException UNSUPPORTED_CAPABILITY where the plugin cannot
   */
  default String endChannel(String channel) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        channel,
        "This plugin cannot end a channel.",
        List.of("use a plugin of this flavor that can"));
  }

  /**
   * Deletes all binlogs of the server, and what it knows of GTIDs from them.
   *
   * @throws io.tutti.error.OrchestratorException UNSUPPORTED_CAPABILITY where the plugin cannot
   */
  default String wipeBinlogs() {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        "",
        "This plugin cannot wipe the binlogs of a server.",
        List.of("use a plugin of this flavor that can"));
  }

  /**
   * Counts transactions as executed, on a server that counts none.
   *
   * @throws io.tutti.error.OrchestratorException UNSUPPORTED_CAPABILITY where GTIDs are kept with
   *     the rows
   */
  default String restoreExecuted(GtidSet executed) {
    throw new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        executed.toString(),
        "This server keeps with the rows which transactions it has executed.",
        Remedies.of("%s tells what is done here", Acts.dryRun(Acts.salvage())));
  }

  /** Sets a knob until the next restart; several statements where a channel must be chosen. */
  List<String> set(KnobSetting setting);

  /**
   * Sets a knob and keeps it over restarts.
   *
   * @throws io.tutti.error.OrchestratorException UNSUPPORTED_CAPABILITY where the server cannot
   *     keep it
   */
  List<String> persist(KnobSetting setting);

  /**
   * Keeps nothing of a knob over the next restart; what is in force stays so.
   *
   * @throws io.tutti.error.OrchestratorException UNSUPPORTED_CAPABILITY where the server keeps none
   */
  String forget(ServerKnob knob);

  /** The lines of an option file that keep a knob over restarts: {@code name=value}. */
  String optionLine(KnobSetting setting);
}
