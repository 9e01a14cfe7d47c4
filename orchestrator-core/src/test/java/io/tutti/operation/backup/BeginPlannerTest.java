package io.tutti.operation.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.server.Servers;
import io.tutti.plan.Nothing;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BeginPlannerTest {
  private static final Duration LEASE = Duration.ofMinutes(90);

  private static Channel channel(String name, boolean applies) {
    return Channels.from("db1:3306").named(name).applies(applies).build();
  }

  private static Plan plan(
      Optional<Candidates.Picked> picked, Map<String, List<PlannedStep>> closing, Channel... of) {
    return planOf("0", picked, closing, of);
  }

  private static Plan planOf(
      String relayLogSpace,
      Optional<Candidates.Picked> picked,
      Map<String, List<PlannedStep>> closing,
      Channel... of) {
    States states = States.of("db7:3306").setting("relay_log_space_limit", relayLogSpace);
    List.of(of).forEach(states::channel);
    InstanceState state = states.build();
    BeginRequest request =
        new BeginRequest("db7:3306", false, Optional.empty(), LEASE, Duration.ofMinutes(1));
    try (Servers.Session session =
        new HeldWorld().open(HeldWorld.REPLICA, Deadline.after(Duration.ofMinutes(1)))) {
      return new BeginPlanner(
              request.toGoal(),
              request,
              "db1:3306",
              picked,
              session.provider().replicationStatements(state.version().version()))
          .plan(state, state.knownChannels(), closing);
    }
  }

  private static List<String> kinds(Plan plan) {
    return plan.steps().stream()
        .map(step ->
            step.kind()
                + (step.work() instanceof OneApplier(String channel, Duration deadline)
                    ? "/" + channel
                    : ""))
        .toList();
  }

  @Test
  void aRunningApplierIsWaitedForThenStoppedThenProved() {
    Plan plan = plan(Optional.empty(), Map.of(), channel("", true));
    assertThat(kinds(plan))
        .containsExactly("backup.settle/", "backup.freeze/", "backup.close/", "backup.record");
    assertThat(plan.steps().get(1).statements()).containsExactly("STOP APPLIER");
    assertThat(plan.effects().getFirst().sentence())
        .isEqualTo(
            "The applier of db7:3306 stops, for about 90 min, until the backup session ends.");
    assertThat(plan.steps().getLast().work())
        .isEqualTo(new RecordStep.Work(LEASE, new TreeMap<>(Map.of("", true)), Optional.empty()));
    assertThat(plan.steps().getLast().description()).contains("1h30m");
  }

  @Test
  void aLimitOfItsRelayLogsIsSaid() {
    assertThat(planOf("1048576", Optional.empty(), Map.of(), channel("", true)).notes().toString())
        .contains("may take 1048576 bytes (relay_log_space_limit)");
    assertThat(plan(Optional.empty(), Map.of(), channel("", true)).notes().toString())
        .doesNotContain("relay_log_space_limit");
  }

  @Test
  void aStoppedApplierStaysAsItIsAndWhatClosesItsGapsIsShown() {
    PlannedStep known =
        PlannedStep.of(
                "gaps.until",
                InstanceAddress.parse("db7:3306"),
                "gaps.",
                Nothing.NOTHING,
                "let the applier close its gaps")
            .withStatements("START UNTIL");
    Plan plan = plan(Optional.empty(), Map.of("", List.of(known)), channel("", false));
    assertThat(kinds(plan)).containsExactly("backup.freeze/", "backup.close/", "backup.record");
    assertThat(plan.steps().getFirst().statements()).isEmpty();
    assertThat(plan.steps().get(1).statements()).containsExactly("START UNTIL");
    assertThat(plan.steps().get(1).description()).isEqualTo("let the applier close its gaps");
    assertThat(plan.steps().getLast().work(RecordStep.Work.class).ran().get("")).isFalse();
    assertThat(plan.effects()).isEmpty();
  }

  @Test
  void allChannelsAreStoppedBeforeGapsAreClosed() {
    assertThat(
            kinds(plan(Optional.empty(), Map.of(), channel("east", true), channel("west", false))))
        .containsExactly(
            "backup.settle/east",
            "backup.freeze/east",
            "backup.freeze/west",
            "backup.close/east",
            "backup.close/west",
            "backup.record");
  }

  @Test
  void whatChangesFromMomentToMomentDoesNotChangeThePlan() {
    InstanceAddress db7 = InstanceAddress.parse("db7:3306");
    Plan one =
        plan(Optional.of(new Candidates.Picked(db7, "of 2", "0 s")), Map.of(), channel("", true));
    Plan later =
        plan(Optional.of(new Candidates.Picked(db7, "of 2", "3 s")), Map.of(), channel("", true));
    assertThat(one.doesTheSameAs(later)).isTrue();
    assertThat(later.steps().getLast().description()).contains("picked of 2; 3 s");
  }

  @Test
  void aLeaseAndADeadlineHaveTheirBounds() {
    for (Duration lease : List.of(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofDays(4))) {
      assertThatThrownBy(() ->
              new BeginRequest("db7:3306", false, Optional.empty(), lease, Duration.ofMinutes(1)))
          .isInstanceOfSatisfying(
              OrchestratorException.class,
              refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_REQUEST));
    }
    assertThatThrownBy(
            () -> new BeginRequest("db7:3306", false, Optional.empty(), LEASE, Duration.ofHours(3)))
        .isInstanceOf(OrchestratorException.class);
  }
}
