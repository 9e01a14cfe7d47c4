package io.tutti.spi.advice;

import static io.tutti.spi.advice.AdviceWeight.CRITICAL;
import static io.tutti.spi.advice.AdviceWeight.NOTICE;
import static io.tutti.spi.advice.AdviceWeight.WARNING;
import static io.tutti.spi.advice.Threshold.count;
import static io.tutti.spi.advice.Threshold.percent;
import static io.tutti.spi.advice.Threshold.ratio;

import java.util.Optional;

/**
 * The stable names of what a plugin may advise. Each states the world and has a page {@code
 * docs/findings/<CODE>.md}. Which of them a plugin judges, and by which settings, is its own.
 */
public enum AdviceCode {
  ORDER_CANNOT_BE_PRESERVED(
      true,
      CRITICAL,
      "Workers are to preserve the commit order, and a setting that this needs is missing."),
  ORDER_PRESERVED_WITH_FEW_RETRIES(
      true,
      WARNING,
      "Workers roll back for each other, and are not allowed to retry often enough.",
      count(1, 10, "On MySQL: a transaction is tried again fewer than %s times.")),
  RELAY_LOG_RECOVERY_TRAP(
      true, WARNING, "After a crash the relay log is thrown away while gaps in it are open."),
  WORKERS_NOT_CRASH_SAFE(
      true, WARNING, "Workers leave gaps that a position in the binlog cannot express."),
  WORKERS_SHARE_ONE_SCHEMA(
      true, WARNING, "Workers apply schema by schema, and there is one schema only."),
  PARALLELISM_LOST_UPSTREAM(
      true,
      NOTICE,
      "The intermediate source marks fewer transactions as independent than it received."),
  SOURCE_MARKS_NOTHING(
      true, WARNING, "The source writes nothing by which workers could apply in parallel."),
  GROUP_COMMITS_TOO_SMALL(
      true,
      WARNING,
      "The source commits transactions almost one by one, and only those of one group are applied"
          + " in parallel.",
      ratio(1, 1.2, "A group commit of the source holds fewer than %s transactions on average.")),
  OPTIMISM_NOT_SUPPORTED_BY_SOURCE(
      true, WARNING, "The source does not mark what may be tried in parallel."),
  OPTIMISM_BEHIND_MINIMAL(
      true, NOTICE, "The intermediate source makes nearly every transaction look like a conflict."),
  OPTIMISM_WITHOUT_TRANSACTIONS(
      true,
      NOTICE,
      "Writes to tables without transactions stop the parallel applier each time.",
      count(
          0,
          0,
          "Over the last one or two minutes more than %s index blocks of MyISAM tables were"
              + " written.")),
  WORKERS_STARVED_BY_DOMAIN(
      true, NOTICE, "One domain or connection may take all workers of the pool."),
  WORKER_QUEUES_FULL(true, NOTICE, "The coordinator waits for room in the queues of its workers."),
  CHECKPOINT_GROUP_FULL(
      true,
      NOTICE,
      "The coordinator cannot run further ahead of the oldest transaction.",
      percent(90, "A worker is past the last checkpoint by %s of the group or more.")),
  WORKERS_WITHOUT_WORK(
      true,
      NOTICE,
      "Most workers have never had anything to do.",
      count(2, 8, "There are %s workers or more.")),
  APPLIER_DEADLOCKS_WITH_STATUS(
      true, CRITICAL, "This release can deadlock when its status is read while it applies."),
  APPLIER_DEADLOCKS_WITH_UNTIL(
      true, NOTICE, "This release does not stop where START SLAVE UNTIL says."),
  HOST_LOSS_NOTICED_LATE(
      true,
      NOTICE,
      "That the host of a source is gone would be noticed late, as its receiver cannot be asked."),
  RELAY_LOG_INFO_IN_FILE(false, NOTICE, "The applier's position is kept in a file."),
  WRITESETS_NOT_USABLE(
      false, WARNING, "Write sets are to be tracked, and a setting that they need is missing."),
  WRITESETS_WRONG(false, CRITICAL, "This release marks dependent transactions as independent."),
  WRITESETS_FALL_BACK(
      false,
      NOTICE,
      "Tables without a primary key have no write sets.",
      count(1, 1, "Tables without a primary key, or to which foreign keys refer: %s or more.")),
  WRITESET_HISTORY_TOO_SMALL(
      false,
      NOTICE,
      "The history of write sets fills up so often that it is of little use.",
      ratio(0.01, 1, "The history is full more than %s times a second.")),
  WRITESET_SESSIONS_RECYCLED(
      false,
      NOTICE,
      "Writes come over few long-lived connections, and each counts as one session.",
      count(1, 100, "There are more than %s writes for each new connection.")),
  COMMITS_NOT_DURABLE(false, NOTICE, "A crash can lose transactions that were committed.");

  private final boolean ofChannel;
  private final AdviceWeight weight;
  private final String description;
  private final Optional<Threshold> threshold;

  AdviceCode(boolean ofChannel, AdviceWeight weight, String description) {
    this(ofChannel, weight, description, Optional.empty());
  }

  AdviceCode(boolean ofChannel, AdviceWeight weight, String description, Threshold threshold) {
    this(ofChannel, weight, description, Optional.of(threshold));
  }

  AdviceCode(
      boolean ofChannel, AdviceWeight weight, String description, Optional<Threshold> threshold) {
    this.ofChannel = ofChannel;
    this.weight = weight;
    this.description = description;
    this.threshold = threshold;
  }

  /** Whether it is about one channel; else it is about the server. */
  public boolean isOfChannel() {
    return ofChannel;
  }

  public AdviceWeight weight() {
    return weight;
  }

  /** What it means, one sentence. */
  public String description() {
    return description;
  }

  /** From what on its rule hits; empty where there is nothing to set. */
  public Optional<Threshold> threshold() {
    return threshold;
  }
}
