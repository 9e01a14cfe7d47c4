package io.tutti.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.crash.Incident;
import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.crash.ProcessEnd;
import io.tutti.error.Act;
import io.tutti.error.Action;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.Incidents;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.topology.Node;
import io.tutti.topology.RebuildMark;
import io.tutti.topology.WorldView;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NextActionTest {
  private static final GtidSet LOST = GtidSet.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:8-10");
  private static final InstanceAddress A = InstanceAddress.parse("a:1");
  private static final InstanceAddress B = InstanceAddress.parse("b:1");
  private static final Node SOURCE = States.of("a:1").reached();
  private static final Incident LOSSY =
      looked(new LostOnSource.Named(LOST), ProcessEnd.How.CUT_OFF);
  private static final String ID = LOSSY.id();

  private static Incident looked(LostOnSource lostOnSource, ProcessEnd.How how) {
    return Incidents.of("a:1")
        .with(
            new Incident.Evidence(
                Observed.known(new ProcessEnd(how, "binlog.000001")),
                Observed.unknown("no report"),
                Observed.unknown("not granted"),
                List.of(new LostOnSourceByReplica(B, "", lostOnSource)),
                Optional.of(States.NOW),
                Optional.empty()));
  }

  private static Node replica(String address, String executed) {
    return States.of(address)
        .gtid(
            "ON", Observed.known(GtidSet.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:" + executed)))
        .channel(
            Channels.from("a:1")
                .positioning(Positioning.AUTO_POSITION)
                .retrieved(Observed.known(LOST))
                .build())
        .reached();
  }

  private static WorldView fenced(Node... nodes) {
    return States.world(nodes).with(kept -> kept.withFences(List.of(States.fence(A))));
  }

  private static List<Act> next(WorldView world, Incident incident) {
    return NextAction.of(world, incident).stream().map(NextAction::act).toList();
  }

  @Test
  void nothingIsLeftOfWhatCostNothingOrWasClosed() {
    assertThat(next(States.world(SOURCE), looked(new LostOnSource.None(), ProcessEnd.How.STOPPED)))
        .isEmpty();
    assertThat(
            next(
                States.world(SOURCE),
                LOSSY.closed(new Incident.Closing(States.NOW, "somebody", "compared"))))
        .isEmpty();
  }

  @Test
  void aFencedSourceIsLeftBehindOrGoesOnWithWhatItHas() {
    assertThat(next(fenced(SOURCE, replica("b:1", "1-10")), LOSSY))
        .containsExactly(
            Acts.reportIncident(ID),
            Acts.resolve(ID),
            Acts.unfenceByForce(A),
            Acts.mark(B),
            Acts.closeIncident(ID));
  }

  @Test
  void oneThatIsNotFencedIsFencedFirst() {
    assertThat(next(States.world(SOURCE, replica("b:1", "1-10")), LOSSY))
        .startsWith(Acts.fence(A, ID))
        .doesNotContain(Acts.unfenceByForce(A));
  }

  @Test
  void whoIsAwayIsNamedAndWhoDiffersIsToBeChosen() {
    Node away =
        replica("c:1", "1-10")
            .withFailure(
                new OrchestratorException(
                    ErrorCode.CONNECTION_REFUSED, "c:1", "it is away", List.of("bring it back")),
                States.NOW);
    assertThat(next(fenced(SOURCE, replica("b:1", "1-10"), away), LOSSY))
        .contains(Acts.forget("c:1"), Acts.resolve(ID));
    assertThat(next(fenced(SOURCE, replica("b:1", "1-10:12"), replica("c:1", "1-11")), LOSSY))
        .contains(Acts.resolvePromoting(ID));
  }

  @Test
  void anIntermediateSourceHasNoSuccessor() {
    Node intermediate = States.of("a:1").replicatesFrom("s:1").reached();
    assertThat(NextAction.of(fenced(intermediate, replica("b:1", "1-10")), LOSSY))
        .contains(
            new NextAction(Acts.resolve(ID), "let its replicas replicate from its own source"));
  }

  @Test
  void oneThatLostItsPlaceIsRebuiltAndSalvagedOnlyIfItReplicates() {
    Incident replaced =
        LOSSY.replaced(Optional.of(new Incident.Replacement(States.NOW, B, "op-1")));
    assertThat(next(fenced(SOURCE), replaced))
        .containsExactly(Acts.reportIncident(ID), Acts.rebuild(A), Acts.unfence(A));
    assertThat(next(fenced(States.of("a:1").replicatesFrom("s:1").reached()), replaced))
        .containsExactly(
            Acts.reportIncident(ID),
            Acts.salvage(A),
            Acts.closeIncident(ID, "salvaged"),
            Acts.rebuild(A),
            Acts.unfence(A));
  }

  @Test
  void aReplicaThatWasLeftBehindWithItIsMarkedAsARebuildIsRefusedElse() {
    Incident replaced =
        LOSSY.replaced(Optional.of(new Incident.Replacement(States.NOW, B, "op-1")));
    assertThat(NextAction.of(fenced(SOURCE, replica("c:1", "1-10")), replaced))
        .containsSequence(
            new NextAction(
                Acts.markToRebuild("c:1", "left out with a:1"),
                "c:1 was left out with it: mark it for a rebuild, in which it loses all its data"),
            new NextAction(Acts.rebuild("c:1"), "then rebuild it"));
  }

  @Test
  void oneThatIsMarkedIsRebuilt() {
    WorldView marked =
        fenced(SOURCE)
            .with(kept ->
                kept.withRebuilds(
                    List.of(new RebuildMark(A, States.NOW, Optional.empty(), Optional.of(B)))));
    assertThat(next(marked, LOSSY))
        .containsExactly(Acts.rebuild(A), Acts.attachCopyAt(A), Acts.unfence(A));
    WorldView donorIsReplica =
        fenced(SOURCE, States.of("b:1").replicatesFrom("s:1").reached())
            .with(kept ->
                kept.withRebuilds(
                    List.of(new RebuildMark(A, States.NOW, Optional.empty(), Optional.of(B)))));
    assertThat(next(donorIsReplica, LOSSY)).contains(Acts.attachCopy(A));
  }

  @Test
  void whoIsAloneHasAllThatThereIs() {
    assertThat(next(fenced(SOURCE), LOSSY))
        .contains(Acts.unfenceByForce(A))
        .noneMatch(act -> act.action() == Action.REBUILD);
  }
}
