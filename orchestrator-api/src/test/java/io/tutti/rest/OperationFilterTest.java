package io.tutti.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationId;
import io.tutti.plan.OperationRequest;
import io.tutti.plan.OperationState;
import io.tutti.plan.Plan;
import io.tutti.plan.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationFilterTest {
  private static final Instant AT = Instant.parse("2026-11-23T08:00:00Z");

  private record Wanted(String what) {}

  private static final Operation OPERATION =
      Operation.planned(
          new OperationId("one"),
          Plan.of(
              new Goal("crash.fence", "db7:3306", new Wanted("it")),
              Scope.of("orders", List.of(InstanceAddress.parse("db7:3306"))),
              List.of()),
          new OperationRequest("anna", Optional.empty(), AT));

  private static OperationFilter filter(
      String target, String actor, String kind, String state, String since) {
    return new OperationFilter(
        given(target),
        given(actor),
        given(kind),
        given(state).map(OperationState::valueOf),
        given(since).map(Past::since));
  }

  private static Optional<String> given(String text) {
    return Optional.of(text).filter(each -> !each.equals("-"));
  }

  @ParameterizedTest
  @CsvSource({
    "-,-,-,-,-,true",
    "db7:3306,anna,crash.fence,PLANNED,2026-11-23T08:00:00Z,true",
    "-,-,crash,-,-,true",
    "-,-,cras,-,-,false",
    "db8:3306,-,-,-,-,false",
    "-,bob,-,-,-,false",
    "-,-,-,RUNNING,-,false",
    "-,-,-,-,2026-11-23T08:00:01Z,false"
  })
  void takesWhatFitsAllThatIsGiven(
      String target, String actor, String kind, String state, String since, boolean taken) {
    assertThat(filter(target, actor, kind, state, since).takes(OPERATION)).isEqualTo(taken);
  }

  @Test
  void refusesTimesAndLimitsThatAreNone() {
    assertThatThrownBy(() -> Past.since("yesterday"))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("yesterday");
    assertThatThrownBy(() -> Past.limit(0, 10)).hasMessageContaining("between 1 and 10");
    assertThat(Past.limit(10, 10)).isEqualTo(10);
  }
}
