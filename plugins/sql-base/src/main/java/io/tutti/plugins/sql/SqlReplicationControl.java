package io.tutti.plugins.sql;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.spi.BarredApplier;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.NewSource;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.ScheduledEvents;
import io.tutti.spi.Target;
import io.tutti.spi.TouchedTables;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.knob.KnobKind;
import io.tutti.spi.knob.KnobReading;
import io.tutti.spi.knob.KnobScope;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Executes the statements of the {@link Dialect}, each until the caller's deadline. A statement
 * that is not answered by then costs the connection; its thread in the server is killed from the
 * next one, which takes back neither a START nor a STOP.
 */
final class SqlReplicationControl implements ReplicationControl {
  private static final Question VERSION = SharedQuestions.variables("version", Set.of("version"));

  private static final Question SHOW_GRANTS = question("SHOW GRANTS", "");

  private final Dialect dialect;
  private final SessionHolder sessions;
  private final Target target;

  SqlReplicationControl(Dialect dialect, SessionHolder sessions, Target target) {
    this.dialect = dialect;
    this.sessions = sessions;
    this.target = target;
  }

  @Override
  public void requirePrivileges(ControlNeeds needs, Deadline deadline) {
    OperatingGrants grants = dialect.operatingGrants(version(deadline));
    Set<String> wanted = new LinkedHashSet<>();
    if (needs.threads()) {
      wanted.add(grants.forThreads());
    }
    needs.set().forEach(knob -> wanted.add(grants.forKnob(knob)));
    needs.forgotten().forEach(knob -> wanted.add(grants.forForgetting(knob)));
    switch (needs.skip()) {
      case NONE -> {}
      case BY_GTID -> wanted.add(grants.forSkippingByGtid());
      case NEXT -> wanted.add(grants.forSkippingNext());
    }
    if (needs.binlogs()) {
      wanted.add(grants.forWipingBinlogs());
    }
    HeldPrivileges held = HeldPrivileges.of(run(SHOW_GRANTS, deadline, "Nothing was changed."));
    HeldPrivileges.requireNone(
        wanted.stream()
            .flatMap(grant -> Arrays.stream(grant.split("; ")))
            .distinct()
            .filter(held::surelyLack),
        target,
        HeldPrivileges.LACKS);
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
  public void startUntilGapsAreClosed(String channel, Deadline deadline) {
    ofThreads(
        statements -> statements.startUntilGapsAreClosed(channel),
        deadline,
        "The applier%s may have started, or may still start."
            .formatted(Channel.ofChannel(channel)));
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
  public void dropReceived(String channel, Deadline deadline) {
    ofThreads(
        statements -> statements.dropReceived(channel),
        deadline,
        "The relay logs%s may have been dropped; what was not applied is fetched again."
            .formatted(Channel.ofChannel(channel)));
  }

  @Override
  public BarredApplier.Standing readBarred(Deadline deadline) {
    return BarredReading.of(
        (sql, grant) -> run(question(sql, grant), deadline, "Nothing was changed."),
        dialect.operatingGrants(version(deadline)).forBarred());
  }

  @Override
  public void actOnBarred(BarredApplier.Act act, Deadline deadline) {
    ServerVersion version = version(deadline);
    String grant = dialect.operatingGrants(version).forBarred();
    List<Question> questions =
        dialect.statements(version).barred(act).stream().map(sql -> question(sql, grant)).toList();
    inOneSession(questions, deadline, "Whether it was done is read from the server's tables.");
  }

  @Override
  public void stop(ReplicationThread thread, String channel, Deadline deadline) {
    ofThreads(
        statements -> statements.stop(thread, channel),
        deadline,
        ("The %s%s has been told to stop and stops by itself when what it waits for is over; until"
                + " then it counts as running.")
            .formatted(name(thread), Channel.ofChannel(channel)));
  }

  private void ofThreads(
      Function<ReplicationStatements, String> statement, Deadline deadline, String left) {
    ServerVersion version = version(deadline);
    run(
        question(
            statement.apply(dialect.statements(version)),
            dialect.operatingGrants(version).forThreads()),
        deadline,
        left);
  }

  @Override
  public void skipTransaction(Gtid gtid, String channel, Deadline deadline) {
    ServerVersion version = version(deadline);
    String grant = dialect.operatingGrants(version).forSkippingByGtid();
    inOneSession(
        dialect.statements(version).skipTransaction(gtid).stream()
            .map(sql -> question(sql, grant))
            .toList(),
        deadline,
        "Whether " + gtid + " counts as applied is not known; read it.");
  }

  @Override
  public void skipNext(int count, String channel, Deadline deadline) {
    ServerVersion version = version(deadline);
    String grant = dialect.operatingGrants(version).forSkippingNext();
    inOneSession(
        dialect.statements(version).skipNext(count, channel).stream()
            .map(sql -> question(sql, grant))
            .toList(),
        deadline,
        "Whether the applier%s would leave out its next transaction is not known."
            .formatted(Channel.ofChannel(channel)));
  }

  @Override
  public void goOnAt(BinlogPosition place, String channel, Deadline deadline) {
    ofThreads(
        statements -> statements.goOnAt(place, channel),
        deadline,
        "Whether the channel goes on at %s is not known; read it.".formatted(place));
  }

  @Override
  public void attach(Attachment way, Credentials as, Deadline deadline) {
    Vouched.require(target, "replicate from " + way.source());
    ServerVersion version = version(deadline);
    OperatingGrants grants = dialect.operatingGrants(version);
    String grant =
        grants.forThreads() + "; " + grants.forWipingBinlogs() + "; " + grants.forSkippingByGtid();
    inOneSession(
        way.statements().stream()
            .map(shown -> new Question("control", shown, withAccount(shown, as, version), grant))
            .toList(),
        deadline,
        "Whether it would replicate from %s is not known; read it.".formatted(way.source()));
  }

  private String withAccount(String shown, Credentials as, ServerVersion version) {
    return shown
        .replace("'" + Attachment.USER + "'", SqlNames.quoted(as.user()))
        .replace(
            "'" + Attachment.PASSWORD + "'",
            SqlNames.quoted(as.password()) + dialect.linkOptions(version));
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
    ServerVersion version = version(deadline);
    run(
        question(
            dialect.statements(version).endChannel(channel),
            dialect.operatingGrants(version).forWipingBinlogs()),
        deadline,
        "Whether the channel is gone is not known; read it.");
  }

  @Override
  public void wipeBinlogs(Deadline deadline) {
    ServerVersion version = version(deadline);
    run(
        question(
            dialect.statements(version).wipeBinlogs(),
            dialect.operatingGrants(version).forWipingBinlogs()),
        deadline,
        "Whether the binlogs are gone is not known; read it.");
  }

  @Override
  public void restoreExecuted(GtidSet executed, Deadline deadline) {
    ServerVersion version = version(deadline);
    run(
        question(
            dialect.statements(version).restoreExecuted(executed),
            dialect.operatingGrants(version).forSkippingByGtid()),
        deadline,
        "Whether it counts as executed is not known; read it.");
  }

  @Override
  public void set(KnobSetting setting, Deadline deadline) {
    change(setting, statements(setting.knob()).set(setting), deadline);
  }

  @Override
  public void persist(KnobSetting setting, Deadline deadline) {
    change(setting, statements(setting.knob()).persist(setting), deadline);
  }

  @Override
  public void forget(ServerKnob knob, Deadline deadline) {
    run(
        question(
            statements(knob).forget(knob),
            dialect.operatingGrants(knob.version()).forForgetting(knob)),
        deadline,
        "Whether " + knob + " is still kept is not known; read it.");
  }

  private void change(KnobSetting setting, List<String> statements, Deadline deadline) {
    String left = "Whether " + setting.knob() + " took the value is not known; read it.";
    String grant = grant(setting.knob());
    inOneSession(statements.stream().map(sql -> question(sql, grant)).toList(), deadline, left);
  }

  @Override
  public Observed<List<String>> withoutTransactions(TouchedTables tables, Deadline deadline) {
    return new EngineReading(
            (sql, grant) -> run(question(sql, grant), deadline, "Nothing was changed."),
            target.credentials().user())
        .withoutTransactions(tables);
  }

  @Override
  public Observed<ScheduledEvents> events(Deadline deadline) {
    return ReplicatedEvents.read(
        sql -> run(question(sql, ""), deadline, "Nothing was changed."),
        target.credentials().user());
  }

  @Override
  public KnobReading read(ServerKnob knob, String channel, Deadline deadline) {
    List<Question> questions = new ArrayList<>();
    List<String> choosing =
        knob.scope() == KnobScope.CHANNEL ? dialect.choosing(channel) : List.of();
    if (!choosing.isEmpty()) {
      questions.add(question(choosing.getFirst(), ""));
    }
    questions.add(question("SELECT @@global." + knob.serverName() + " AS value", ""));
    if (!choosing.isEmpty()) {
      questions.add(question(choosing.getLast(), ""));
    }
    String value =
        inOneSession(questions, deadline, "Nothing was changed.")
            .get(choosing.isEmpty() ? 0 : 1)
            .first()
            .orElseThrow()
            .textOrEmpty("value");
    return new KnobReading(printed(knob, value), persisted(knob, deadline));
  }

  private static String printed(ServerKnob knob, String value) {
    return knob.kind() instanceof KnobKind.Switch
        ? knob.kind().normalise(value).orElse(value)
        : value;
  }

  private Observed<String> persisted(ServerKnob knob, Deadline deadline) {
    return dialect
        .persistedSettings(knob.version())
        .map(question -> {
          for (Row row : run(question, deadline, "Nothing was changed.").all()) {
            if (knob.knob().isCalled(row.textOrEmpty("name"))) {
              return Observed.known(row.textOrEmpty("value"));
            }
          }
          return Observed.<String>absent("the server keeps no value of " + knob);
        })
        .orElse(Observed.absent("this flavor keeps no settings over a restart"));
  }

  private List<Rows> inOneSession(List<Question> questions, Deadline deadline, String left) {
    List<Rows> answers = new ArrayList<>();
    for (Question question : questions) {
      try {
        answers.add(run(question, deadline, left));
      } catch (OrchestratorException e) {
        if (questions.size() > 1) {
          // It may be left with another channel or GTID chosen.
          sessions.abandon();
        }
        throw e;
      }
    }
    return answers;
  }

  private Rows run(Question question, Deadline deadline, String left) {
    SqlSession session = sessions.session(deadline);
    try {
      return session.execute(question, deadline);
    } catch (OrchestratorException e) {
      if (e.code() == ErrorCode.STATEMENT_TIMED_OUT) {
        sessions.abandonHanging();
        throw new OrchestratorException(
            e.code(), e.target(), e.observed() + " " + left, e.remedies(), e);
      }
      if (e.code() == ErrorCode.CONNECTION_LOST) {
        sessions.abandon();
        throw new OrchestratorException(
            e.code(), e.target(), e.observed() + " " + left, e.remedies(), e);
      }
      throw e;
    }
  }

  private ReplicationStatements statements(ServerKnob knob) {
    return dialect.statements(knob.version());
  }

  private String grant(ServerKnob knob) {
    return dialect.operatingGrants(knob.version()).forKnob(knob);
  }

  /** Asked each time: the server may have been upgraded since. */
  private ServerVersion version(Deadline deadline) {
    return ServerVersion.parse(
        run(VERSION, deadline, "Nothing was changed.").first().orElseThrow().textOrEmpty("Value"));
  }

  private static Question question(String sql, String grant) {
    return Question.plain("control", sql, grant);
  }

  private static String name(ReplicationThread thread) {
    return switch (thread) {
      case RECEIVER -> "receiver";
      case APPLIER -> "applier";
      case BOTH -> "receiver or the applier";
    };
  }
}
