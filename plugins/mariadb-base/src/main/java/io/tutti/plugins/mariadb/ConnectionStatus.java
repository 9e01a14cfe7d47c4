package io.tutti.plugins.mariadb;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtid;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.model.Applier;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import io.tutti.plugins.sql.Reading;
import io.tutti.plugins.sql.ReplicaStatus;
import io.tutti.plugins.sql.Row;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One row of {@code SHOW ALL SLAVES STATUS}: one connection, as MariaDB calls a channel. What the
 * MySQL family prints too is read by {@link ReplicaStatus}.
 *
 * @param workerThreads {@code slave_parallel_threads}; 0 when no workers apply
 */
record ConnectionStatus(Row row, Reading reading, long workerThreads) {
  private static final String MODE_NONE = "none";

  /** The connection's name; empty for the default one. */
  String name() {
    return row.textOrEmpty("Connection_name");
  }

  /** {@code slave_parallel_mode} of this connection; 10.0 has no modes. */
  Optional<String> parallelMode() {
    return row.text("Parallel_Mode");
  }

  Positioning positioning() {
    return switch (row.textOrEmpty("Using_Gtid")) {
      case "Slave_Pos" -> Positioning.REPLICA_POS;
      case "Current_Pos" -> Positioning.CURRENT_POS;
      default -> Positioning.LOG_POSITION;
    };
  }

  /**
   * Whether its transactions may be committed in another order than the source's. MariaDB keeps the
   * order within a domain whatever the mode, and runs domains past each other when workers apply
   * and GTIDs find the place; by log position it does not (seen on 10.1.8).
   */
  boolean mayReorder() {
    return isParallel() && positioning() != Positioning.LOG_POSITION && domainsReceived() > 1;
  }

  private boolean isParallel() {
    return workerThreads > 0 && parallelMode().filter(MODE_NONE::equals).isEmpty();
  }

  private long domainsReceived() {
    return gtids("Gtid_IO_Pos")
        .map(set -> set.gtids().stream().mapToLong(MariaDbGtid::domain).distinct().count())
        .orElse(Long.MAX_VALUE);
  }

  /**
   * The channel, or nothing when it has no source.
   *
   * @param pool all workers of the server, any of which may work for any connection
   */
  Optional<Channel> channel(Observed<List<Worker>> pool) {
    ReplicaStatus status = new ReplicaStatus(row, reading.zone());
    boolean isApplying = status.applierState() == ThreadState.RUNNING;
    ReplicaStatus.Supplement supplement =
        new ReplicaStatus.Supplement(
            Observed.absent("MariaDB servers have no UUID"),
            positioning(),
            retrieved(),
            heartbeatPeriod(),
            heartbeats(),
            isApplying
                ? Observed.known(row.textOrEmpty("Slave_SQL_State"))
                : Observed.absent("the applier does not run"),
            isApplying && isParallel() ? pool : Observed.known(List.of()),
            reading.heartbeats().isEmpty() ? status.secondsBehind() : reading.heartbeatLag(status));
    return status
        .channel(supplement)
        .map(channel ->
            mayReorder() && !hasAppliedAllReceived() ? withoutLowWaterMark(channel) : channel);
  }

  /**
   * On 10.1.8 Exec_Master_Log_Pos equalled Read_Master_Log_Pos while three transactions of another
   * domain were still to come: such a position must not be taken for a low-water mark.
   */
  private Channel withoutLowWaterMark(Channel channel) {
    Applier reported = channel.applier();
    Applier honest =
        new Applier(
            reported.state(),
            reported.stateText(),
            noLowWaterMark("Exec_Master_Log_Pos", reported.executed()),
            noLowWaterMark("Relay_Log_Pos", reported.relayLog()),
            reported.relayLogBytes(),
            reported.lastError(),
            reported.delay(),
            reported.workers());
    return new Channel(
        channel.name(),
        channel.source(),
        channel.sourceUuid(),
        channel.sourceServerId(),
        channel.positioning(),
        channel.receiver(),
        honest,
        channel.lag());
  }

  private static Observed<BinlogPosition> noLowWaterMark(
      String column, Observed<BinlogPosition> reported) {
    return reported.flatMap(position ->
        Observed.unknown(
            column
                + " says "
                + position
                + ", but domains are applied independently, and one of them may still be behind it;"
                + " only the GTID position is exact"));
  }

  /**
   * Gtid_Slave_Pos is taken before the rows are filled, so what it contains of Gtid_IO_Pos was
   * surely applied.
   */
  private boolean hasAppliedAllReceived() {
    Optional<MariaDbGtidSet> received = gtids("Gtid_IO_Pos");
    Optional<MariaDbGtidSet> applied = gtids("Gtid_Slave_Pos");
    return received.isPresent() && applied.isPresent() && applied.get().contains(received.get());
  }

  private Observed<GtidSet> retrieved() {
    return positioning() == Positioning.LOG_POSITION
        ? Observed.absent("a connection that replicates by log position keeps no Gtid_IO_Pos")
        : gtidSet("Gtid_IO_Pos");
  }

  private Observed<GtidSet> gtidSet(String column) {
    return reading.gtidSet(
        column + " of '" + name() + "'", row.textOrEmpty(column), MariaDbGtidSet::parse);
  }

  private Optional<MariaDbGtidSet> gtids(String column) {
    return gtidSet(column).asOptional().map(MariaDbGtidSet.class::cast);
  }

  private Observed<Long> heartbeats() {
    OptionalLong count = row.number("Slave_received_heartbeats");
    return count.isPresent()
        ? Observed.known(count.getAsLong())
        : Observed.absent("the server prints no Slave_received_heartbeats");
  }

  private Observed<Duration> heartbeatPeriod() {
    String seconds = row.textOrEmpty("Slave_heartbeat_period");
    try {
      return Observed.known(
          Duration.ofMillis(new BigDecimal(seconds).movePointRight(3).longValue()));
    } catch (NumberFormatException e) {
      return Observed.unknown("Slave_heartbeat_period is \"" + seconds + "\"");
    }
  }
}
