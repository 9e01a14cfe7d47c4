package io.tutti.model;

import io.tutti.gtid.GtidSet;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The thread that copies a source's binlog into the relay log.
 *
 * @param stateText the server's own words for what it does
 * @param read up to where the source's binlog was received
 * @param retrieved the GTIDs received since the relay logs were last reset
 * @param heartbeatPeriod how often an idle source says that it is alive
 * @param connectRetry pause between two attempts to connect
 * @param tls whether the connection is encrypted
 * @param heartbeats how often its source said so, as the server counts
 * @param account with which it logs in, as the channel keeps it; absent where it was given one only
 *     when it was started, so that it cannot be started again without
 */
public record Receiver(
    ThreadState state,
    String stateText,
    Observed<BinlogPosition> read,
    Observed<GtidSet> retrieved,
    Optional<LastError> lastError,
    Observed<Duration> heartbeatPeriod,
    Observed<Duration> connectRetry,
    Observed<Boolean> tls,
    Observed<Long> heartbeats,
    Observed<String> account) {

  public Receiver {
    account = Objects.requireNonNullElse(account, Observed.unknown("it was not read"));
    // Those that an older controller kept have none.
    heartbeats = Objects.requireNonNullElse(heartbeats, Observed.unknown("it was not read"));
  }

  /** One of which nobody read the account. */
  public Receiver(
      ThreadState state,
      String stateText,
      Observed<BinlogPosition> read,
      Observed<GtidSet> retrieved,
      Optional<LastError> lastError,
      Observed<Duration> heartbeatPeriod,
      Observed<Duration> connectRetry,
      Observed<Boolean> tls,
      Observed<Long> heartbeats) {
    this(
        state,
        stateText,
        read,
        retrieved,
        lastError,
        heartbeatPeriod,
        connectRetry,
        tls,
        heartbeats,
        Observed.unknown("it was not read"));
  }

  /** One of which nobody read how many heartbeats came. */
  public Receiver(
      ThreadState state,
      String stateText,
      Observed<BinlogPosition> read,
      Observed<GtidSet> retrieved,
      Optional<LastError> lastError,
      Observed<Duration> heartbeatPeriod,
      Observed<Duration> connectRetry,
      Observed<Boolean> tls) {
    this(
        state,
        stateText,
        read,
        retrieved,
        lastError,
        heartbeatPeriod,
        connectRetry,
        tls,
        Observed.unknown("it was not read"));
  }

  /** Whether it waits for room on its disk, as 8.0 and newer say of one that runs. */
  public boolean waitsForDisk() {
    return stateText.contains("disk space");
  }

  /**
   * Whether it is known to have no account, so that it cannot be started again once it is stopped.
   */
  public boolean lacksAccount() {
    return account instanceof Observed.Absent<String>;
  }

  /**
   * Whether relay logs have reached {@code relay_log_space_limit}: it waits until the applier has
   * done with some of them. Servers say "to free enough relay log space", and MySQL since 8.0.26
   * "to free relay log space".
   */
  public boolean waitsForRelayLogSpace() {
    return stateText.endsWith("relay log space");
  }
}
