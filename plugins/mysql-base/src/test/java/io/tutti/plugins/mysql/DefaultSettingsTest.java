package io.tutti.plugins.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.Observed;
import io.tutti.plugins.sql.fixtures.MadeUpServer;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.spi.advice.AdviceWeight;
import io.tutti.spi.advice.Situation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers as each release comes, with a binlog and GTIDs: nothing about them is urgent. */
class DefaultSettingsTest {

  /**
   * The defaults of one release.
   *
   * @param notices what is worth knowing of it
   */
  record Release(
      String flavor, String version, Map<String, Object> defaults, Set<AdviceCode> notices) {
    MadeUpServer server(String address) {
      MadeUpServer server =
          MadeUpServer.of(address, flavor, version)
              .with("log_bin", "ON")
              .with("gtid_mode", "ON")
              .with("innodb_flush_log_at_trx_commit", 1);
      defaults.forEach(server::with);
      return server;
    }

    MadeUpServer replicaOf(String source, String address) {
      return server(address)
          .replicatesFrom(source)
          .keepingOrder("ON".equals(defaults.get("replica_preserve_commit_order")));
    }

    @Override
    public String toString() {
      return flavor + " " + version;
    }
  }

  static List<Release> releases() {
    Map<String, Object> modern =
        Map.of(
            "log_replica_updates",
            "ON",
            "sync_binlog",
            1,
            "replica_parallel_workers",
            4,
            "replica_parallel_type",
            "LOGICAL_CLOCK",
            "replica_preserve_commit_order",
            "ON",
            "replica_transaction_retries",
            10,
            "replica_checkpoint_group",
            512,
            "binlog_format",
            "ROW");
    return List.of(
        new Release(
            "mysql-5.6",
            "5.6.14",
            Map.of(
                "log_slave_updates",
                "ON",
                "sync_binlog",
                0,
                "relay_log_info_repository",
                "FILE",
                "slave_parallel_workers",
                0),
            Set.of(AdviceCode.COMMITS_NOT_DURABLE, AdviceCode.RELAY_LOG_INFO_IN_FILE)),
        new Release(
            "mysql-5.7",
            "5.7.22",
            Map.of(
                "log_slave_updates", "ON",
                "sync_binlog", 1,
                "relay_log_info_repository", "FILE",
                "master_info_repository", "FILE",
                "slave_net_timeout", 60,
                "slave_parallel_workers", 0,
                "slave_parallel_type", "DATABASE",
                "binlog_transaction_dependency_tracking", "COMMIT_ORDER",
                "transaction_write_set_extraction", "OFF"),
            Set.of(AdviceCode.RELAY_LOG_INFO_IN_FILE, AdviceCode.HOST_LOSS_NOTICED_LATE)),
        new Release(
            "mysql-8.0",
            "8.0.15",
            Map.of(
                "log_slave_updates", "ON",
                "sync_binlog", 1,
                "relay_log_info_repository", "TABLE",
                "slave_parallel_workers", 0,
                "slave_parallel_type", "DATABASE",
                "binlog_transaction_dependency_tracking", "COMMIT_ORDER",
                "transaction_write_set_extraction", "XXHASH64"),
            Set.of()),
        new Release(
            "mysql-8.0",
            "8.0.36",
            with(
                modern,
                Map.of(
                    "relay_log_info_repository",
                    "TABLE",
                    "binlog_transaction_dependency_tracking",
                    "COMMIT_ORDER",
                    "transaction_write_set_extraction",
                    "XXHASH64")),
            Set.of(AdviceCode.PARALLELISM_LOST_UPSTREAM)),
        new Release("mysql-8.4", "8.4.2", modern, Set.of()),
        new Release("mysql-8.4", "9.7.0", modern, Set.of()));
  }

  private static Map<String, Object> with(Map<String, Object> some, Map<String, Object> more) {
    return Stream.of(some, more)
        .flatMap(each -> each.entrySet().stream())
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** A source, an intermediate source and replicas of both, under work. */
  private static List<Situation> fleet(Release release) {
    MadeUpServer source = release.server("a:1");
    MadeUpServer intermediate = release.replicaOf("a:1", "b:1");
    MadeUpServer leaf = release.replicaOf("b:1", "c:1");
    var busy =
        Observed.known(
            MadeUpServer.grown(
                60,
                Map.of(
                    "Innodb_rows_inserted", 60_000L,
                    "Innodb_rows_updated", 0L,
                    "Innodb_rows_deleted", 0L)));
    return Stream.of(
            source.withReplicas(),
            intermediate.withReplicas(),
            leaf.alone(),
            intermediate.below(source),
            leaf.below(intermediate))
        .map(each -> each.withInterval(busy))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void aServerAsItComesHasNoticesAtMost(Release release) {
    Set<AdviceCode> said =
        fleet(release).stream()
            .flatMap(situation ->
                MySqlAdvice.rules().stream()
                    .filter(rule -> rule.code().isOfChannel() == situation.channel().isKnown())
                    .filter(rule -> rule.judges().apply(situation).isKnown())
                    .map(rule -> rule.code()))
            .collect(Collectors.toSet());

    assertThat(said).isEqualTo(release.notices());
    assertThat(said).allMatch(code -> code.weight() == AdviceWeight.NOTICE);
  }
}
