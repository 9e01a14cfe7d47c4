package io.tutti.operation.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.crash.Incident;
import io.tutti.fixtures.Incidents;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.operation.promotion.AccountStep.Received;
import io.tutti.operation.promotion.ReturnedSource.Part;
import io.tutti.plan.Nothing;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationId;
import io.tutti.plan.OperationRequest;
import io.tutti.plan.OperationState;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Reason;
import io.tutti.plan.Scope;
import io.tutti.plan.Why;
import io.tutti.promotion.AckProof;
import io.tutti.promotion.AckProof.Member;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.topology.TopologySnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** It wrote 1-20, of which who took its place has 1-15. */
class ReturnedSourceTest {
  private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final InstanceAddress OLD = InstanceAddress.parse("a:1");
  private static final InstanceAddress NEXT = InstanceAddress.parse("b:1");
  private static final Instant AFTERWARDS = Incidents.of("a:1").noticedAt();

  private static GtidSet names(String numbers) {
    return GtidSet.parse(UUID + ":" + numbers);
  }

  private static TopologySnapshot snapshot() {
    return States.world(
            States.of("a:1").uuid(UUID).gtid("ON", Observed.known(names("1-20"))).reached(),
            States.of("b:1")
                .uuid("4e11fa47-71ca-11e1-9e33-c80aa9429562")
                .gtid("ON", Observed.known(names("1-15")))
                .reached())
        .topology();
  }

  private static Incident incident(Observed<GtidSet> atStart) {
    Incident.Evidence none = Incident.Evidence.NONE_YET;
    return Incidents.of("a:1")
        .with(
            new Incident.Evidence(
                none.end(),
                none.host(),
                none.errorLog(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                atStart));
  }

  private static Incident startedWith(String numbers) {
    return incident(Observed.known(names(numbers)));
  }

  /** One acknowledgement was needed of two that could give it, of which one or both are read. */
  private static Optional<AckProof.Watched> acks(String other, boolean hasEnded) {
    return Optional.of(
        new AckProof.Watched(
            OLD,
            1,
            List.of(
                new Member(NEXT, AckProof.READ), new Member(InstanceAddress.parse("c:1"), other)),
            0,
            States.NOW,
            States.NOW,
            States.NOW,
            hasEnded));
  }

  private static Operation failover(Optional<AckProof.Watched> acks, String read) {
    PlannedStep account =
        PlannedStep.of(AccountStep.KIND, NEXT, "account", Nothing.NOTHING, "say it")
            .withSeen(
                new AccountStep.Seen(
                    List.of(),
                    List.of(new Received(OLD, new Has.Named(names(read)))),
                    acks,
                    Optional.empty(),
                    Optional.empty()));
    Plan plan =
        Plan.of(
            FailoverRequest.ofBest(OLD, Optional.empty()).toGoal(),
            Scope.of("a:1", List.of(NEXT)),
            List.of(account));
    Why why = Why.of(Reason.ASKED_FOR);
    return Operation.planned(
            OperationId.at(AFTERWARDS, new Random(1)),
            plan,
            new OperationRequest("anna", Optional.empty(), AFTERWARDS))
        .withState(OperationState.RUNNING, why)
        .withState(OperationState.VERIFYING, why)
        .withState(OperationState.SUCCEEDED, why);
  }

  private static List<Part> parts(Incident incident, Optional<AckProof.Watched> acks, String read) {
    return ReturnedSource.of(snapshot(), incident, List.of(failover(acks, read)));
  }

  @Test
  void whatSemiSyncProvesWasNeverAcknowledged() {
    assertThat(parts(startedWith("1-20"), acks(AckProof.READ, true), "1-12"))
        .singleElement()
        .satisfies(each -> {
          assertThat(each.isNeverAcknowledged()).isTrue();
          assertThat(each.gtids()).isEqualTo(names("16-20"));
          assertThat(each.sentence())
              .startsWith(UUID + ":16-20 was never acknowledged")
              .contains("Semi-sync: each commit of a:1 needed 1 acknowledgement");
        });
  }

  @Test
  void whatItWroteAfterItsStartAndWhatItWasSeenToHaveMayHaveBeen() {
    List<Part> parts = parts(startedWith("1-18"), acks(AckProof.READ, true), "1-16");

    assertThat(parts)
        .extracting(Part::gtids)
        .containsExactly(names("17-18"), names("16"), names("19-20"));
    assertThat(parts).extracting(Part::isNeverAcknowledged).containsExactly(true, false, false);
    assertThat(parts.getLast().sentence()).contains("after its start");
  }

  @Test
  void withoutAProofAllOfItMayHaveBeen() {
    for (Optional<AckProof.Watched> each :
        List.of(
            Optional.<AckProof.Watched>empty(),
            acks("does not answer", true),
            acks(AckProof.READ, false))) {
      assertThat(parts(startedWith("1-20"), each, "1-12"))
          .singleElement()
          .satisfies(said -> {
            assertThat(said.isNeverAcknowledged()).isFalse();
            assertThat(said.gtids()).isEqualTo(names("16-20"));
          });
    }
    assertThat(parts(incident(Observed.unknown("away")), acks(AckProof.READ, true), "1-12"))
        .singleElement()
        .satisfies(said -> assertThat(said.isNeverAcknowledged()).isFalse());
  }

  @Test
  void nothingIsSaidWhereItWasNotFailedOver() {
    assertThat(ReturnedSource.of(snapshot(), startedWith("1-20"), List.of())).isEmpty();
    Operation undone =
        Operation.planned(
            OperationId.at(AFTERWARDS, new Random(1)),
            failover(Optional.empty(), "1-12").plan(),
            new OperationRequest("anna", Optional.empty(), AFTERWARDS));
    assertThat(ReturnedSource.of(snapshot(), startedWith("1-20"), List.of(undone))).isEmpty();
  }
}
