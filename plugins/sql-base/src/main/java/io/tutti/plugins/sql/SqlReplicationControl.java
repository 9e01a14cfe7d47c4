package io.tutti.plugins.sql;

import io.tutti.error.OrchestratorException;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.Observed;
import io.tutti.model.ScheduledEvents;
import io.tutti.model.ServerAccount;
import io.tutti.model.ServerVersion;
import io.tutti.spi.AccountGrant;
import io.tutti.spi.AckControl;
import io.tutti.spi.ApplierWaits;
import io.tutti.spi.Capability;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.EventControl;
import io.tutti.spi.GapClosing;
import io.tutti.spi.GtidRestoring;
import io.tutti.spi.KnobKeeping;
import io.tutti.spi.NewSource;
import io.tutti.spi.Reconnecting;
import io.tutti.spi.Refetching;
import io.tutti.spi.RelayLogInfoControl;
import io.tutti.spi.ReplicaAcks;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.StartKeeping;
import io.tutti.spi.Target;
import io.tutti.spi.TouchedTables;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.ChannelOptions;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Executes the statements of the {@link Dialect}. What not every flavor can it gives only where the
 * flavor declares it.
 */
final class SqlReplicationControl implements ReplicationControl {
  private static final Question SHOW_GRANTS = ControlSession.question("SHOW GRANTS", "");
  private static final Pattern ACCOUNT =
      Pattern.compile("'(%s|%s)'".formatted(Attachment.USER, Attachment.PASSWORD));

  private final Dialect dialect;
  private final ControlSession session;
  private final SqlKnobControl knobs;
  private final Target target;

  SqlReplicationControl(Dialect dialect, SessionHolder sessions, Target target) {
    this.dialect = dialect;
    this.session = new ControlSession(sessions);
    this.knobs = new SqlKnobControl(dialect, session);
    this.target = target;
  }

  @Override
  public void requirePrivileges(ControlNeeds needs, Deadline deadline) {
    ServerVersion version = session.version(deadline);
    OperatingGrants grants = dialect.operatingGrants(version);
    Set<String> wanted = new LinkedHashSet<>();
    if (needs.threads()) {
      wanted.add(grants.of(Work.THREADS));
    }
    needs.set().forEach(knob -> wanted.add(grants.forKnob(knob)));
    needs.forgotten().forEach(knob -> wanted.add(grants.forForgetting(knob)));
    switch (needs.skip()) {
      case NONE -> {}
      case BY_GTID -> wanted.add(grants.of(Work.SKIP_BY_GTID));
      case NEXT -> wanted.add(grants.of(Work.SKIP_NEXT));
    }
    if (needs.binlogs()) {
      wanted.add(grants.of(Work.WIPE));
    }
    HeldPrivileges held =
        HeldPrivileges.of(session.run(SHOW_GRANTS, deadline, "Nothing was changed."));
    HeldPrivileges.requireNone(
        wanted.stream()
            .flatMap(grant -> Arrays.stream(grant.split("; ")))
            .distinct()
            .filter(grant -> held.surelyLack(grant, grants))
            .toList(),
        new HeldPrivileges.Account(dialect.flavor(), version, target, session.account(deadline)),
        HeldPrivileges.LACKS);
  }

  @Override
  public Observed<List<AccountGrant>> lacked(List<AccountGrant> wanted, Deadline deadline) {
    return HeldPrivileges.of(session.run(SHOW_GRANTS, deadline, "Nothing was changed."))
        .lacked(wanted, dialect.operatingGrants(session.version(deadline)));
  }

  @Override
  public Observed<ServerAccount> account(Deadline deadline) {
    return Observed.known(session.account(deadline));
  }

  @Override
  public Observed<List<String>> hostsOf(String user, Deadline deadline) {
    try {
      return Observed.known(
          session
              .run(
                  ControlSession.question(
                      "SELECT Host AS host FROM mysql.user WHERE User = %s ORDER BY Host"
                          .formatted(SqlNames.quoted(user)),
                      OperatingGrants.ACCOUNTS),
                  deadline,
                  "Nothing was changed.")
              .all()
              .stream()
              .map(row -> row.textOrEmpty("host"))
              .toList());
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  @Override
  public ChannelOptions optionsOf(String channel, Deadline deadline) {
    return dialect.channelOptions(
        session.version(deadline),
        channel,
        question -> session.run(question, deadline, "Nothing was changed."));
  }

  @Override
  public void start(ReplicationThread thread, String channel, Deadline deadline) {
    ofThreads(
        statements -> statements.start(thread, channel),
        deadline,
        "The %s%s may have started, or may still start."
            .formatted(name(thread), Channel.ofChannel(channel)));
  }

  @Override
  public void startUntil(BinlogPosition place, String channel, Deadline deadline) {
    ofThreads(
        statements -> statements.startUntil(place, channel),
        deadline,
        "The applier%s may have started, or may still start."
            .formatted(Channel.ofChannel(channel)));
  }

  @Override
  public void stop(ReplicationThread thread, String channel, Deadline deadline) {
    ofThreads(
        statements -> statements.stop(thread, channel),
        deadline,
        ("The %s%s was asked to stop and stops by itself when what it waits for is over; until"
                + " then it counts as running.")
            .formatted(name(thread), Channel.ofChannel(channel)));
  }

  private void ofThreads(
      Function<ReplicationStatements, String> statement, Deadline deadline, String left) {
    ServerVersion version = session.version(deadline);
    session.run(
        ControlSession.question(
            statement.apply(dialect.statements(version)),
            dialect.operatingGrants(version).of(Work.THREADS)),
        deadline,
        left);
  }

  @Override
  public void skipTransaction(Gtid gtid, String channel, Deadline deadline) {
    ServerVersion version = session.version(deadline);
    String grant = dialect.operatingGrants(version).of(Work.SKIP_BY_GTID);
    session.inOneSession(
        dialect.statements(version).skipTransaction(gtid).stream()
            .map(sql -> ControlSession.question(sql, grant))
            .toList(),
        deadline,
        "Whether " + gtid + " counts as applied is not known; read it.");
  }

  @Override
  public void skipNext(int count, String channel, Deadline deadline) {
    ServerVersion version = session.version(deadline);
    String grant = dialect.operatingGrants(version).of(Work.SKIP_NEXT);
    session.inOneSession(
        dialect.statements(version).skipNext(count, channel).stream()
            .map(sql -> ControlSession.question(sql, grant))
            .toList(),
        deadline,
        "Whether the applier%s would skip its next transaction is not known."
            .formatted(Channel.ofChannel(channel)));
  }

  @Override
  public void goOnAt(BinlogPosition place, String channel, Deadline deadline) {
    ofThreads(
        statements -> statements.goOnAt(place, channel),
        deadline,
        "Whether the channel continues at %s is not known; read it.".formatted(place));
  }

  @Override
  public void attach(Attachment way, Credentials as, Deadline deadline) {
    Vouched.require(target, "replicate from " + way.source());
    ServerVersion version = session.version(deadline);
    OperatingGrants grants = dialect.operatingGrants(version);
    String grant =
        grants.of(Work.THREADS) + "; " + grants.of(Work.WIPE) + "; " + grants.of(Work.SKIP_BY_GTID);
    session.inOneSession(
        way.statements().stream()
            .map(shown ->
                new Question("control", shown, withAccount(shown, as, version), grant).withSecret())
            .toList(),
        deadline,
        "Whether it would replicate from %s is not known; read it.".formatted(way.source()));
  }

  @Override
  public void keepAccount(Credentials as, String channel, Deadline deadline) {
    Vouched.require(target, "be given a password");
    ServerVersion version = session.version(deadline);
    String shown = dialect.statements(version).keepAccount(channel);
    session.run(
        new Question(
            "control",
            shown,
            withAccount(shown, as, version),
            dialect.operatingGrants(version).of(Work.THREADS)),
        deadline,
        "Whether the channel keeps the account is not known.");
  }

  private String withAccount(String shown, Credentials as, ServerVersion version) {
    return ACCOUNT
        .matcher(shown)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                found.group(1).equals(Attachment.USER)
                    ? SqlNames.quoted(as.user())
                    : SqlNames.quoted(as.password()) + dialect.linkOptions(version)));
  }

  @Override
  public void follow(NewSource source, String channel, Deadline deadline) {
    ofThreads(
        statements -> statements.follow(source, channel),
        deadline,
        "Whether the channel replicates from %s is not known; read it.".formatted(source));
  }

  @Override
  public void endChannel(String channel, Deadline deadline) {
    ServerVersion version = session.version(deadline);
    session.run(
        ControlSession.question(
            dialect.statements(version).endChannel(channel),
            dialect.operatingGrants(version).of(Work.WIPE)),
        deadline,
        "Whether the channel is gone is not known; read it.");
  }

  @Override
  public void wipeBinlogs(Deadline deadline) {
    ServerVersion version = session.version(deadline);
    session.run(
        ControlSession.question(
            dialect.statements(version).wipeBinlogs(),
            dialect.operatingGrants(version).of(Work.WIPE)),
        deadline,
        "Whether the binlogs are gone is not known; read it.");
  }

  @Override
  public Observed<List<String>> withoutTransactions(TouchedTables tables, Deadline deadline) {
    return new EngineReading(
            (sql, grant) ->
                session.run(ControlSession.question(sql, grant), deadline, "Nothing was changed."),
            dialect.operatingGrants(session.version(deadline)),
            session.account(deadline))
        .withoutTransactions(tables);
  }

  @Override
  public Observed<ScheduledEvents> events(Deadline deadline) {
    Observed<ScheduledEvents> read = readEvents(deadline);
    boolean isNone = read.asOptional().filter(events -> events.all().isEmpty()).isPresent();
    if (!isNone || session.isRenewed()) {
      return read;
    }
    // So it shows a session that began before the privilege was granted.
    session.renew(deadline);
    return readEvents(deadline);
  }

  private Observed<ScheduledEvents> readEvents(Deadline deadline) {
    return ReplicatedEvents.read(
        sql -> session.run(ControlSession.question(sql, ""), deadline, "Nothing was changed."),
        dialect.operatingGrants(session.version(deadline)).of(Work.EVENTS),
        session.account(deadline));
  }

  @Override
  public Optional<AckControl> ackControl() {
    return Optional.of(new SqlAckControl(dialect, session, target));
  }

  @Override
  public Optional<EventControl> eventControl() {
    return Optional.of(new SqlEventControl(dialect, session, target));
  }

  @Override
  public void set(KnobSetting setting, Deadline deadline) {
    knobs.set(setting, deadline);
  }

  @Override
  public KnobReading read(ServerKnob knob, String channel, Deadline deadline) {
    return knobs.read(knob, channel, deadline);
  }

  @Override
  public Optional<ReplicaAcks> replicaAcks() {
    return dialect.replicaAcks().map(names -> new SqlReplicaAcks(names, dialect, session));
  }

  @Override
  public Optional<Reconnecting> reconnecting() {
    return dialect.reconnecting().map(words -> new SqlReconnecting(words, dialect, session));
  }

  @Override
  public Optional<ApplierWaits> applierWaits() {
    return dialect.applierWaits().map(table -> new SqlApplierWaits(table, session));
  }

  @Override
  public Optional<StartKeeping> startKeeping() {
    return role(Capability.PERSISTED_SETTINGS, new SqlStartKeeping(dialect, session, target));
  }

  @Override
  public Optional<KnobKeeping> knobKeeping() {
    return role(Capability.PERSISTED_SETTINGS, knobs);
  }

  @Override
  public Optional<GapClosing> gapClosing() {
    return role(Capability.WORKER_CHECKPOINTS, this::startUntilGapsAreClosed);
  }

  private void startUntilGapsAreClosed(String channel, Deadline deadline) {
    ofThreads(
        statements -> statements.startUntilGapsAreClosed(channel).orElseThrow(this::undeclared),
        deadline,
        "The applier%s may have started, or may still start."
            .formatted(Channel.ofChannel(channel)));
  }

  @Override
  public Optional<Refetching> refetching() {
    return role(Capability.UUID_GTID, this::dropReceived);
  }

  private void dropReceived(String channel, Deadline deadline) {
    ofThreads(
        statements -> statements.dropReceived(channel).orElseThrow(this::undeclared),
        deadline,
        "The relay logs%s may have been dropped; what was not applied is fetched again."
            .formatted(Channel.ofChannel(channel)));
  }

  @Override
  public Optional<GtidRestoring> gtidRestoring() {
    return role(Capability.UUID_GTID, this::restoreExecuted);
  }

  private void restoreExecuted(GtidSet executed, Deadline deadline) {
    ServerVersion version = session.version(deadline);
    session.run(
        ControlSession.question(
            dialect.statements(version).restoreExecuted(executed).orElseThrow(this::undeclared),
            dialect.operatingGrants(version).of(Work.SKIP_BY_GTID)),
        deadline,
        "Whether it counts as executed is not known; read it.");
  }

  @Override
  public Optional<RelayLogInfoControl> relayLogInfo() {
    return role(Capability.RELAY_LOG_INFO_RESET, new SqlRelayLogInfoControl(dialect, session));
  }

  private <R> Optional<R> role(Capability declared, R role) {
    return dialect.capabilities().contains(declared) ? Optional.of(role) : Optional.empty();
  }

  private IllegalStateException undeclared() {
    return new IllegalStateException(
        dialect.flavor() + " declares what its statements do not have");
  }

  private static String name(ReplicationThread thread) {
    return switch (thread) {
      case RECEIVER -> "receiver";
      case APPLIER -> "applier";
      case BOTH -> "receiver or the applier";
    };
  }
}
