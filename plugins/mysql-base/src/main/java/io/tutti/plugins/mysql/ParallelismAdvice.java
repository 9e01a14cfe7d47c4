package io.tutti.plugins.mysql;

import io.tutti.model.Applier;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.TableCensus;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import io.tutti.model.WorkerCheckpoint;
import io.tutti.spi.advice.Advice;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.AdviceRule;
import io.tutti.spi.advice.Premise;
import io.tutti.spi.advice.Situation;
import java.util.List;
import java.util.Locale;

/** Whether MySQL's workers have anything that they could do at the same time. */
final class ParallelismAdvice {
  static final String FAMILY = "mysql";

  private static final String QUEUE_IS_FULL = "workers to free pending events";

  /** So much must have been applied between two readings for "never used" to mean something. */
  private static final long ROWS_MIN = 1_000;

  private ParallelismAdvice() {}

  static List<AdviceRule> rules() {
    return List.of(
        AdviceRule.of(AdviceCode.WORKERS_SHARE_ONE_SCHEMA, ParallelismAdvice::oneSchema)
            .before(AdviceCode.WORKERS_WITHOUT_WORK),
        AdviceRule.of(AdviceCode.SOURCE_MARKS_NOTHING, ParallelismAdvice::sourceMarksNothing)
            .before(AdviceCode.WORKERS_WITHOUT_WORK),
        AdviceRule.of(AdviceCode.PARALLELISM_LOST_UPSTREAM, ParallelismAdvice::lostUpstream)
            .before(AdviceCode.WORKERS_WITHOUT_WORK),
        AdviceRule.of(AdviceCode.WORKER_QUEUES_FULL, ParallelismAdvice::queuesFull),
        AdviceRule.of(AdviceCode.CHECKPOINT_GROUP_FULL, ParallelismAdvice::groupFull),
        AdviceRule.of(AdviceCode.WORKERS_WITHOUT_WORK, ParallelismAdvice::withoutWork));
  }

  private static Observed<Advice> oneSchema(Situation situation) {
    AppliedSettings applied = AppliedSettings.of(situation);
    InstanceState server = situation.server();
    return applied
        .hasSeveralWorkers()
        .and(applied.appliesBySchema())
        .and(server.tables().map(TableCensus::schemas), schemas -> schemas.size() == 1)
        .advise(() -> {
          Advice advice =
              new Advice(
                  ("%s has %s workers that share the work by schema, and all that was written since"
                          + " its start is in one schema, %s: one worker does everything.")
                      .formatted(
                          situation.name(),
                          applied.workers(),
                          server.tables().map(census -> String.join("", census.schemas()))),
                  applied.version().isAtLeast(5, 7, 2)
                      ? List.of(
                          applied.setWithApplierStopped(
                              applied.spelled("parallel_type") + " = 'LOGICAL_CLOCK'"),
                          "or spread the tables over several schemas")
                      : List.of(
                          "spread the tables over several schemas, or upgrade to 5.7 or later on"
                              + " both sides and use slave_parallel_type = 'LOGICAL_CLOCK'",
                          "else " + applied.setWithApplierStopped("slave_parallel_workers = 0")));
          return applied.version().isAtLeast(5, 7, 2)
              ? advice.setting(
                  applied.spelled("parallel_type"),
                  "LOGICAL_CLOCK",
                  "Only transactions that the source committed together run in parallel then.")
              : advice;
        });
  }

  private static Observed<Advice> sourceMarksNothing(Situation situation) {
    AppliedSettings applied = AppliedSettings.of(situation);
    return applied
        .hasSeveralWorkers()
        .and(applied.appliesByLogicalClock())
        .and(
            situation.source(),
            source -> !isOfFamily(source) || source.version().version().isBefore(5, 7, 2))
        .advise(() ->
            Advice.of(
                    ("%s has %s workers by LOGICAL_CLOCK, and its source %s is %s, which writes no"
                            + " logical times (they came with MySQL 5.7): transactions are applied one"
                            + " at a time.")
                        .formatted(
                            situation.name(),
                            applied.workers(),
                            situation.source().map(InstanceState::address),
                            situation.source().map(InstanceState::version)),
                    applied.setWithApplierStopped(
                        applied.spelled("parallel_type") + " = 'DATABASE'"),
                    "or upgrade the source")
                .setting(
                    applied.spelled("parallel_type"),
                    "DATABASE",
                    "Transactions of different schemas then commit out of order, and a crash may"
                        + " leave gaps."));
  }

  private static boolean isOfFamily(InstanceState server) {
    return server.version().flavor().startsWith(FAMILY);
  }

  private static Observed<Advice> lostUpstream(Situation situation) {
    AppliedSettings applied = AppliedSettings.of(situation);
    Observed<InstanceState> source = situation.source();
    return applied
        .hasSeveralWorkers()
        .and(applied.appliesByLogicalClock())
        .and(source, above -> isOfFamily(above) && above.version().version().isAtLeast(5, 7, 2))
        .and(source.flatMap(InstanceState::isReplica), is -> is)
        .and(source.flatMap(above -> above.binlog().logsReplicatedWrites()), logs -> logs)
        .and(source, ParallelismAdvice::marksByCommitOrder)
        .advise(() ->
            new Advice(
                ("%s has %s workers by LOGICAL_CLOCK below %s, an intermediate source that marks"
                        + " transactions by the order of its own commits (%s). Its applier commits"
                        + " fewer at a time than the server above it did, and this replica can run no"
                        + " more than that in parallel.")
                    .formatted(
                        situation.name(),
                        applied.workers(),
                        source.map(InstanceState::address),
                        source.map(ParallelismAdvice::trackingInWords)),
                source.asOptional().map(ParallelismAdvice::withWriteSets).orElse(List.of())));
  }

  private static AppliedSettings settings(InstanceState source) {
    return new AppliedSettings(source, "");
  }

  private static boolean marksByCommitOrder(InstanceState source) {
    Observed<String> tracking = settings(source).tracking();
    return tracking.is("COMMIT_ORDER")
        || (tracking instanceof Observed.Absent && source.version().version().isBefore(8, 4, 0));
  }

  private static String trackingInWords(InstanceState source) {
    Observed<String> tracking = settings(source).tracking();
    return tracking.isKnown()
        ? "binlog_transaction_dependency_tracking=" + tracking
        : "release " + source.version().version() + " knows no other way";
  }

  private static List<String> withWriteSets(InstanceState source) {
    String relocate = "or let the replica replicate from the server above " + source.address();
    if (!settings(source).tracking().isKnown()) {
      return List.of("upgrade %s to 5.7.22 or later".formatted(source.address()), relocate);
    }
    String extraction =
        source.settings().text("transaction_write_set_extraction").is("OFF")
            ? AppliedSettings.set(source, "transaction_write_set_extraction = 'XXHASH64'") + "; "
            : "";
    return List.of(
        "on %s: %s%s"
            .formatted(
                source.address(),
                extraction,
                AppliedSettings.set(source, "binlog_transaction_dependency_tracking = 'WRITESET'")),
        relocate);
  }

  private static Observed<Advice> queuesFull(Situation situation) {
    AppliedSettings applied = AppliedSettings.of(situation);
    String name = applied.spelled("pending_jobs_size_max");
    Observed<String> doing = situation.channel().flatMap(channel -> channel.applier().stateText());
    return Premise.given(doing, text -> text.toLowerCase(Locale.ROOT).contains(QUEUE_IS_FULL))
        .and(applied.number("pending_jobs_size_max"), bytes -> bytes > 0)
        .advise(() ->
            Advice.of(
                    ("The coordinator of %s says \"%s\": the events that wait for workers fill"
                            + " %s=%s bytes. While it waits, idle workers get nothing.")
                        .formatted(
                            situation.name(), doing, name, applied.number("pending_jobs_size_max")),
                    applied.setWithApplierStopped(
                        name
                            + " = "
                            + applied.number("pending_jobs_size_max").asOptional().orElse(0L) * 4),
                    "or write smaller transactions")
                .setting(
                    name,
                    applied.number("pending_jobs_size_max").asOptional().orElse(0L) * 4,
                    "Up to this many bytes of memory are used for events that wait."));
  }

  private static Observed<Advice> groupFull(Situation situation) {
    AppliedSettings applied = AppliedSettings.of(situation);
    String name = applied.spelled("checkpoint_group");
    Observed<Long> group = applied.number("checkpoint_group");
    Observed<Long> furthest = situation.channel().flatMap(ParallelismAdvice::furthestAhead);
    return applied
        .hasSeveralWorkers()
        .and(
            furthest.flatMap(ahead -> group.map(size -> (ahead + 1.0) * 100 / size)),
            percent -> percent >= situation.threshold(AdviceCode.CHECKPOINT_GROUP_FULL))
        .advise(() ->
            Advice.of(
                    ("A worker of %s is %s transactions past the last checkpoint, and %s=%s: the"
                            + " coordinator stops giving out work until the oldest transaction is"
                            + " done.")
                        .formatted(situation.name(), furthest, name, group),
                    applied.setWithApplierStopped(name + " = " + group.asOptional().orElse(0L) * 8),
                    "or split the transaction that holds up the others")
                .setting(
                    name,
                    group.asOptional().orElse(0L) * 8,
                    "After a crash up to this many transactions may have to be checked again."));
  }

  /** How far the furthest worker is past the checkpoint, while at least one is at work. */
  private static Observed<Long> furthestAhead(Channel channel) {
    Applier applier = channel.applier();
    if (applier.state() != ThreadState.RUNNING) {
      return Observed.absent("the applier does not run");
    }
    return applier
        .workers()
        .flatMap(workers -> {
          boolean isAtWork = workers.stream().anyMatch(worker -> worker.applying().isKnown());
          return isAtWork
              ? workers.stream()
                  .flatMap(worker -> worker.checkpoint().asOptional().stream())
                  .map(WorkerCheckpoint::sequence)
                  .max(Long::compare)
                  .map(Observed::known)
                  .orElse(Observed.unknown("the worker table shows no checkpoints"))
              : Observed.absent("no worker is at work");
        });
  }

  private static Observed<Advice> withoutWork(Situation situation) {
    AppliedSettings applied = AppliedSettings.of(situation);
    Observed<Long> rows =
        situation
            .interval()
            .flatMap(interval ->
                interval.growthOfAll(
                    "Innodb_rows_inserted", "Innodb_rows_updated", "Innodb_rows_deleted"));
    Observed<List<Worker>> workers =
        situation.channel().flatMap(channel -> channel.applier().workers());
    return Premise.given(
            workers, list -> list.size() >= situation.threshold(AdviceCode.WORKERS_WITHOUT_WORK))
        .and(situation.server().gtid().mode(), "ON"::equals)
        .and(workers, list -> used(list) > 0 && used(list) * 2 <= list.size())
        .and(rows, count -> count >= ROWS_MIN)
        .advise(() ->
            Advice.of(
                    ("Of the %s workers of %s only %s were ever given a transaction since the"
                            + " applier was started, while %s rows were written lately: more workers"
                            + " than run at once cost memory and switches and gain nothing.")
                        .formatted(
                            workers.map(List::size),
                            situation.name(),
                            workers.map(ParallelismAdvice::used),
                            rows),
                    applied.setWithApplierStopped(
                        applied.spelled("parallel_workers") + " = " + worthHaving(workers)))
                .setting(
                    applied.spelled("parallel_workers"),
                    worthHaving(workers),
                    "A larger load than the one that was seen may find fewer workers than it could"
                        + " use."));
  }

  private static long worthHaving(Observed<List<Worker>> workers) {
    return workers.map(list -> Math.max(4, 2 * used(list))).asOptional().orElse(4L);
  }

  private static long used(List<Worker> workers) {
    return workers.stream()
        .filter(worker ->
            !(worker.lastApplied() instanceof Observed.Absent)
                || !(worker.applying() instanceof Observed.Absent))
        .count();
  }
}
