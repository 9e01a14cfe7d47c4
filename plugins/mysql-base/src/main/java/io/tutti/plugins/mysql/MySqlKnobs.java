package io.tutti.plugins.mysql;

import static io.tutti.spi.knob.KnobKind.choice;
import static io.tutti.spi.knob.KnobKind.number;
import static io.tutti.spi.knob.KnobKind.onOff;

import io.tutti.spi.knob.AppliesWhen;
import io.tutti.spi.knob.Dated;
import io.tutti.spi.knob.Knob;
import io.tutti.spi.knob.KnobDeclaration;
import io.tutti.spi.knob.KnobKind.Unit;
import io.tutti.spi.knob.VersionRange;
import java.math.BigInteger;
import java.util.List;

/**
 * Every knob of parallel replication that any MySQL release has. Each line is proved against every
 * release of the test matrix; releases in between follow the vendor's manual.
 */
final class MySqlKnobs {
  static final String WORKERS = "replica_parallel_workers";
  static final String PARALLEL_TYPE = "replica_parallel_type";
  static final String PRESERVE_ORDER = "replica_preserve_commit_order";
  static final String LOG_UPDATES = "log_replica_updates";
  static final String COMMIT_DELAY = "binlog_group_commit_sync_delay";
  static final String COMMIT_COUNT = "binlog_group_commit_sync_no_delay_count";
  static final String EXTRACTION = "transaction_write_set_extraction";
  static final String TRACKING = "binlog_transaction_dependency_tracking";

  /** The first release that says replica where the older ones say slave. */
  private static final String NEW_TERMS = "8.0.26";

  /** The first release with SET PERSIST. */
  private static final String PERSISTING = "8.0.0";

  /** The first release whose replicas apply in parallel unless said otherwise. */
  private static final String PARALLEL_BY_DEFAULT = "8.0.27";

  /**
   * Values of this line were seen on 9.7.4; which release between 8.4 and 9.7 brought them is not
   * documented.
   */
  private static final String SEEN_IN_9_7 = "9.7.0";

  private static final BigInteger UNSIGNED_MAX = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
  private static final BigInteger UNSIGNED_INT_MAX = BigInteger.valueOf(0xFFFF_FFFFL);
  private static final int KILOBYTE = 1024;
  private static final long MEGABYTE = 1L << 20;

  private static final List<Knob> APPLIER =
      List.of(
          ofReplica("parallel_workers")
              .alsoKnownAs("slave_parallel_threads", "replica_parallel_threads")
              .takes(Dated.of(number(0, 1024)).from(SEEN_IN_9_7, number(1, 1024)))
              .byDefault(Dated.of("0").from(PARALLEL_BY_DEFAULT, "4"))
              .applies(AppliesWhen.NEXT_APPLIER_START)
              .as("Worker threads for each channel; 0 lets the coordinator apply by itself."),
          ofReplica("parallel_type")
              .in(VersionRange.between("5.7.2", SEEN_IN_9_7))
              .takes(choice("DATABASE", "LOGICAL_CLOCK"))
              .byDefault(Dated.of("DATABASE").from(PARALLEL_BY_DEFAULT, "LOGICAL_CLOCK"))
              .applies(AppliesWhen.APPLIER_STOPPED)
              .as("What may run in parallel: different schemas, or what the source marked."),
          ofReplica("preserve_commit_order")
              .in(VersionRange.since("5.7.5"))
              .takes(onOff())
              .byDefault(Dated.of("OFF").from(PARALLEL_BY_DEFAULT, "ON"))
              .applies(AppliesWhen.APPLIER_STOPPED)
              .as("Workers commit in the order of the source, so that no gaps are ever seen."),
          ofReplica("checkpoint_group")
              .takes(number(32, BigInteger.valueOf(524280), 8, Unit.COUNT))
              .byDefault("512")
              .applies(AppliesWhen.NEXT_APPLIER_START)
              .as("How many transactions may be ahead of the oldest unfinished one."),
          ofReplica("checkpoint_period")
              .takes(number(1, UNSIGNED_INT_MAX, 1, Unit.MILLISECONDS))
              .byDefault("300")
              .as("How often the low-water mark of the workers is advanced and saved."),
          ofReplica("pending_jobs_size_max")
              .takes(
                  number(
                      KILOBYTE,
                      UNSIGNED_MAX.subtract(BigInteger.valueOf(KILOBYTE - 1)),
                      KILOBYTE,
                      Unit.BYTES))
              .byDefault(
                  Dated.of(Long.toString(16 * MEGABYTE))
                      .from("8.0.12", Long.toString(128 * MEGABYTE)))
              .applies(AppliesWhen.NEXT_APPLIER_START)
              .as("Memory for events that wait for a worker; a larger transaction runs alone."),
          ofReplica("transaction_retries")
              .takes(number(0, UNSIGNED_MAX, 1, Unit.COUNT))
              .byDefault("10")
              .as("How often a transaction that met a deadlock or lock wait is tried again."),
          onReplicaPage(
                  Knob.declare("relay_log_info_repository").in(VersionRange.until("8.3.0")),
                  Dated.of("relay_log_info_repository"))
              .takes(choice("FILE", "TABLE"))
              .ofServerItself()
              .byDefault(Dated.of("FILE").from("8.0.2", "TABLE"))
              // 8.0 takes it, but where read_only stops the attempt half-way it is never taken
              // again.
              .applies(Dated.of(AppliesWhen.REPLICATION_STOPPED).from("8.0.0", AppliesWhen.RESTART))
              .persistable(Dated.of(false))
              .as("Where the applier's position is kept; only TABLE survives a crash."),
          onReplicaPage(Knob.declare("relay_log_recovery"), Dated.of("relay_log_recovery"))
              .applies(AppliesWhen.RESTART)
              .persistable(Dated.of(false))
              .as("After a crash the relay log is thrown away and fetched again."),
          onBinlogPage(
                  Knob.declare(LOG_UPDATES).alsoKnownAs("log_slave_updates"),
                  Dated.of("log_slave_updates").from(NEW_TERMS, LOG_UPDATES))
              .byDefault(Dated.of("OFF").from("8.0.3", "ON"))
              .applies(AppliesWhen.RESTART)
              .persistable(Dated.of(false))
              .as("What a replica applies goes into its own binlog as well."));

  private static final List<Knob> BINLOG =
      List.of(
          ofPrimary(COMMIT_DELAY)
              .in(VersionRange.since("5.7.5"))
              .takes(number(0, BigInteger.valueOf(1_000_000), 1, Unit.MICROSECONDS))
              .byDefault("0")
              .as("How long a commit waits for others, so that replicas find more to run at once."),
          ofPrimary(COMMIT_COUNT)
              .in(VersionRange.since("5.7.5"))
              .takes(number(0, 100_000))
              .byDefault("0")
              .as(
                  "The number of waiting commits that ends the wait early; 0 means that none"
                      + " does."),
          ofPrimary(EXTRACTION)
              .in(VersionRange.between("5.7.6", "8.3.0"))
              .takes(choice("OFF", "MURMUR32", "XXHASH64"))
              .byDefault(Dated.of("OFF").from("8.0.2", "XXHASH64"))
              .as(
                  "Hash of the changed rows that a transaction carries to find what it depends"
                      + " on."),
          ofPrimary(TRACKING)
              .in(VersionRange.between("5.7.22", "8.4.0"))
              .takes(choice("COMMIT_ORDER", "WRITESET", "WRITESET_SESSION"))
              .byDefault("COMMIT_ORDER")
              .as("How the source marks which transactions may run in parallel."),
          ofPrimary("binlog_transaction_dependency_history_size")
              .in(VersionRange.since("5.7.22"))
              .takes(Dated.of(number(1, 1_000_000)).from(SEEN_IN_9_7, number(1, 100_000_000)))
              .byDefault(Dated.of("25000").from(SEEN_IN_9_7, "10000000"))
              .as("How many row hashes are remembered; a full history begins a new one."));

  /** In the order in which people look for them. */
  static final List<Knob> ALL =
      java.util.stream.Stream.concat(APPLIER.stream(), BINLOG.stream()).toList();

  private MySqlKnobs() {}

  /** A knob of the applier, by its name without {@code replica_}. */
  private static KnobDeclaration ofReplica(String suffix) {
    String name = "replica_" + suffix;
    return onReplicaPage(Knob.declare(name), Dated.of("slave_" + suffix).from(NEW_TERMS, name));
  }

  private static KnobDeclaration ofPrimary(String name) {
    return onBinlogPage(Knob.declare(name).ofPrimary(), Dated.of(name));
  }

  private static KnobDeclaration onReplicaPage(KnobDeclaration knob, Dated<String> names) {
    return spelled(knob, names, "replication-options-replica.html#sysvar_");
  }

  private static KnobDeclaration onBinlogPage(KnobDeclaration knob, Dated<String> names) {
    return spelled(knob, names, "replication-options-binary-log.html#sysvar_");
  }

  private static KnobDeclaration spelled(KnobDeclaration knob, Dated<String> names, String page) {
    String old = page + names.values().getFirst();
    String current = page + names.values().getLast();
    return knob.spelled(names)
        .persistable(Dated.of(false).from(PERSISTING, true))
        .manual(
            Dated.of(manual("5.6", old))
                .from("5.7.0", manual("5.7", old))
                .from("8.0.0", manual("8.0", old))
                .from(NEW_TERMS, manual("8.0", current))
                .from("8.4.0", manual("8.4", current))
                .from(SEEN_IN_9_7, manual("9.7", current)));
  }

  private static String manual(String series, String place) {
    return "https://dev.mysql.com/doc/refman/" + series + "/en/" + place;
  }
}
