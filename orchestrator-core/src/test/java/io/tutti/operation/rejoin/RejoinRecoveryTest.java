package io.tutti.operation.rejoin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.analysis.Analysis;
import io.tutti.analysis.Finding;
import io.tutti.analysis.FindingCatalogue;
import io.tutti.analysis.FindingCode;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.operation.fence.FenceRequest;
import io.tutti.recovery.Case;
import io.tutti.recovery.Decision;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.topology.Circumstances;
import io.tutti.topology.Fence;
import io.tutti.topology.FormerLook;
import io.tutti.topology.FormerLook.More;
import io.tutti.topology.WorldView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is decided about an old source that is back. */
class RejoinRecoveryTest {

  private static Decision decision(SimulatedCluster cluster) {
    return decision(cluster.view());
  }

  private static Decision decision(WorldView view) {
    assertThat(RejoinRecovery.cases(view, RejoinPolicy.OFF)).isEmpty();
    return RejoinRecovery.cases(view, RejoinPolicy.AUTO).stream()
        .map(Case::decision)
        .reduce((one, other) -> {
          throw new AssertionError("two cases");
        })
        .orElseThrow();
  }

  @Test
  void oneThatHasNothingMoreRejoins() {
    assertThat(decision(RejoinFaultsTest.back(Naming.UUIDS))).isInstanceOf(Decision.Recover.class);
    assertThat(decision(RejoinFaultsTest.back(Naming.DOMAINS)))
        .isInstanceOf(Decision.Recover.class);
  }

  @Test
  void oneThatHasMoreWaitsForAPerson() {
    assertThat(decision(RejoinFaultsTest.back(Naming.UUIDS, 1)))
        .isInstanceOf(Decision.AskOperator.class);
  }

  @Test
  void oneWithoutGtidsWaitsUntilItsBinlogWasRead() {
    WorldView back = RejoinFaultsTest.back(Naming.PLACES).view();

    assertThat(decision(back)).isInstanceOf(Decision.AskOperator.class);
    assertThat(decision(looked(back, Observed.unknown("it was cut off"))))
        .isInstanceOf(Decision.AskOperator.class);
    assertThat(decision(looked(back, Observed.known(More.NOTHING))))
        .isInstanceOf(Decision.Recover.class);
  }

  @Test
  void oneWithoutGtidsThatHasMoreIsFoundAndWaitsForAPerson() {
    WorldView back =
        looked(
            RejoinFaultsTest.back(Naming.PLACES, 1).view(),
            Observed.known(new More(2, List.of("binlog.000002:4-300"))));

    assertThat(decision(back)).isInstanceOf(Decision.AskOperator.class);
    assertThat(found(back))
        .contains("2 transactions that no client finds there: binlog.000002:4-300 and 1 more");
  }

  /** What was read before it had grown, or against another one, counts for nothing. */
  @Test
  void aLookFromBeforeItGrewIsNotBelieved() {
    WorldView back = RejoinFaultsTest.back(Naming.PLACES).view();
    Returned now = FormerLooks.returned(back).getFirst();

    assertThat(
            decision(
                with(
                    back,
                    now,
                    new FormerLook(
                        now.source().address(),
                        BinlogPosition.firstOf("binlog.000001"),
                        Observed.known(More.NOTHING)))))
        .isInstanceOf(Decision.AskOperator.class);
  }

  private static String found(WorldView view) {
    return new Analysis(FindingCatalogue.rules())
        .findings(view).stream()
            .filter(each -> each.code() == FindingCode.FORMER_SOURCE_HAS_MORE)
            .map(Finding::toString)
            .collect(Collectors.joining());
  }

  private static WorldView looked(WorldView back, Observed<More> more) {
    Returned now = FormerLooks.returned(back).getFirst();
    return with(
        back,
        now,
        new FormerLook(
            now.source().address(),
            now.former().binlog().position().asOptional().orElseThrow(),
            more));
  }

  private static WorldView with(WorldView back, Returned former, FormerLook look) {
    Circumstances none = Circumstances.NOTHING;
    return back.where(
        new Circumstances(
            none.tags(),
            none.aliases(),
            none.trusted(),
            none.holds(),
            none.silences(),
            none.mayAttach(),
            Map.of(former.former().address(), look)));
  }

  @Test
  void whatAPersonFencedIsLeftAlone() {
    SimulatedCluster cluster = RejoinFaultsTest.back(Naming.UUIDS);
    Fence fence = cluster.fences().find(cluster.server("db1").address()).orElseThrow();
    assertThat(fence.why()).contains(FenceRequest.REPLACED);
    cluster
        .fences()
        .save(
            new Fence(
                fence.id(),
                fence.instance(),
                fence.since(),
                Optional.of("I look at it"),
                fence.incident(),
                fence.shut(),
                fence.before(),
                fence.receivers(),
                fence.members(),
                fence.open()));
    assertThat(RejoinRecovery.cases(cluster.view(), RejoinPolicy.AUTO)).isEmpty();
  }
}
