package io.tutti.plugins.mysql;

import io.tutti.model.CounterInterval;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.TableCensus;
import io.tutti.spi.advice.Advice;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.AdviceRule;
import io.tutti.spi.advice.Premise;
import io.tutti.spi.advice.Situation;
import java.util.List;
import java.util.Locale;

/** Whether what a source tracks by write sets is worth anything to those below it. */
final class WriteSetAdvice {
  private static final String TRACKING = "binlog_transaction_dependency_tracking";
  private static final String EXTRACTION = "transaction_write_set_extraction";
  private static final String HISTORY = "binlog_transaction_dependency_history_size";

  /** The largest value that every release takes. */
  private static final long HISTORY_MAX = 1_000_000;

  private static final long WRITES_MIN = 1_000;

  private WriteSetAdvice() {}

  static List<AdviceRule> rules() {
    return List.of(
        AdviceRule.of(AdviceCode.WRITESETS_NOT_USABLE, WriteSetAdvice::notUsable)
            .before(
                AdviceCode.WRITESETS_FALL_BACK,
                AdviceCode.WRITESET_HISTORY_TOO_SMALL,
                AdviceCode.WRITESET_SESSIONS_RECYCLED),
        AdviceRule.of(AdviceCode.WRITESETS_WRONG, WriteSetAdvice::wrong),
        AdviceRule.of(AdviceCode.WRITESETS_FALL_BACK, WriteSetAdvice::fallBack),
        AdviceRule.of(AdviceCode.WRITESET_HISTORY_TOO_SMALL, WriteSetAdvice::historyTooSmall),
        AdviceRule.of(AdviceCode.WRITESET_SESSIONS_RECYCLED, WriteSetAdvice::sessionsRecycled));
  }

  private static Premise tracked(Situation situation) {
    return Premise.given(situation.server().binlog().enabled(), on -> on)
        .and(AppliedSettings.of(situation).tracksWriteSets());
  }

  private static String trackingInWords(InstanceState server) {
    Observed<String> tracking = server.settings().text(TRACKING);
    return tracking.isKnown()
        ? TRACKING + "=" + tracking
        : "write sets, as release " + server.version().version() + " always does";
  }

  private static Observed<Advice> notUsable(Situation situation) {
    InstanceState server = situation.server();
    Observed<String> extraction = server.settings().text(EXTRACTION);
    Premise lacking =
        Premise.given(extraction, "OFF"::equalsIgnoreCase)
            .or(Premise.given(server.binlog().format(), format -> !format.equalsIgnoreCase("ROW")));
    return tracked(situation)
        .and(lacking)
        .advise(() ->
            new Advice(
                ("%s tracks by %s and has %s=%s and binlog_format=%s. Write sets are made of"
                        + " changed rows: without both it marks transactions by the order of commits"
                        + " only, and replicas run fewer in parallel than was meant.")
                    .formatted(
                        situation.name(),
                        trackingInWords(server),
                        EXTRACTION,
                        extraction,
                        server.binlog().format()),
                List.of(
                    AppliedSettings.set(server, "binlog_format = 'ROW'")
                        + (extraction.is("OFF")
                            ? "; " + AppliedSettings.set(server, EXTRACTION + " = 'XXHASH64'")
                            : "")
                        + "; sessions take it when they connect again")));
  }

  private static Observed<Advice> wrong(Situation situation) {
    InstanceState server = situation.server();
    var version = server.version().version();
    return tracked(situation)
        .and(version.isAtLeast(8, 0, 0) && version.isBefore(8, 0, 4))
        .advise(() ->
            Advice.of(
                ("%s is MySQL %s and tracks by %s. Before 8.0.4 a DELETE and a later INSERT with"
                        + " the same unique key are taken for independent (Bug#86078): a replica with"
                        + " workers may run the INSERT first and stop with a duplicate key, or"
                        + " deadlock.")
                    .formatted(situation.name(), version, trackingInWords(server)),
                "upgrade it to 8.0.4 or later",
                "until then " + AppliedSettings.set(server, TRACKING + " = 'COMMIT_ORDER'")));
  }

  private static Observed<Advice> fallBack(Situation situation) {
    InstanceState server = situation.server();
    Observed<TableCensus> tables = server.tables();
    double tablesMin = situation.threshold(AdviceCode.WRITESETS_FALL_BACK);
    return tracked(situation)
        .and(situation.hasReplicas(), has -> has)
        .and(
            Premise.given(tables, census -> census.withoutPrimaryKey() >= tablesMin)
                .or(
                    Premise.given(
                        tables.flatMap(TableCensus::foreignKeyParents),
                        count -> count >= tablesMin)))
        .advise(() ->
            Advice.of(
                ("%s tracks by %s, and %s of the %s tables that were written since its start have"
                        + " no primary key; tables that a foreign key refers to: %s. Transactions that"
                        + " write either are marked by the order of commits, unless a unique key"
                        + " helps.")
                    .formatted(
                        situation.name(),
                        trackingInWords(server),
                        tables.map(TableCensus::withoutPrimaryKey),
                        tables.map(TableCensus::tables),
                        tables.flatMap(TableCensus::foreignKeyParents)),
                "give each table a primary key: ALTER TABLE … ADD PRIMARY KEY (…)",
                "where parents of foreign keys are written often: let the application keep that"
                    + " rule, and drop the key"));
  }

  private static Observed<Advice> historyTooSmall(Situation situation) {
    InstanceState server = situation.server();
    Observed<Long> history = server.settings().number(HISTORY);
    Observed<Long> perSecond = situation.interval().flatMap(WriteSetAdvice::rowsPerSecond);
    Observed<Double> times =
        history.flatMap(size -> perSecond.map(rows -> rows / (double) Math.max(1, size)));
    return tracked(situation)
        .and(situation.hasReplicas(), has -> has)
        .and(history, size -> size < HISTORY_MAX)
        .and(times, emptied -> emptied > situation.threshold(AdviceCode.WRITESET_HISTORY_TOO_SMALL))
        .advise(() ->
            Advice.of(
                    ("%s changes %s rows each second and remembers %s=%s hashes, at least one for"
                            + " each row: the history is full and emptied %s times a second or more,"
                            + " and each time what follows waits on replicas for all before it.")
                        .formatted(situation.name(), perSecond, HISTORY, history, inWords(times)),
                    AppliedSettings.set(server, HISTORY + " = " + roomFor(perSecond)))
                .setting(
                    HISTORY, roomFor(perSecond), "Each hash that is remembered takes memory."));
  }

  private static String inWords(Observed<Double> times) {
    return String.format(Locale.ROOT, "%.1f", times.asOptional().orElse(0.0));
  }

  private static long roomFor(Observed<Long> perSecond) {
    return Math.min(HISTORY_MAX, 10 * perSecond.asOptional().orElse(0L));
  }

  private static Observed<Long> rowsPerSecond(CounterInterval interval) {
    long seconds = Math.max(1, interval.length().toSeconds());
    return interval
        .growthOfAll("Innodb_rows_inserted", "Innodb_rows_updated", "Innodb_rows_deleted")
        .map(rows -> rows / seconds);
  }

  private static Observed<Advice> sessionsRecycled(Situation situation) {
    InstanceState server = situation.server();
    Observed<Long> writes =
        situation
            .interval()
            .flatMap(interval ->
                interval.growthOfAll("Com_insert", "Com_update", "Com_delete", "Com_replace"));
    Observed<Long> connected =
        situation.interval().flatMap(interval -> interval.growth("Connections"));
    return tracked(situation)
        .and(server.settings().text(TRACKING), "WRITESET_SESSION"::equals)
        .and(situation.hasReplicas(), has -> has)
        .and(writes, count -> count >= WRITES_MIN)
        .and(
            writes.flatMap(count -> connected.map(fresh -> count / Math.max(1, fresh))),
            each -> each > situation.threshold(AdviceCode.WRITESET_SESSIONS_RECYCLED))
        .advise(() ->
            Advice.of(
                    ("%s has %s=WRITESET_SESSION, and lately %s statements wrote while %s"
                            + " connections were opened: connections are kept and used again. All"
                            + " transactions of one connection count as one session, and replicas run"
                            + " them one after the other.")
                        .formatted(situation.name(), TRACKING, writes, connected),
                    AppliedSettings.set(server, TRACKING + " = 'WRITESET'")
                        + ", with the commit order preserved on replicas where clients read there",
                    "or let the pool reset connections when it lends them (COM_RESET_CONNECTION;"
                        + " from 8.0.4 it begins a new session, Bug#86063)")
                .setting(
                    TRACKING,
                    "WRITESET",
                    "Clients of a replica that does not preserve the commit order may see later"
                        + " writes of a session before its earlier ones."));
  }
}
