package io.tutti.spi;

import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Settings;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The statements of one release that change its replication, as they are executed. What is empty
 * this release cannot: a planner refuses then, with the reason. Pure.
 */
public interface ReplicationStatements {

  String start(ReplicationThread thread, String channel);

  String stop(ReplicationThread thread, String channel);

  /**
   * Starts the applier until its gaps are closed; empty where the server keeps no progress of its
   * workers.
   */
  Optional<String> startUntilGapsAreClosed(String channel);

  /** Starts the applier alone, up to a place of its source's binlog where a transaction ends. */
  String startUntil(BinlogPosition place, String channel);

  /**
   * Lets a channel that finds its place by the GTIDs of servers drop what it has received, so that
   * it fetches all that was not applied; empty where a start of both does. Both threads must be
   * stopped.
   */
  Optional<String> dropReceived(String channel);

  /**
   * Whether a worker notes with each transaction, of whatever kind, that it has applied it. Where
   * not, one that is not committed as one (DDL, tables without transactions) may have been applied
   * without a note.
   */
  boolean notesEveryTransaction();

  /**
   * What is said in one session for an act on an applier that refuses to start; nothing where no
   * server of this release bars one.
   */
  List<String> relayLogInfo(RelayLogInfoReset.Act act);

  /** Counts a transaction as applied, all in one session. */
  List<String> skipTransaction(Gtid gtid);

  /** Leaves out the next transactions of a channel at its applier's start, all in one session. */
  List<String> skipNext(int count, String channel);

  /**
   * Lets a channel continue at a place of its source's binlog, by file and position; what it
   * received is dropped, and the account that it connects with is kept. Both threads must be
   * stopped.
   */
  String goOnAt(BinlogPosition place, String channel);

  /**
   * Lets a channel replicate from another source; what it received is dropped, and the account that
   * it connects with is kept. Both threads must be stopped.
   */
  String follow(NewSource source, String channel);

  /**
   * Ends a channel permanently: its source, its account and its place are forgotten. Both threads
   * must be stopped.
   */
  String endChannel(String channel);

  /**
   * Lets a channel keep an account, of which {@link io.tutti.spi.backup.Attachment#USER} and {@link
   * io.tutti.spi.backup.Attachment#PASSWORD} take the place. Both threads must be stopped.
   */
  String keepAccount(String channel);

  /**
   * Why a channel of that release cannot be given that account, in words without its password;
   * empty where it can.
   */
  default Optional<String> notTaken(Credentials account) {
    return Optional.empty();
  }

  /** Deletes all binlogs of the server, and what it knows of GTIDs from them. */
  String wipeBinlogs();

  /**
   * Counts transactions as executed, on a server that counts none; empty where GTIDs are kept with
   * the rows.
   */
  Optional<String> restoreExecuted(GtidSet executed);

  /** Sets a knob until the next restart; several statements where a channel must be chosen. */
  List<String> set(KnobSetting setting);

  /** Sets a knob and keeps it over restarts; empty where the server cannot keep it. */
  Optional<String> persist(KnobSetting setting);

  /**
   * Keeps nothing of a knob over the next restart; what is in force stays so. Empty where the
   * server cannot keep it.
   */
  Optional<String> forget(ServerKnob knob);

  /** The lines of an option file that keep a knob over restarts: {@code name=value}. */
  String optionLine(KnobSetting setting);

  /**
   * Sets both sides of semi-synchronous replication until the next restart; nothing where the
   * server has none of what is wanted.
   *
   * @param shown the variables of that server
   */
  default List<String> acks(AckSetting wanted, Settings shown) {
    return List.of();
  }

  /**
   * Lets a server keep these values for its next start; what is in force stays so. Nothing where it
   * keeps none by itself.
   */
  default List<String> keepForNextStart(SortedMap<String, String> values) {
    return List.of();
  }

  /** Lets it keep nothing of these variables; what is in force stays so. */
  default List<String> keepNothingForNextStart(Collection<String> variables) {
    return List.of();
  }
}
