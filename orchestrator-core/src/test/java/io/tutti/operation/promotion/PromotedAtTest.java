package io.tutti.operation.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.operation.gaps.RanThreads;
import io.tutti.operation.gaps.Stoppage;
import io.tutti.plan.Nothing;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationId;
import io.tutti.plan.OperationRequest;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.plan.StepProgress;
import io.tutti.plan.StepState;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is kept with the operation that promoted a server says where both binlogs were then. */
class PromotedAtTest {
  private static final InstanceAddress LOST = InstanceAddress.parse("a:1");
  private static final InstanceAddress NEXT = InstanceAddress.parse("b:1");
  private static final InstanceAddress LATER = InstanceAddress.parse("c:1");
  private static final BinlogPosition HAD = BinlogPosition.parse("binlog.000003:4711");
  private static final BinlogPosition BEGAN = BinlogPosition.parse("log.000001:815");
  private static final Stoppage.Noted STOPPED =
      new Stoppage.Noted(new RanThreads(true, false), "mark");
  private static final TopologySnapshot NOBODY = States.world().topology();

  private static Operation promoting(
      InstanceAddress lost, InstanceAddress next, Has had, StepState opened) {
    PlannedStep catchUp =
        PlannedStep.of(CatchUpStep.KIND, next, "channel", Nothing.NOTHING, "let it apply all");
    PlannedStep open =
        PlannedStep.of(OpenStep.KIND, next, "writes", Nothing.NOTHING, "let clients write")
            .withSeen(new OpenStep.InPlaceOf(lost, List.of()));
    Operation planned =
        Operation.planned(
            OperationId.at(States.NOW, new Random(1)),
            Plan.of(
                FailoverRequest.ofBest(lost, Optional.empty()).toGoal(),
                Scope.of("a", List.of(next)),
                List.of(catchUp, open)),
            new OperationRequest("anna", Optional.empty(), States.NOW));
    return planned
        .withStep(
            0,
            StepProgress.PENDING
                .running(new CatchUpStep.Before(STOPPED, had))
                .withState(StepState.DONE))
        .withStep(
            1,
            StepProgress.PENDING
                .running(
                    new OpenStep.Before(
                        new TreeMap<>(),
                        new HadBefore(Observed.known(MySqlGtidSet.EMPTY), Observed.known(BEGAN))))
                .withState(opened));
  }

  private static Operation done(InstanceAddress lost, InstanceAddress next) {
    return promoting(lost, next, new Has.UpTo(HAD), StepState.DONE);
  }

  private static Optional<PromotedAt> found(Operation... newestFirst) {
    return PromotedAt.of(NOBODY, LOST, List.of(newestFirst));
  }

  @Test
  void bothPlacesAreThoseOfTheOperationThatPromotedIt() {
    assertThat(found(done(LATER, LOST), done(LOST, NEXT)))
        .hasValueSatisfying(promoted -> {
          assertThat(promoted.successor()).isEqualTo(NEXT);
          assertThat(promoted.had()).contains(HAD);
          assertThat(promoted.began()).contains(BEGAN);
        });
  }

  @Test
  void whoTookThePlaceLastCounts() {
    assertThat(found(done(LOST, LATER), done(LOST, NEXT)))
        .map(PromotedAt::successor)
        .contains(LATER);
  }

  @Test
  void anOperationThatOpenedNobodyTookNoPlace() {
    assertThat(found(promoting(LOST, NEXT, new Has.UpTo(HAD), StepState.UNDONE))).isEmpty();
    assertThat(found()).isEmpty();
  }

  @Test
  void byNameThereIsNoPlace() {
    Has named = new Has.Named(MySqlGtidSet.EMPTY);
    assertThat(found(promoting(LOST, NEXT, named, StepState.DONE)))
        .hasValueSatisfying(promoted -> assertThat(promoted.had()).isEmpty());
  }
}
