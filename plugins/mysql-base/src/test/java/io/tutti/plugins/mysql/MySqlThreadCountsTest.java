package io.tutti.plugins.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.model.StatusCounters;
import io.tutti.model.ThreadCounts;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MySqlThreadCountsTest {
  private static ThreadCounts of(Map<String, Long> counters) {
    MySqlFlavor flavor =
        new MySqlFlavor(
            "mysql-test",
            "a test",
            version -> true,
            ServerVersion.parse("5.7.44"),
            Set.of(),
            version -> ReplicationTerms.SLAVE,
            new ProcesslistWorkers(),
            LagReading.byHeartbeatOrSeconds());
    return new MySqlDialect(flavor).threadCounts(StatusCounters.of(counters));
  }

  @Test
  void areReadByTheOlderNames() {
    ThreadCounts counts =
        of(Map.of("Com_slave_start", 2L, "Com_slave_stop", 1L, "Slave_retried_transactions", 3L));
    assertThat(counts.starts().is(2L)).isTrue();
    assertThat(counts.stops().is(1L)).isTrue();
    assertThat(counts.retries().is(3L)).isTrue();
    assertThat(counts.rows().isKnown()).isFalse();
  }

  @Test
  void rowsAreThoseOfAllKindsOfChange() {
    ThreadCounts counts =
        of(
            Map.of(
                "Innodb_rows_inserted",
                1L,
                "Innodb_rows_updated",
                20L,
                "Innodb_rows_deleted",
                300L));
    assertThat(counts.rows().is(321L)).isTrue();
  }

  @Test
  void theNewerNameCountsWhereThereAreBoth() {
    ThreadCounts counts =
        of(Map.of("Com_slave_start", 0L, "Com_replica_start", 2L, "Com_replica_stop", 3L));
    assertThat(counts.starts().is(2L)).isTrue();
    assertThat(counts.stops().is(3L)).isTrue();
  }

  @Test
  void whatIsNotCountedIsNotZero() {
    assertThat(of(Map.of()).starts()).isInstanceOf(Observed.Absent.class);
    assertThat(of(Map.of()).stops()).isInstanceOf(Observed.Absent.class);
  }
}
