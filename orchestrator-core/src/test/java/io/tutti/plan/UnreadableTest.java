package io.tutti.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnreadableTest {
  private static final Unreadable LATER =
      new Unreadable("lamp.dimmed", 2, "{}", "there is no such kind");

  private record Way(String kind, Record work) {}

  private record Before(Optional<Way> way, List<Way> ways, Map<String, Way> byName) {}

  @Test
  void isFoundHoweverDeepItIs() {
    Way way = new Way("lamp", LATER);
    for (Record each :
        List.of(
            LATER,
            way,
            new Before(Optional.of(way), List.of(), Map.of()),
            new Before(Optional.empty(), List.of(new Way("lamp", Nothing.NOTHING), way), Map.of()),
            new Before(Optional.empty(), List.of(), Map.of("lamp", way)))) {
      assertThat(Unreadable.in(each)).as("%s", each).contains(LATER);
    }
  }

  @Test
  void anOperationReportsItWhereverItIs() {
    InstanceAddress lamp = InstanceAddress.parse("db7:3306");
    PlannedStep step = PlannedStep.of("lamp", lamp, "lamp", Nothing.NOTHING, "switch it on");
    Operation planned =
        Operation.planned(
            new OperationId("one"),
            Plan.of(
                new Goal("lamp.on", "db7:3306", Nothing.NOTHING),
                Scope.of("main", List.of(lamp)),
                List.of(step)),
            new OperationRequest("anna", Optional.empty(), Instant.EPOCH));
    assertThat(planned.unreadable()).isEmpty();
    assertThat(
            planned.withStep(0, StepProgress.PENDING.running(new Way("lamp", LATER))).unreadable())
        .contains(LATER);
  }

  @Test
  void isNotFoundWhereAllCanBeRead() {
    Way way = new Way("lamp", Nothing.NOTHING);
    assertThat(Unreadable.in(Nothing.NOTHING)).isEmpty();
    assertThat(Unreadable.in(new Before(Optional.of(way), List.of(way), Map.of("lamp", way))))
        .isEmpty();
  }
}
