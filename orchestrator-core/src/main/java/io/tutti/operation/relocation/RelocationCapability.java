package io.tutti.operation.relocation;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.StepKind;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.operation.server.StoredAccount;
import io.tutti.plan.Kind;
import io.tutti.plan.Nothing;
import io.tutti.spi.Credentials;
import java.util.List;
import java.util.Optional;

/** Moves a replica, with what is below it, to another source. */
public final class RelocationCapability {
  private RelocationCapability() {}

  public static Capability of(Ports ports) {
    return Capability.of(
        "relocation",
        List.of(
            new RelocationPlanning(
                ports.servers(), ports.world(), new StoredAccount(ports.replica())),
            new DetachPlanning(ports.servers(), ports.world(), false),
            new DetachPlanning(ports.servers(), ports.world(), true),
            new JoinPlanning(ports.servers(), ports.world(), ports.replica())),
        kinds(GapsEnvironment.of(ports), ports.replica()),
        records());
  }

  private static List<StepKind<?>> kinds(
      GapsEnvironment environment, Optional<Credentials> replica) {
    return List.of(
        StepKind.of(
            MoveStep.KIND,
            MoveStep.Work.class,
            MoveStep.Before.class,
            planned -> new MoveStep(environment, new StoredAccount(replica), planned)),
        StepKind.of(
            JoinStep.KIND,
            JoinStep.Work.class,
            Nothing.class,
            planned -> new JoinStep(environment, replica, planned)),
        StepKind.of(
            MeetStep.KIND,
            Meeting.class,
            Nothing.class,
            planned -> new MeetStep(environment, planned)),
        StepKind.of(
            UntilPlaceStep.KIND,
            Meeting.class,
            Nothing.class,
            planned -> new UntilPlaceStep(environment, planned)),
        StepKind.of(
            PlaceStep.KIND,
            Meeting.class,
            PlaceStep.Before.class,
            planned -> new PlaceStep(environment, planned)),
        StepKind.of(
            GoOnStep.KIND,
            ChannelFrom.class,
            GoOnStep.Before.class,
            planned -> new GoOnStep(environment, planned)));
  }

  private static List<Kind> records() {
    return List.of(
        Kind.of("relocation.goal", RelocateRequest.class),
        Kind.of("relocation.channel", ChannelRequest.class),
        Kind.of("relocation.join.goal", JoinRequest.class),
        Kind.of("relocation.join", JoinStep.Work.class),
        Kind.of("relocation.go-on.before", GoOnStep.Before.class),
        Kind.of("relocation.meeting", Meeting.class),
        Kind.of("relocation.place.before", PlaceStep.Before.class),
        Kind.of("relocation.move", MoveStep.Work.class),
        Kind.of("relocation.move.before", MoveStep.Before.class));
  }
}
