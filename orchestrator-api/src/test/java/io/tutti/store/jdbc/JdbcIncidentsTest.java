package io.tutti.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.crash.BootReport;
import io.tutti.crash.HostFate;
import io.tutti.crash.Incident;
import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.crash.ProcessEnd;
import io.tutti.fixtures.States;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.store.BootReports;
import io.tutti.store.Incidents;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdbcIncidentsTest {
  private static final InstanceAddress A = InstanceAddress.parse("a:1");
  private static final Incident.Closing WORD =
      new Incident.Closing(States.NOW.plusNanos(7), "ann", "rebuilt");

  @TempDir private Path folder;

  private JdbcStore open() {
    return JdbcStore.open("jdbc:h2:file:" + folder.resolve("store"), "", "");
  }

  private static Incident noticed(int later) {
    InstanceState last = States.of("a:1").startedAt(States.NOW.minusSeconds(100)).build();
    InstanceState now = States.of("a:1").startedAt(States.NOW.plusSeconds(later)).build();
    return Incident.noticed(last, now, States.NOW.plusSeconds(later), new Random(later));
  }

  private static Incident.Evidence evidence(ProcessEnd.How how) {
    return new Incident.Evidence(
        Observed.known(new ProcessEnd(how, "binlog.000001")),
        Observed.known(HostFate.SHUT_DOWN),
        Observed.known(List.of("one", "two")),
        List.of(
            new LostOnSourceByReplica(A, "", new LostOnSource.None()),
            new LostOnSourceByReplica(
                A, "b", new LostOnSource.Named(MariaDbGtidSet.parse("0-1-5,1-2-3"))),
            new LostOnSourceByReplica(
                A, "c", new LostOnSource.Beyond(new BinlogPosition("b.000001", 99), 4)),
            new LostOnSourceByReplica(A, "d", new LostOnSource.Unknown("it is away"))),
        Optional.of(States.NOW),
        Optional.empty());
  }

  @Test
  void knowsThemAgainAfterARestart() {
    Incident incident = noticed(0);
    Incident looked = incident.with(evidence(ProcessEnd.How.CUT_OFF));
    try (JdbcStore store = open()) {
      assertThat(store.records().incidents().open()).isEmpty();
      store.records().incidents().add(incident);
      assertThat(store.records().incidents().find(incident.id())).contains(incident);
      store.records().incidents().found(incident.id(), looked.evidence());
    }
    try (JdbcStore store = open()) {
      assertThat(store.records().incidents().open()).containsExactly(looked);
      assertThat(store.records().incidents().find("none")).isEmpty();
    }
  }

  @Test
  void whatIsFoundLaterOpensNoneThatWasClosed() {
    try (JdbcStore store = open()) {
      Incidents incidents = store.records().incidents();
      Incident old = noticed(0);
      Incident young = noticed(60);
      incidents.add(old);
      incidents.add(young);
      assertThat(incidents.latest(Optional.of(A), 9)).containsExactly(young, old);
      assertThat(incidents.latest(Optional.empty(), 1)).containsExactly(young);
      assertThat(incidents.latest(Optional.of(InstanceAddress.parse("b:1")), 9)).isEmpty();

      assertThat(incidents.close(old.id(), WORD)).isTrue();
      assertThat(incidents.close(old.id(), WORD)).isFalse();
      incidents.found(old.id(), evidence(ProcessEnd.How.CUT_OFF));

      assertThat(incidents.find(old.id()))
          .contains(old.with(evidence(ProcessEnd.How.CUT_OFF)).closed(WORD));
      assertThat(incidents.open()).containsExactly(young);
    }
  }

  @Test
  void oneThatCostNothingIsNotOpen() {
    try (JdbcStore store = open()) {
      Incident incident = noticed(0);
      store.records().incidents().add(incident);
      Incident.Evidence clean = evidence(ProcessEnd.How.STOPPED).withReplicas(List.of());
      store.records().incidents().found(incident.id(), clean);

      assertThat(store.records().incidents().open()).isEmpty();
      assertThat(store.records().incidents().latest(Optional.empty(), 9)).hasSize(1);
    }
  }

  @Test
  void aBootThatIsReportedAgainIsKeptOnce() {
    Instant later = States.NOW.plusSeconds(60);
    try (JdbcStore store = open()) {
      BootReports boots = store.bootReports();
      boots.save(report("one", States.NOW));
      boots.save(report("two", later));
      boots.save(report("one", later));
    }
    try (JdbcStore store = open()) {
      List<BootReport> kept = store.bootReports().of("DB1");
      assertThat(kept).extracting(BootReport::bootId).containsExactly("two", "one");
      assertThat(kept.getLast().firstAt()).isEqualTo(States.NOW);
      assertThat(kept.getLast().lastAt()).isEqualTo(later);
      assertThat(store.bootReports().of("db2")).isEmpty();
    }
  }

  private static BootReport report(String boot, Instant at) {
    return new BootReport("db1", boot, States.NOW, Optional.of("before"), Optional.empty(), at, at);
  }
}
