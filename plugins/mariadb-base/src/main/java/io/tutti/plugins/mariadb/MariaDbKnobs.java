package io.tutti.plugins.mariadb;

import static io.tutti.spi.knob.KnobKind.choice;
import static io.tutti.spi.knob.KnobKind.number;

import io.tutti.spi.knob.AppliesWhen;
import io.tutti.spi.knob.Dated;
import io.tutti.spi.knob.Knob;
import io.tutti.spi.knob.KnobKind.Unit;
import io.tutti.spi.knob.VersionRange;
import java.math.BigInteger;
import java.util.List;

/**
 * Every knob of parallel replication that any MariaDB release has. Each line is proved against
 * every release of the test matrix. MariaDB keeps none of them over a restart by itself.
 */
final class MariaDbKnobs {
  static final String RETRIES = "replica_transaction_retries";
  static final String DOMAIN_ID = "gtid_domain_id";
  static final String COMMIT_WAIT = "binlog_commit_wait_usec";
  static final String COMMIT_COUNT = "binlog_commit_wait_count";
  static final String MODE = "slave_parallel_mode";

  private static final String REPLICATION_PAGE =
      "https://mariadb.com/kb/en/replication-and-binary-log-system-variables/#";
  private static final String GTID_PAGE = "https://mariadb.com/kb/en/gtid/#";
  private static final int THREADS_MAX = 16383;
  private static final BigInteger UNSIGNED_MAX = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
  private static final long UNSIGNED_INT_MAX = 0xFFFF_FFFFL;

  static final List<Knob> ALL =
      List.of(
          Knob.declare("replica_parallel_workers")
              .spelled(Dated.of("slave_parallel_threads"))
              .alsoKnownAs("slave_parallel_workers", "replica_parallel_threads")
              .takes(number(0, THREADS_MAX))
              .byDefault("0")
              .applies(AppliesWhen.APPLIER_STOPPED)
              .manual(replication("slave_parallel_threads"))
              .as("Worker threads in the one pool that all connections share; 0 applies serially."),
          Knob.declare("slave_domain_parallel_threads")
              .alsoKnownAs("replica_domain_parallel_threads")
              .takes(number(0, THREADS_MAX))
              .byDefault("0")
              .applies(AppliesWhen.APPLIER_STOPPED)
              .manual(replication("slave_domain_parallel_threads"))
              .as("The most workers that one domain of one connection may have; 0 means no limit."),
          Knob.declare("slave_parallel_max_queued")
              .alsoKnownAs("replica_parallel_max_queued")
              .takes(number(0, BigInteger.valueOf(Integer.MAX_VALUE), 1, Unit.BYTES))
              .byDefault("131072")
              .manual(replication("slave_parallel_max_queued"))
              .as("Memory for events that wait for one worker."),
          Knob.declare(MODE)
              .alsoKnownAs("replica_parallel_mode")
              .in(VersionRange.since("10.1.3"))
              .takes(choice("none", "minimal", "conservative", "optimistic", "aggressive"))
              .byDefault(Dated.of("conservative").from("10.5.1", "optimistic"))
              .applies(AppliesWhen.APPLIER_STOPPED)
              .ofChannel()
              .manual(replication("slave_parallel_mode"))
              .as("How much is tried in parallel, from nothing to everything."),
          Knob.declare(RETRIES)
              .spelled(Dated.of("slave_transaction_retries"))
              .takes(number(0, UNSIGNED_INT_MAX))
              .byDefault("10")
              .manual(replication("slave_transaction_retries"))
              .as("How often a transaction that met a deadlock or lock wait is tried again."),
          Knob.declare("log_replica_updates")
              .spelled(Dated.of("log_slave_updates"))
              .applies(AppliesWhen.RESTART)
              .manual(replication("log_slave_updates"))
              .as("What a replica applies goes into its own binlog as well."),
          Knob.declare(COMMIT_COUNT)
              .ofPrimary()
              .takes(number(0, UNSIGNED_MAX, 1, Unit.COUNT))
              .byDefault("0")
              .manual(replication("binlog_commit_wait_count"))
              .as(
                  "The number of waiting commits that ends the wait of a group early; 0 means no"
                      + " wait at all."),
          Knob.declare(COMMIT_WAIT)
              .ofPrimary()
              .takes(number(0, UNSIGNED_MAX, 1, Unit.MICROSECONDS))
              .byDefault("100000")
              .manual(replication("binlog_commit_wait_usec"))
              .as("How long a commit waits for others, so that replicas find more to run at once."),
          Knob.declare(DOMAIN_ID)
              .ofPrimary()
              .ofServerItself()
              .takes(number(0, UNSIGNED_INT_MAX))
              .byDefault("0")
              .manual(Dated.of(GTID_PAGE + DOMAIN_ID))
              .as(
                  "The domain of new sessions: replicas apply domains independently of each"
                      + " other."));

  private MariaDbKnobs() {}

  private static Dated<String> replication(String anchor) {
    return Dated.of(REPLICATION_PAGE + anchor);
  }
}
