package io.tutti.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * All that one reading of a server reported, immutable. What could be derived is a method, never a
 * field.
 *
 * @param address where it was reached
 * @param observedAt when the reading ended, by the controller's clock
 * @param uptime how long the server process runs
 * @param settings the replication-related system variables, raw
 * @param channels one for each source; empty on a server that replicates from nobody
 * @param replicas traces of replicas below it
 * @param stalledStatements statements that did not answer in time and are left out until their next
 *     try
 * @param tables which tables are written; unknown where nobody asked
 * @param startedAt when the server process began, by its own clock
 * @param events of its scheduler, as they were some seconds before at most
 * @param group absent on a server that is in none
 * @param claim that this controller may fail it over by itself; absent where it may not
 * @param prepared by XA, and not ended, as it was some seconds before at most
 */
public record InstanceState(
    InstanceAddress address,
    FlavorVersion version,
    Instant observedAt,
    ServerIdentity identity,
    WriteProtection writeProtection,
    BinlogState binlog,
    GtidState gtid,
    Durability durability,
    ParallelSettings parallel,
    SemiSync semiSync,
    Observed<Duration> uptime,
    Settings settings,
    Observed<StatusCounters> counters,
    Observed<List<Channel>> channels,
    Observed<List<ReplicaHint>> replicas,
    List<String> stalledStatements,
    Observed<TableCensus> tables,
    Observed<ProcessStart> startedAt,
    Observed<ScheduledEvents> events,
    Observed<GroupMembership> group,
    Observed<Claim> claim,
    Observed<List<PreparedTransaction>> prepared) {
  public InstanceState {
    channels = channels.map(List::copyOf);
    replicas = replicas.map(List::copyOf);
    stalledStatements = List.copyOf(stalledStatements);
    // States that an older controller stored have none.
    tables = Objects.requireNonNullElse(tables, Observed.unknown("it was not read"));
    startedAt = Objects.requireNonNullElse(startedAt, Observed.unknown("it was not read"));
    events = Objects.requireNonNullElse(events, Observed.unknown("they were not read"));
    group = Objects.requireNonNullElse(group, Observed.unknown("it was not read"));
    claim = Objects.requireNonNullElse(claim, Observed.absent("it is not claimed"));
    prepared = Objects.requireNonNullElse(prepared, Observed.unknown("it was not read"));
    prepared = prepared.map(List::copyOf);
  }

  /** Of a server that is in no group. */
  public InstanceState(
      InstanceAddress address,
      FlavorVersion version,
      Instant observedAt,
      ServerIdentity identity,
      WriteProtection writeProtection,
      BinlogState binlog,
      GtidState gtid,
      Durability durability,
      ParallelSettings parallel,
      SemiSync semiSync,
      Observed<Duration> uptime,
      Settings settings,
      Observed<StatusCounters> counters,
      Observed<List<Channel>> channels,
      Observed<List<ReplicaHint>> replicas,
      List<String> stalledStatements,
      Observed<TableCensus> tables,
      Observed<ProcessStart> startedAt,
      Observed<ScheduledEvents> events) {
    this(
        address,
        version,
        observedAt,
        identity,
        writeProtection,
        binlog,
        gtid,
        durability,
        parallel,
        semiSync,
        uptime,
        settings,
        counters,
        channels,
        replicas,
        stalledStatements,
        tables,
        startedAt,
        events,
        Observed.absent("it is in no group"),
        Observed.absent("it is not claimed"),
        Observed.unknown("it was not read"));
  }

  /**
   * How far its clock is ahead of the controller's, negative where it is behind; exact to a second
   * and the time of a reading. It shows when its process began, by its own clock, and how long that
   * is ago.
   */
  public Optional<Duration> clockAhead() {
    return startedAt
        .asOptional()
        .flatMap(began -> uptime.asOptional().map(began.latest()::plus))
        .map(own -> Duration.between(observedAt, own));
  }

  /**
   * The channels, or none where they could not be read: for display and search, not for decisions.
   */
  public List<Channel> knownChannels() {
    return channels.asOptional().orElse(List.of());
  }

  /** Empty also where they could not be read. */
  public Optional<Channel> channel(String name) {
    return knownChannels().stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** The same, replicating over those. */
  public InstanceState withChannels(List<Channel> others) {
    return with(Observed.known(others), group, claim, prepared);
  }

  /** The same, of that group. */
  public InstanceState withGroup(Observed<GroupMembership> other) {
    return with(channels, other, claim, prepared);
  }

  /** The same, so claimed. */
  public InstanceState withClaim(Observed<Claim> other) {
    return with(channels, group, other, prepared);
  }

  /** The same, with those transactions prepared. */
  public InstanceState withPrepared(Observed<List<PreparedTransaction>> other) {
    return with(channels, group, claim, other);
  }

  private InstanceState with(
      Observed<List<Channel>> channels,
      Observed<GroupMembership> group,
      Observed<Claim> claim,
      Observed<List<PreparedTransaction>> prepared) {
    return new InstanceState(
        address,
        version,
        observedAt,
        identity,
        writeProtection,
        binlog,
        gtid,
        durability,
        parallel,
        semiSync,
        uptime,
        settings,
        counters,
        channels,
        replicas,
        stalledStatements,
        tables,
        startedAt,
        events,
        group,
        claim,
        prepared);
  }

  /**
   * How often it was asked to start threads of replication since its process began, by whomever.
   */
  public Observed<Long> startsAsked() {
    return counters.flatMap(known -> known.threads().starts());
  }

  /** How often it was asked to stop threads of replication since its process began, by whomever. */
  public Observed<Long> stopsAsked() {
    return counters.flatMap(known -> known.threads().stops());
  }

  /** Whether clients can connect over TLS; unknown where the server does not show. */
  public Observed<Boolean> offersTls() {
    return settings
        .text("have_ssl")
        .asOptional()
        .map(text -> text.toUpperCase(Locale.ROOT))
        .<Observed<Boolean>>map(text ->
            switch (text) {
              case "YES" -> Observed.known(true);
              case "NO", "DISABLED" -> Observed.known(false);
              default -> Observed.unknown("have_ssl is \"" + text + "\"");
            })
        .orElse(Observed.unknown("the server does not report whether it offers TLS"));
  }

  /** Whether it replicates from somebody, running or not. */
  public Observed<Boolean> isReplica() {
    return channels.map(list -> !list.isEmpty());
  }
}
