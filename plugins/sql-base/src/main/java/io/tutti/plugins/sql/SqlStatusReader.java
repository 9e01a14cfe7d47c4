package io.tutti.plugins.sql;

import io.tutti.model.FlavorVersion;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.model.ScheduledEvents;
import io.tutti.model.ServerProgress;
import io.tutti.model.ServerVersion;
import io.tutti.model.Settings;
import io.tutti.model.TableCensus;
import io.tutti.spi.Deadline;
import io.tutti.spi.HeartbeatTable;
import io.tutti.spi.StatusReader;
import io.tutti.spi.Target;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The reading skeleton: learns once per connection which variables exist, asks all questions in one
 * packet, and turns the answers into facts.
 */
final class SqlStatusReader implements StatusReader {
  /** A plugin of the server may be loaded while we are connected, and brings variables. */
  private static final Duration LEARN_AGAIN_AFTER = Duration.ofSeconds(60);

  /** What changes slowly and costs more is asked for this often. */
  private static final Duration ASK_SELDOM_AFTER = Duration.ofMinutes(5);

  /** Counters that the shared facts are made of, whatever the flavor wants beside them. */
  private static final Set<String> SHARED_COUNTERS =
      Set.of(
          "Uptime",
          "Connections",
          "Rpl_semi_sync_master_status",
          "Rpl_semi_sync_master_clients",
          "Rpl_semi_sync_master_no_times",
          "Rpl_semi_sync_master_no_tx",
          "Rpl_semi_sync_master_wait_sessions",
          "Rpl_semi_sync_master_yes_tx",
          "Rpl_semi_sync_slave_status",
          "Rpl_semi_sync_source_status",
          "Rpl_semi_sync_source_clients",
          "Rpl_semi_sync_source_no_times",
          "Rpl_semi_sync_source_no_tx",
          "Rpl_semi_sync_source_wait_sessions",
          "Rpl_semi_sync_source_yes_tx",
          "Rpl_semi_sync_replica_status");

  /** Filters and each connection's mode are shown there. */
  private static final List<String> SETTINGS_SHOWN_IN =
      List.of(SharedQuestions.REPLICA_STATUS, SharedQuestions.BINLOG_POSITION);

  private static final List<String> REPLICAS_SHOWN_IN =
      List.of(SharedQuestions.REGISTERED_REPLICAS, SharedQuestions.DUMP_THREADS);

  private final Target target;
  private final Dialect dialect;
  private final SessionHolder sessions;
  private final QueryBatch queryBatch;
  private final Clock clock;
  private final Memory memory = new Memory();
  private Optional<Learned> learned = Optional.empty();
  private Observed<TableCensus> tables = Observed.unknown("it was not read yet");
  private Instant seldomDue = Instant.MIN;
  private final PolledEvents polledEvents = new PolledEvents();
  private final PolledXa polledXa = new PolledXa();

  /** What was learned over one connection: it holds until the next one. */
  private record Learned(
      long generation,
      Instant at,
      ServerVersion version,
      LearnedVariables variables,
      Question counters,
      List<Question> questions,
      List<Question> seldom,
      List<Question> ofStuckCommits) {

    boolean isAskingCountersLast() {
      return !questions.contains(counters);
    }
  }

  SqlStatusReader(
      Target target, Dialect dialect, SessionHolder sessions, QueryBatch queryBatch, Clock clock) {
    this.target = target;
    this.dialect = dialect;
    this.sessions = sessions;
    this.queryBatch = queryBatch;
    this.clock = clock;
  }

  @Override
  public InstanceState read(List<HeartbeatTable> heartbeats, Deadline deadline) {
    Learned known = learn(deadline);
    String session = sessions.session(deadline).name();
    Instant now = clock.instant();
    boolean isSeldomDue = !now.isBefore(seldomDue);
    Question xaRecover = dialect.xaRecover(known.version());
    List<Question> polled = new ArrayList<>(polledEvents.questions(known.generation(), now));
    polled.addAll(polledXa.questions(xaRecover, now));
    List<Question> questions = questions(known, heartbeats, isSeldomDue, polled);
    long beganNanos = System.nanoTime();
    Answers answers = withStuckCommits(known, queryBatch.ask(questions, deadline), deadline);
    Observed<Row> settings = answers.row(SharedQuestions.SETTINGS, "no row");
    if (!(settings instanceof Observed.Known<Row>(Row row))) {
      // Without the settings nothing else can be interpreted; perhaps a variable has gone.
      learned = Optional.empty();
      throw queryBatch.failure(
          known.variables().question(), answers.rows(SharedQuestions.SETTINGS));
    }
    Reading reading = reading(known, row, answers, heartbeats);
    if (isSeldomDue) {
      tables = dialect.tables(reading);
      seldomDue = clock.instant().plus(ASK_SELDOM_AFTER);
    }
    Observed<ScheduledEvents> events =
        polledEvents.read(
            answers,
            known.generation(),
            now,
            dialect.operatingGrants(known.version()).of(Work.EVENTS));
    Reading whole = known.isAskingCountersLast() ? withCounters(known, reading, deadline) : reading;
    Duration took = Duration.ofNanos(System.nanoTime() - beganNanos);
    SharedFacts facts = new SharedFacts(whole);
    InstanceState state =
        state(known, whole, facts, facts.startedAt(took, sessions.ifStillOpen(session)), events)
            .withPrepared(polledXa.read(answers, xaRecover, now));
    if (polledEvents.isOutdated()) {
      sessions.abandon();
    }
    return state;
  }

  @Override
  public ServerProgress readProgress(Deadline deadline) {
    Learned known = learn(deadline);
    List<Question> questions =
        known.questions().stream()
            .filter(question -> dialect.progressQuestions().contains(question.key()))
            .toList();
    Answers answers = queryBatch.ask(questions, deadline);
    if (!(answers.row(SharedQuestions.SETTINGS, "no row")
        instanceof Observed.Known<Row>(Row row))) {
      throw queryBatch.failure(
          known.variables().question(), answers.rows(SharedQuestions.SETTINGS));
    }
    Reading reading = reading(known, row, answers, List.of());
    SharedFacts facts = new SharedFacts(reading);
    return new ServerProgress(
        known.version(),
        dialect.gtid(reading),
        facts.binlog().position(),
        dialect.channels(reading),
        facts.writeProtection());
  }

  private static List<Question> questions(
      Learned known, List<HeartbeatTable> heartbeats, boolean isSeldomDue, List<Question> events) {
    if (heartbeats.isEmpty() && !isSeldomDue && events.isEmpty()) {
      return known.questions();
    }
    List<Question> questions = new ArrayList<>(known.questions());
    heartbeats.forEach(table -> questions.add(Heartbeats.question(table)));
    if (isSeldomDue) {
      questions.addAll(known.seldom());
    }
    questions.addAll(events);
    return questions;
  }

  /** Whoever writes the binlog holds what the server needs to say where it ends. */
  private Answers withStuckCommits(Learned known, Answers answers, Deadline deadline) {
    return known.questions().stream()
            .filter(question -> question.key().equals(SharedQuestions.BINLOG_POSITION))
            .anyMatch(question -> answers.stalled().contains(question.title()))
        ? answers.with(queryBatch.ask(known.ofStuckCommits(), deadline))
        : answers;
  }

  /** Counters that may hurt are asked for only when all else is known. */
  private Reading withCounters(Learned known, Reading reading, Deadline deadline) {
    Answers answers =
        dialect
            .counterRefusal(reading)
            .map(why ->
                reading
                    .answers()
                    .with(SharedQuestions.COUNTERS, Observed.unknown("SHOW GLOBAL STATUS " + why)))
            .orElseGet(
                () -> reading.answers().with(queryBatch.ask(List.of(known.counters()), deadline)));
    return reading.withAnswers(answers);
  }

  private Learned learn(Deadline deadline) {
    SqlSession unused = sessions.session(deadline);
    if (learned.isPresent()
        && learned.get().generation() == sessions.generation()
        && clock.instant().isBefore(learned.get().at().plus(LEARN_AGAIN_AFTER))) {
      return learned.get();
    }
    if (learned.filter(old -> old.generation() == sessions.generation()).isEmpty()) {
      seldomDue = Instant.MIN;
    }
    Rows all =
        queryBatch.require(SharedQuestions.allVariables(dialect.hangingVariables()), deadline);
    LearnedVariables variables = LearnedVariables.of(all, dialect.settings());
    ServerVersion version = ServerVersion.parse(variables.find("version").orElse("0.0.0"));
    List<Question> questions = new ArrayList<>();
    questions.add(variables.question());
    Set<String> counters = new TreeSet<>(dialect.counters());
    counters.addAll(SHARED_COUNTERS);
    Question counterQuestion = SharedQuestions.counters(counters);
    if (!dialect.asksCountersLast(version)) {
      questions.add(counterQuestion);
    }
    questions.addAll(dialect.questions(version, variables));
    Learned fresh =
        new Learned(
            sessions.generation(),
            clock.instant(),
            version,
            variables,
            counterQuestion,
            List.copyOf(questions),
            dialect.seldomQuestions(version, variables),
            dialect.stuckCommits(version, variables));
    learned = Optional.of(fresh);
    return fresh;
  }

  private Reading reading(
      Learned known, Row settings, Answers answers, List<HeartbeatTable> heartbeats) {
    Instant serverTime = Times.parse(settings.textOrEmpty("now"));
    int zoneSeconds = (int) settings.number("zone_seconds").orElse(0);
    Settings values = known.variables().settings(settings, memory);
    return new Reading(
        known.version(),
        withPersisted(withHanging(values, answers), answers),
        answers,
        ZoneOffset.ofTotalSeconds(zoneSeconds),
        serverTime,
        Instant.ofEpochSecond(settings.number("clock_seconds").orElseThrow(), serverTime.getNano()),
        heartbeats,
        memory);
  }

  private Settings withHanging(Settings settings, Answers answers) {
    return answers
        .rows(SharedQuestions.HANGING_SETTINGS)
        .asOptional()
        .filter(rows -> !rows.isEmpty())
        .map(rows ->
            memory.derived(
                SharedQuestions.HANGING_SETTINGS,
                List.of(settings, rows),
                () -> settings.with(rows.all().getFirst().byLabel())))
        .orElse(settings);
  }

  private Settings withPersisted(Settings settings, Answers answers) {
    Observed<Rows> persisted = answers.rows(SharedQuestions.PERSISTED);
    Observed<Rows> sinceStart = answers.rows(SharedQuestions.SET_SINCE_START);
    if (persisted instanceof Observed.Absent<Rows>) {
      return sinceStart.isKnown() ? settings.withSetSinceStart(names(sinceStart)) : settings;
    }
    if (persisted instanceof Observed.Known<Rows>(Rows kept)
        && sinceStart instanceof Observed.Known<Rows>(Rows set)) {
      return memory.derived(
          SharedQuestions.PERSISTED,
          List.of(settings, kept, set),
          () -> withPersisted(settings, persisted, sinceStart));
    }
    return withPersisted(settings, persisted, sinceStart);
  }

  private static Settings withPersisted(
      Settings settings, Observed<Rows> persisted, Observed<Rows> sinceStart) {
    return settings
        .withPersisted(
            settings.flag("persisted_globals_load").is(false)
                ? Observed.absent("persisted_globals_load is OFF: what it keeps is not read")
                : persisted.map(SqlStartKeeping::kept))
        .withSetSinceStart(names(sinceStart));
  }

  private static Observed<SortedSet<String>> names(Observed<Rows> sinceStart) {
    return sinceStart.map(rows -> {
      SortedSet<String> names = new TreeSet<>();
      rows.all().forEach(row -> names.add(row.textOrEmpty("name")));
      return names;
    });
  }

  private Settings settings(Reading reading) {
    return reading.madeOf(
        SETTINGS_SHOWN_IN,
        "settings",
        () -> {
          Map<String, String> more = new TreeMap<>(dialect.channelSettings(reading));
          more.putAll(ShownFilters.of(reading));
          return more.isEmpty() ? reading.settings() : reading.settings().with(more);
        });
  }

  private InstanceState state(
      Learned known,
      Reading reading,
      SharedFacts facts,
      Observed<ProcessStart> startedAt,
      Observed<ScheduledEvents> events) {
    return new InstanceState(
        target.address(),
        new FlavorVersion(
            dialect.flavor(),
            known.version(),
            known.variables().find("version_comment").orElse("")),
        clock.instant(),
        facts.identity(dialect.fingerprint(reading)),
        facts.writeProtection(),
        facts.binlog(),
        dialect.gtid(reading),
        facts.durability(),
        dialect.parallel(reading),
        facts.semiSync(),
        facts.uptime(),
        settings(reading),
        facts.counters().map(read -> read.meaning(dialect.threadCounts(read))),
        dialect.channels(reading),
        reading.madeOf(REPLICAS_SHOWN_IN, "replicas", () -> ReplicaHints.read(reading)),
        reading.answers().stalled(),
        tables,
        startedAt,
        events,
        dialect.group(known.variables(), reading),
        Observed.absent("it is not claimed"),
        Observed.unknown("it was not read yet"));
  }
}
