package io.tutti.operation.skip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.Missing;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.plan.Effect;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.Capability;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SkipPlannerTest {
  private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562:3";
  private static final ChannelGaps FREE = new ChannelGaps.Free("of the test");
  private static final ChannelGaps UNKNOWN = new ChannelGaps.Unknown("of the test");

  /** Says its method and arguments. */
  private static ReplicationStatements statements() {
    return (ReplicationStatements)
        Proxy.newProxyInstance(
            SkipPlannerTest.class.getClassLoader(),
            new Class<?>[] {ReplicationStatements.class},
            (proxy, method, arguments) -> {
              String text =
                  method.getName()
                      + Arrays.stream(arguments)
                          .map(Object::toString)
                          .collect(Collectors.joining(",", "(", ")"));
              Class<?> type = method.getReturnType();
              return type.equals(List.class)
                  ? List.of(text)
                  : type.equals(Optional.class) ? Optional.of(text) : text;
            });
  }

  private static Channel channel(
      Positioning positioning, ThreadState receiver, ThreadState applier, boolean fails) {
    return Channels.from("db1:3306")
        .named("east")
        .positioning(positioning)
        .receiver(receiver)
        .applier(applier)
        .error(
            fails
                ? Optional.of(new LastError(1062, "Duplicate entry", Optional.empty()))
                : Optional.empty())
        .build();
  }

  private static Channel failing(Positioning positioning) {
    return channel(positioning, ThreadState.RUNNING, ThreadState.STOPPED, true);
  }

  private static SkipPlanner planner(Channel channel, Capability... capabilities) {
    InstanceState state = States.of("db2:3306").channel(channel).build();
    return new SkipPlanner(state, statements(), Set.of(capabilities));
  }

  private static Subject subject(Channel channel, String gtid, boolean isNext, ChannelGaps gaps) {
    return new Subject(
        channel,
        TransactionSearchTest.at("b.000001", 200, gtid),
        isNext ? List.of() : List.of(TransactionSearchTest.at("b.000001", 100, gtid)),
        isNext,
        gaps);
  }

  @ParameterizedTest
  @CsvSource({
    "AUTO_POSITION, UUID_GTID,          " + UUID + ", false, skip.gtid",
    "LOG_POSITION,  UUID_GTID,          " + UUID + ", true,  skip.gtid",
    "LOG_POSITION,  WORKER_CHECKPOINTS, '',           true,  skip.next",
    "LOG_POSITION,  DOMAIN_GTID,        1-1-3,        true,  skip.next",
    "REPLICA_POS,   DOMAIN_GTID,        1-1-3,        true,  skip.next",
    "REPLICA_POS,   DOMAIN_GTID,        1-1-3,        false, skip.domain",
    "CURRENT_POS,   DOMAIN_GTID,        1-1-3,        false, skip.domain"
  })
  void choosesTheWay(
      Positioning positioning, Capability capability, String gtid, boolean isNext, String kinds) {
    Channel channel = failing(positioning);
    List<PlannedStep> steps =
        planner(channel, capability).steps(subject(channel, gtid, isNext, FREE));
    assertThat(steps.stream().map(PlannedStep::kind).collect(Collectors.joining(" ")))
        .isEqualTo(kinds);
  }

  @Test
  void anEmptyTransactionIsRightWhateverTheGaps() {
    Channel channel = failing(Positioning.AUTO_POSITION);
    SkipPlanner planner = planner(channel, Capability.UUID_GTID);
    Subject subject = subject(channel, UUID, false, UNKNOWN);
    assertThat(planner.steps(subject).getFirst().statements())
        .containsExactly("skipTransaction(" + UUID + ")", "start(APPLIER,east)");
    assertThat(planner.notes(subject, List.of("Inserts into shop.orders: @1=7.")))
        .anyMatch(note -> note.startsWith("Whether there are gaps is not known"))
        .last()
        .asString()
        .startsWith("After this the replica may differ from db1:3306");
  }

  /** What a person has stopped is not started, and what runs is stopped for a moment. */
  @Test
  void theApplierGoesOnAsItWas() {
    Channel stopped =
        channel(Positioning.AUTO_POSITION, ThreadState.RUNNING, ThreadState.STOPPED, false);
    assertThat(
            planner(stopped, Capability.UUID_GTID)
                .steps(subject(stopped, UUID, false, FREE))
                .getFirst()
                .statements())
        .containsExactly("skipTransaction(" + UUID + ")");
    Channel running =
        channel(Positioning.AUTO_POSITION, ThreadState.RUNNING, ThreadState.RUNNING, false);
    SkipPlanner planner = planner(running, Capability.UUID_GTID);
    Subject subject = subject(running, UUID, false, FREE);
    assertThat(planner.steps(subject).getFirst().statements())
        .startsWith("stop(" + ReplicationThread.APPLIER + ",east)")
        .endsWith("start(APPLIER,east)");
    assertThat(planner.steps(subject).getFirst().effects().orElseThrow())
        .extracting(Effect::kind)
        .containsExactly(Effect.Kind.APPLIER_STOPS, Effect.Kind.TRANSACTION_SKIPPED);
  }

  /** A server that closed gaps, failed, and begins again passes over others (5.7.22, 8.0.15). */
  @ParameterizedTest
  @CsvSource({
    "Worker 4 failed executing transaction '' at master log b.000001; end_log_pos 280, true",
    "Could not execute Write_rows event on table t, false"
  })
  void skipsAcrossAGapOnlyWhereAWorkerFailed(String message, boolean skips) {
    Channel channel =
        Channels.from("db1:3306")
            .applies(false)
            .error(Optional.of(new LastError(1062, message, Optional.empty())))
            .build();
    ChannelGaps open =
        new ChannelGaps.Open(
            new Missing.Located(
                List.of(TransactionSearchTest.at("b.000001", 200, "").transaction())),
            "of the test");
    SkipPlanner planner = planner(channel, Capability.WORKER_CHECKPOINTS);
    Subject subject = subject(channel, "", true, open);
    if (skips) {
      assertThat(planner.steps(subject)).hasSize(1);
    } else {
      assertThatThrownBy(() -> planner.steps(subject))
          .hasMessageContaining("may skip other transactions");
    }
  }

  @ParameterizedTest
  @CsvSource({
    // Unknown gaps, by position.
    "LOG_POSITION, RUNNING, STOPPED, WORKER_CHECKPOINTS, '',    true,  false, GAPS_UNKNOWN",
    // It runs.
    "LOG_POSITION, RUNNING, RUNNING, WORKER_CHECKPOINTS, '',    true,  true,  SKIP_NOT_SAFE",
    "REPLICA_POS,  RUNNING, RUNNING, DOMAIN_GTID,        1-1-3, false, true,  SKIP_NOT_SAFE",
    // Others come first.
    "LOG_POSITION, RUNNING, STOPPED, WORKER_CHECKPOINTS, '',    false, true,  SKIP_NOT_SAFE",
    "LOG_POSITION, RUNNING, STOPPED, DOMAIN_GTID,        1-1-3, false, true,  SKIP_NOT_SAFE",
    // What is received must be fetched again.
    "REPLICA_POS,  STOPPED, STOPPED, DOMAIN_GTID,        1-1-3, false, true,  SKIP_NOT_SAFE"
  })
  void refusesWhatIsNotProved(
      Positioning positioning,
      ThreadState receiver,
      ThreadState applier,
      Capability capability,
      String gtid,
      boolean isNext,
      boolean free,
      ErrorCode code) {
    Channel channel = channel(positioning, receiver, applier, true);
    assertThatThrownBy(() ->
            planner(channel, capability)
                .steps(subject(channel, gtid, isNext, free ? FREE : UNKNOWN)))
        .isInstanceOfSatisfying(
            OrchestratorException.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }
}
