package io.tutti.operation.salvage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.crash.Incident;
import io.tutti.crash.ProcessChange;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.InMemoryIncidents;
import io.tutti.fixtures.Incidents;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessObservation;
import io.tutti.model.ProcessStart;
import io.tutti.operation.Planning;
import io.tutti.plan.Plan;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.spi.Deadline;
import io.tutti.topology.Node;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a replica wrote itself is never forgotten without a word. */
class SalvageOwnTest {

  /** Its source has written so often since that its position hides what the replica wrote. */
  private static SimulatedCluster replicaThatWrote(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    SimulatedServer replica =
        cluster.replica("db2", "db1").configure("sync_binlog", "0").startsNothing();
    cluster.world().write(source, "a", 4);
    cluster.world().run(Duration.ofSeconds(5));
    replica.set("read_only", "OFF");
    replica.set("super_read_only", "OFF");
    cluster.world().write(replica, "own", 2);
    cluster.world().write(source, "a", 5);
    cluster.world().run(Duration.ofSeconds(5));
    return cluster;
  }

  private static void lose(SimulatedCluster cluster, int count) {
    cluster.server("db2").crashLosingBinlogEndOnly(count);
    cluster.world().start(cluster.server("db2"));
  }

  private static Plan plan(SimulatedCluster cluster) {
    Planning planning =
        cluster.capabilities().plannings().stream()
            .filter(each -> each.goalKind().equals(SalvageRequest.SALVAGE))
            .findFirst()
            .orElseThrow();
    return planning.plan(
        new SalvageRequest(cluster.server("db2").address()).toGoal(),
        Deadline.after(Duration.ofSeconds(30)));
  }

  private static OrchestratorException refusal(SimulatedCluster cluster) {
    OrchestratorException[] refused = new OrchestratorException[1];
    assertThatThrownBy(() -> plan(cluster))
        .isInstanceOfSatisfying(OrchestratorException.class, e -> refused[0] = e);
    return refused[0];
  }

  @ParameterizedTest
  @EnumSource(names = {"UUIDS", "DOMAINS"})
  void whatItsBinlogsShowIsNotDeleted(Naming naming) {
    SimulatedCluster cluster = replicaThatWrote(naming);
    cluster.observe();
    lose(cluster, 1);
    cluster.investigateIncidents();

    assertThat(refusal(cluster).observed()).contains("of its own", "only its binlogs show");
  }

  /** By the incident, or by the last poll where nobody has looked since. */
  @ParameterizedTest
  @EnumSource(names = {"UUIDS", "DOMAINS"})
  void whatItHadShownAndLostIsRefusedUntilSomebodyClosesIt(Naming naming) {
    SimulatedCluster cluster = replicaThatWrote(naming);
    cluster.observe();
    lose(cluster, 7);
    cluster.investigateIncidents();

    assertThat(refusal(cluster).observed())
        .contains("it had written", "itself, which its source has not and its binlogs lost");
    Incident incident = cluster.incidentOf("db2");
    assertThat(refusal(cluster).remedies().toString())
        .contains("rebuild db2:3306", "close incident " + incident.id());

    cluster
        .incidents()
        .close(incident.id(), new Incident.Closing(cluster.time().instant(), "a person", "why"));
    assertThat(plan(cluster).notes().toString())
        .contains(
            "it had written", "nothing shows it any more", "when it was read last, is not known");
  }

  private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

  private static States db2(String executed, int startedSecondsAgo) {
    return States.of("db2:3306")
        .uuid(UUID)
        .startedAt(States.NOW.minusSeconds(startedSecondsAgo))
        .gtid("ON", Observed.known(GtidSet.parse(executed)));
  }

  /** Its restart was not noticed yet; or it was not restarted, and has them still. */
  @Test
  void whatTheLastPollShowedCounts() {
    String ofSource = "00000000-71ca-11e1-9e33-c80aa9429562:1-9";
    InstanceState source =
        States.of("db1:3306").gtid("ON", Observed.known(GtidSet.parse(ofSource))).build();
    Node polled = db2(ofSource + "," + UUID + ":1-3", 900).reached();
    InMemoryIncidents earlier = new InMemoryIncidents();
    earlier.add(Incidents.of("db2:3306"));

    OwnTransactions own =
        new OwnReader(db2(ofSource, 5).build(), List.of(Observed.known(source)))
            .read(earlier, States.snapshot(polled));
    assertThatThrownBy(() -> own.requireNone(polled.address()))
        .hasMessageContaining(UUID + ":1-3 itself");
    assertThat(own.readAt()).contains(States.NOW);

    OwnTransactions same =
        new OwnReader(db2(ofSource, 900).build(), List.of(Observed.known(source)))
            .read(new InMemoryIncidents(), States.snapshot(polled));
    assertThat(same.shown()).isEmpty();
    assertThat(same.notes(polled.address()))
        .singleElement()
        .asString()
        .contains("before its end is not known, as nobody had read it");
  }

  /**
   * Its start is reported in whole seconds, so whether a reading is of this process is not proved.
   */
  private static States justStarted(String session, String executed) {
    ProcessObservation observation =
        new ProcessObservation(
            States.NOW, session, Observed.absent(States.WHY), Observed.absent(States.WHY));
    return db2(executed, 0)
        .startedAt(
            Observed.known(new ProcessStart(States.NOW, States.NOW, Optional.of(observation))));
  }

  /** What it may have written is not known from its end on, not from a later poll on. */
  @Test
  void aPollOfTheNewProcessIsNotTheLastOne() {
    InMemoryIncidents incidents = new InMemoryIncidents();
    InstanceState before =
        db2("00000000-71ca-11e1-9e33-c80aa9429562:1-9", 900)
            .observedAt(States.NOW.minusSeconds(3))
            .build();
    States first = justStarted("first", "00000000-71ca-11e1-9e33-c80aa9429562:1-7");
    incidents.add(Incident.noticed(before, first.build(), States.NOW, new Random(1)));
    Node polled = first.observedAt(States.NOW.plusMillis(400)).reached();
    InstanceState now = justStarted("second", "00000000-71ca-11e1-9e33-c80aa9429562:1-7").build();
    assertThat(ProcessChange.between(polled.state().orElseThrow(), now))
        .isEqualTo(ProcessChange.UNKNOWN);

    OwnTransactions own = new OwnReader(now, List.of()).read(incidents, States.snapshot(polled));

    assertThat(own.readAt()).contains(States.NOW.minusSeconds(3));
  }

  /** Nobody has read it in between: that is said. */
  @ParameterizedTest
  @EnumSource(Naming.class)
  void whatNobodySawIsSaidToBeUnknown(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    SimulatedServer replica =
        cluster.replica("db2", "db1").configure("sync_binlog", "0").startsNothing();
    cluster.world().write(source, "a", 4);
    cluster.world().run(Duration.ofSeconds(5));
    cluster.observe();
    replica.set("read_only", "OFF");
    replica.set("super_read_only", "OFF");
    cluster.world().write(replica, "own", 1);
    lose(cluster, 2);
    cluster.investigateIncidents();

    assertThat(plan(cluster).notes())
        .singleElement()
        .asString()
        .contains("What db2:3306 wrote itself")
        .contains(
            naming == Naming.PLACES
                ? "is not known, as its transactions have no GTIDs"
                : "after %s, when it was read last, is not known"
                    .formatted(cluster.incidentOf("db2").ended().seenAt()));
  }

  /** One that was a source before has names of its own that its source has. */
  @Test
  void whatItsSourceHasIsNotItsOwn() {
    SimulatedCluster cluster = new SimulatedCluster(Naming.UUIDS);
    SimulatedServer first = cluster.source("db2").configure("sync_binlog", "0").startsNothing();
    cluster.world().write(first, "a", 3);
    SimulatedServer source = cluster.source("db1").replicatesFrom(first);
    cluster.world().run(Duration.ofSeconds(5));
    source.stopReplication();
    source.endChannel("");
    first.replicatesFrom(source);
    cluster.world().write(source, "a", 4);
    cluster.world().run(Duration.ofSeconds(5));
    cluster.observe();
    lose(cluster, 2);
    cluster.investigateIncidents();

    assertThat(plan(cluster).notes())
        .singleElement()
        .asString()
        .contains("is not known, as its binlogs may");
  }
}
