package io.tutti.spi;

import io.tutti.error.OrchestratorException;
import io.tutti.gtid.Gtid;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.model.ScheduledEvents;
import io.tutti.model.ServerAccount;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.ChannelOptions;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.util.List;
import java.util.Optional;

/**
 * Starts, stops and sets the replication of one server, and nothing else. An answer of OK proves
 * nothing: whoever needs the effect reads the server again.
 *
 * <p>Every flavor does what has a method here. What only some can is a role that a flavor has or
 * has not, as its {@link Capability} says; {@link ReplicationStatements} shows planners the same.
 *
 * <p>Every method throws {@link OrchestratorException}: MISSING_PRIVILEGE with the GRANT,
 * UNKNOWN_CHANNEL, REPLICATION_RUNNING, STATEMENT_TIMED_OUT with what the unanswered statement left
 * behind, STATEMENT_FAILED with the server's own words.
 */
public interface ReplicationControl {

  /**
   * Makes sure that the account may do this. Passes, too, when its grants do not show for sure, as
   * with roles: then the first refused statement shows.
   *
   * @throws OrchestratorException MISSING_PRIVILEGE with a GRANT for each that it surely lacks
   */
  void requirePrivileges(ControlNeeds needs, Deadline deadline);

  /**
   * Which of those privileges the account surely lacks; unknown where its grants do not show.
   *
   * @param wanted as {@link FlavorProvider#grants} has them
   */
  default Observed<List<AccountGrant>> lacked(List<AccountGrant> wanted, Deadline deadline) {
    return Observed.unknown("this flavor is not asked for it");
  }

  /**
   * The hosts for which the server has accounts of that name; unknown where the controller's own
   * account may not see them.
   */
  default Observed<List<String>> hostsOf(String user, Deadline deadline) {
    return Observed.unknown("this flavor is not asked for it");
  }

  /**
   * How a channel is set, so that another one can be made alike.
   *
   * @param channel empty for the default one
   */
  default ChannelOptions optionsOf(String channel, Deadline deadline) {
    return ChannelOptions.NONE;
  }

  /** As which account the server let the controller in. */
  default Observed<ServerAccount> account(Deadline deadline) {
    return Observed.unknown("this flavor is not asked for it");
  }

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
   * Starts the applier alone, up to a place of its source's binlog where a transaction ends. It
   * stops there when another transaction follows in the relay log, and waits there else.
   *
   * @param channel empty for the default one
   */
  void startUntil(BinlogPosition place, String channel, Deadline deadline);

  /**
   * Which of those tables are not shown to have transactions on this server, each as {@code
   * schema.table}; unknown, with the GRANT that would show, where they cannot be seen.
   */
  default Observed<List<String>> withoutTransactions(TouchedTables tables, Deadline deadline) {
    return Observed.unknown("this plugin does not report it");
  }

  /** Reads the events of the server's scheduler. */
  default Observed<ScheduledEvents> events(Deadline deadline) {
    return Observed.unknown("this plugin does not report it");
  }

  /**
   * Lets the server count a transaction as applied without applying it. Only while the applier of
   * that channel is stopped; for flavors with {@link Capability#DOMAIN_GTID} while every thread of
   * every channel is stopped, and only for the next one of its domain.
   *
   * @param channel over which it came; empty for the default one
   */
  void skipTransaction(Gtid gtid, String channel, Deadline deadline);

  /**
   * Lets a channel's applier leave out the next transactions in its relay log when it is started.
   * Only while it is stopped.
   *
   * @param count how many; 0 takes it back
   * @param channel empty for the default one
   */
  void skipNext(int count, String channel, Deadline deadline);

  /**
   * Lets a channel continue at a place of its source's binlog, by file and position: what it
   * received is dropped, and the account that it connects with is kept. Both threads must be
   * stopped.
   *
   * @param channel empty for the default one
   */
  void goOnAt(BinlogPosition place, String channel, Deadline deadline);

  /**
   * Lets a server that was restored from a copy replicate, by the statements of that way; nothing
   * is started. Both threads must be stopped.
   *
   * @param as the account that takes the place of {@link Attachment#USER}
   */
  void attach(Attachment way, Credentials as, Deadline deadline);

  /**
   * Lets a channel that has none keep an account. Both threads must be stopped.
   *
   * @param channel empty for the default one
   */
  void keepAccount(Credentials as, String channel, Deadline deadline);

  /**
   * Lets a channel replicate from another source: what it received is dropped, and the account that
   * it connects with is kept. Both threads must be stopped.
   *
   * @param channel empty for the default one
   */
  void follow(NewSource source, String channel, Deadline deadline);

  /**
   * Ends a channel permanently: its source, its account and its place are forgotten. Both threads
   * must be stopped.
   *
   * @param channel empty for the default one
   */
  void endChannel(String channel, Deadline deadline);

  /** Deletes all binlogs, and what the server knows of GTIDs from them. */
  void wipeBinlogs(Deadline deadline);

  /** Sets a knob until the server's next restart. */
  void set(KnobSetting setting, Deadline deadline);

  /**
   * Reads a knob.
   *
   * @param channel whose, for a knob of a channel; empty for the default one
   */
  KnobReading read(ServerKnob knob, String channel, Deadline deadline);

  /** Where the server keeps the progress of its workers. */
  Optional<GapClosing> gapClosing();

  /** Where a channel that finds its place by GTID keeps what it received over a start of both. */
  Optional<Refetching> refetching();

  /** Where the server must be given the set of what it has executed, once its binlogs are gone. */
  Optional<GtidRestoring> gtidRestoring();

  /** Where a release bars appliers. */
  Optional<RelayLogInfoControl> relayLogInfo();

  /** Where a receiver that is stopped waits for a source that does not answer. */
  default Optional<ReplicaAcks> replicaAcks() {
    return Optional.empty();
  }

  /** Where commits can wait for acknowledgements, and receivers can give them. */
  default Optional<AckControl> ackControl() {
    return Optional.empty();
  }

  /** Where a receiver can be asked to connect anew, and says soon whether it does. */
  default Optional<Reconnecting> reconnecting() {
    return Optional.empty();
  }

  /** Where its events can be let run on another server. */
  default Optional<EventControl> eventControl() {
    return Optional.empty();
  }

  /** Where the server adds up what its appliers wait for. */
  default Optional<ApplierWaits> applierWaits() {
    return Optional.empty();
  }

  /** Where the server keeps whether it takes writes over restarts. */
  default Optional<StartKeeping> startKeeping() {
    return Optional.empty();
  }

  /** Where the server keeps settings over restarts. */
  Optional<KnobKeeping> knobKeeping();
}
