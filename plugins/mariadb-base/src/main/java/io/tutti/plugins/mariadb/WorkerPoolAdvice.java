package io.tutti.plugins.mariadb;

import static io.tutti.plugins.mariadb.AppliedSettings.MODE;
import static io.tutti.plugins.mariadb.AppliedSettings.THREADS;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtid;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.model.Channel;
import io.tutti.model.CounterInterval;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.Worker;
import io.tutti.plugins.sql.SharedAdvice;
import io.tutti.spi.advice.Advice;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.AdviceRule;
import io.tutti.spi.advice.Situation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Whether MariaDB's one pool of workers has anything to do at the same time, and room for it. */
final class WorkerPoolAdvice {
  /** So many groups make a mean that means something. */
  private static final long GROUPS_MIN = 50;

  /**
   * So many times the size of a group keeps several groups in the queues, and more gains nothing.
   */
  private static final int WORKERS_PER_GROUP_MEMBER = 4;

  private static final String NO_ROOM = "waiting for room in worker thread";
  private static final String QUEUE = "slave_parallel_max_queued";
  private static final String DOMAIN_THREADS = "slave_domain_parallel_threads";

  private static final String POSITION_IS_SAFE =
      "After a crash of its machine its binlog may lack what its tables hold; its GTID position is"
          + " in a table and stays right, so replicas below it suffer, not itself.";

  private WorkerPoolAdvice() {}

  static List<AdviceRule> rules() {
    return List.of(
        AdviceRule.of(AdviceCode.GROUP_COMMITS_TOO_SMALL, WorkerPoolAdvice::groupsTooSmall)
            .before(AdviceCode.WORKERS_WITHOUT_WORK),
        AdviceRule.of(AdviceCode.WORKERS_WITHOUT_WORK, WorkerPoolAdvice::tooManyWorkers),
        AdviceRule.of(AdviceCode.WORKER_QUEUES_FULL, WorkerPoolAdvice::queuesFull),
        AdviceRule.of(AdviceCode.WORKERS_STARVED_BY_DOMAIN, WorkerPoolAdvice::starved),
        SharedAdvice.durability(POSITION_IS_SAFE, server -> AppliedSettings::set));
  }

  /** Transactions in each group commit of the source: how many conservative workers find to do. */
  private static Observed<Double> groupSize(Situation situation) {
    return situation.sourceInterval().flatMap(WorkerPoolAdvice::groupSize);
  }

  private static Observed<Double> groupSize(CounterInterval interval) {
    return interval
        .growth("Binlog_group_commits")
        .flatMap(groups ->
            groups < GROUPS_MIN
                ? Observed.unknown(
                    "only " + groups + " group commits of the source were seen, not " + GROUPS_MIN)
                : interval.growth("Binlog_commits").map(commits -> commits / (double) groups));
  }

  private static String inWords(Observed<Double> size) {
    return String.format(Locale.ROOT, "%.2f", size.asOptional().orElse(0.0));
  }

  private static Observed<Advice> groupsTooSmall(Situation situation) {
    AppliedSettings applied = new AppliedSettings(situation.server());
    Observed<Double> size = groupSize(situation);
    return applied
        .appliesConservatively()
        .and(applied.workers(), count -> count > 1)
        .and(size, each -> each < situation.threshold(AdviceCode.GROUP_COMMITS_TOO_SMALL))
        .advise(() ->
            optimistic(
                applied,
                situation,
                new Advice(
                    ("%s has %s workers in mode conservative, which runs only what %s committed in"
                            + " one group at the same time, and there a group has %s transactions"
                            + " (Binlog_commits / Binlog_group_commits over the last %s s).")
                        .formatted(
                            situation.name(),
                            applied.workers(),
                            situation.source().map(InstanceState::address),
                            inWords(size),
                            situation
                                .sourceInterval()
                                .map(interval -> interval.length().toSeconds())),
                    largerGroups(applied, situation))));
  }

  private static Advice optimistic(AppliedSettings applied, Situation situation, Advice advice) {
    return mayBeOptimistic(applied, situation)
        ? advice.setting(
            MODE,
            "optimistic",
            "Transactions that conflict are rolled back and tried again."
                + (CounterSafety.isAffected(applied.version())
                    ? " Read APPLIER_DEADLOCKS_WITH_STATUS before: this release can deadlock."
                    : ""))
        : advice;
  }

  private static boolean mayBeOptimistic(AppliedSettings applied, Situation situation) {
    return applied.version().isAtLeast(10, 1, 3)
        && situation
            .source()
            .map(AppliedSettings::new)
            .asOptional()
            .filter(above -> above.isMariaDb() && above.version().isAtLeast(10, 1, 3))
            .isPresent();
  }

  private static List<String> largerGroups(AppliedSettings applied, Situation situation) {
    List<String> remedies = new ArrayList<>();
    if (mayBeOptimistic(applied, situation)) {
      String risk =
          CounterSafety.isAffected(applied.version())
              ? " (see APPLIER_DEADLOCKS_WITH_STATUS before you do)"
              : "";
      remedies.add(AppliedSettings.setWithAppliersStopped(MODE + " = 'optimistic'") + risk);
    }
    remedies.add(
        "or on %s, at the price of slower commits: SET GLOBAL binlog_commit_wait_count = %s, binlog_commit_wait_usec = 10000"
            .formatted(situation.source().map(InstanceState::address), applied.workers()));
    return remedies;
  }

  private static Observed<Advice> tooManyWorkers(Situation situation) {
    AppliedSettings applied = new AppliedSettings(situation.server());
    Observed<Double> size = groupSize(situation);
    return applied
        .appliesConservatively()
        .and(
            applied.workers(),
            count -> count >= situation.threshold(AdviceCode.WORKERS_WITHOUT_WORK))
        .and(
            size.flatMap(each -> applied.workers().map(count -> count / each)),
            ratio -> ratio > WORKERS_PER_GROUP_MEMBER)
        .advise(() ->
            Advice.of(
                    ("%s has %s workers in mode conservative, and the groups that %s commits have"
                            + " %s transactions: no more than that run at the same time, the others"
                            + " wait.")
                        .formatted(
                            situation.name(),
                            applied.workers(),
                            situation.source().map(InstanceState::address),
                            inWords(size)),
                    AppliedSettings.setWithAppliersStopped(THREADS + " = " + worthHaving(size)))
                .setting(
                    THREADS,
                    worthHaving(size),
                    "Larger groups than those that were seen find fewer workers than they could"
                        + " use."));
  }

  private static long worthHaving(Observed<Double> groupSize) {
    return Math.max(2, (long) Math.ceil(2 * groupSize.asOptional().orElse(1.0)));
  }

  private static Observed<Advice> queuesFull(Situation situation) {
    AppliedSettings applied = new AppliedSettings(situation.server());
    Observed<String> doing =
        situation
            .channel()
            .map(Channel::applier)
            .flatMap(applier ->
                Stream.concat(
                        applier.stateText().asOptional().stream(),
                        applier.workers().asOptional().orElse(List.of()).stream()
                            .map(Worker::stateText)
                            .flatMap(text -> text.asOptional().stream()))
                    .filter(text -> text.toLowerCase(Locale.ROOT).contains(NO_ROOM))
                    .findFirst()
                    .map(Observed::known)
                    .orElse(Observed.absent("no thread waits for room")));
    Observed<Long> bytes = situation.server().settings().number(QUEUE);
    return applied
        .hasWorkers()
        .and(doing, text -> true)
        .and(bytes, size -> size >= 0)
        .advise(() ->
            Advice.of(
                    ("The coordinator of %s says \"%s\": the queue of a worker holds %s=%s bytes,"
                            + " and while one is full no other worker gets anything.")
                        .formatted(situation.name(), doing, QUEUE, bytes),
                    AppliedSettings.set(QUEUE + " = " + bytes.asOptional().orElse(0L) * 8)
                        + "; it counts once for each of the "
                        + applied.workers()
                        + " workers",
                    "or write smaller transactions")
                .setting(
                    QUEUE,
                    bytes.asOptional().orElse(0L) * 8,
                    "Each worker may use this many bytes of memory."));
  }

  private static Observed<Advice> starved(Situation situation) {
    AppliedSettings applied = new AppliedSettings(situation.server());
    Observed<Long> each = situation.server().settings().number(DOMAIN_THREADS);
    Observed<Integer> domains =
        situation
            .channel()
            .flatMap(channel ->
                channel.positioning() == Positioning.LOG_POSITION
                    ? Observed.absent("by log position, domains are not applied independently")
                    : channel.receiver().retrieved().map(WorkerPoolAdvice::domains));
    return applied
        .hasWorkers()
        .and(domains, count -> count > 1)
        .and(
            each.flatMap(limit -> applied.workers().map(all -> limit == 0 || limit >= all)),
            unlimited -> unlimited)
        .advise(() ->
            Advice.of(
                    ("%s has %s workers for %s domains and %s=%s: a domain that is behind, or a"
                            + " long transaction of it, may hold all of them, and the others wait"
                            + " until it is done.")
                        .formatted(
                            situation.name(), applied.workers(), domains, DOMAIN_THREADS, each),
                    AppliedSettings.setWithAppliersStopped(
                        DOMAIN_THREADS + " = " + share(applied, domains)))
                .setting(
                    DOMAIN_THREADS,
                    share(applied, domains),
                    "One domain alone has fewer workers then."));
  }

  private static long share(AppliedSettings applied, Observed<Integer> domains) {
    return Math.max(1, applied.workers().asOptional().orElse(1L) / domains.asOptional().orElse(1));
  }

  private static int domains(GtidSet received) {
    return received instanceof MariaDbGtidSet set
        ? (int) set.gtids().stream().mapToLong(MariaDbGtid::domain).distinct().count()
        : 1;
  }
}
