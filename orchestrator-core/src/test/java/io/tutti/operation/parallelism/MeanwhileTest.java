package io.tutti.operation.parallelism;

import static io.tutti.operation.fixtures.Fault.CONTROLLER_KILLED;
import static io.tutti.operation.fixtures.Fault.SOMEBODY_ACTS;
import static io.tutti.operation.fixtures.Fault.VERIFICATION_FAILS;
import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.operation.fixtures.OperationScenario.step;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.fixtures.Moment;
import io.tutti.operation.fixtures.OperationScenario;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What somebody does to a replica after it was changed, and while the operation goes on, stays. */
class MeanwhileTest {
  private static final String SET = "set type=B, workers=8 on db7";
  private static final String WATCH = "watch db7:3306 for 5 s";
  private static final String KEEP = "remember the former settings of db7";

  private final ParallelWorld world =
      new ParallelWorld().with("db7:3306", true, Map.of("workers", "2"));
  private final Goal goal =
      ParallelismRequest.apply(
              List.of(InstanceAddress.parse("db7:3306")),
              Map.of("workers", "8", "type", "B"),
              false)
          .toGoal(ParallelismRequest.APPLY);

  private OperationScenario operation() {
    return assertThatOperation(goal).on(world);
  }

  private ParallelWorld.Shown replica() {
    return world.replica("db7:3306");
  }

  static Stream<Arguments> everyMomentAfterTheChange() {
    return Stream.concat(
        Moment.inEach(List.of(SET), Set.of(Moment.AFTER_DONE)),
        Moment.inEach(List.of(WATCH, KEEP), Moment.FORWARD));
  }

  static Stream<Arguments> everyMomentOfTheWayBack() {
    // A watch has nothing to put back.
    return Stream.concat(
        Moment.inEach(List.of(KEEP), Moment.BACK),
        Moment.inEach(List.of(WATCH), Set.of(Moment.AFTER_UNDO_VERIFY, Moment.AFTER_UNDONE)));
  }

  private static Consumer<Operation> whatStays(String sentence) {
    return ended ->
        assertThat(ended.why().sentence())
            .contains(sentence)
            .contains("That stays; all else was restored as it was.");
  }

  private void shows(boolean applies, String workers, String type) {
    assertThat(replica().applies()).isEqualTo(applies);
    assertThat(replica().values()).containsEntry("workers", workers).containsEntry("type", type);
  }

  @Test
  void aStopDuringTheWatchIsTheEndOfIt() {
    world.whereSomebody(ParallelWorld.Shown::stopped);

    operation()
        .experiencing(SOMEBODY_ACTS)
        .at(Moment.AFTER_JOURNAL, step(WATCH))
        .endsAs(UNDONE)
        .because(ended -> {
          assertThat(ended.why().sentence())
              .contains("somebody else has stopped it")
              .contains("That stays; all else was restored as it was.");
          assertThat(ended.why().remedies())
              .singleElement()
              .satisfies(
                  remedy -> assertThat(remedy.toString()).contains("whoever has stopped it"));
        });

    shows(false, "2", "A");
    assertThat(world.statements().stream().filter(said -> said.contains("START"))).hasSize(1);
  }

  @Test
  void aValueThatIsSetDuringTheWatchStays() {
    world.whereSomebody(replica -> replica.with("workers", "7"));

    operation()
        .experiencing(SOMEBODY_ACTS)
        .at(Moment.AFTER_JOURNAL, step(WATCH))
        .endsAs(UNDONE)
        .because(whatStays("workers of db7:3306 is 7, which somebody else has set"));

    shows(true, "7", "A");
  }

  /** It shows the server nothing new, but counts. */
  @Test
  void aStopWhileTheApplierIsStoppedForTheChangeStays() {
    world.whereSomebodyStopsBefore("SET");

    operation()
        .endsAs(UNDONE)
        .because(whatStays("somebody else has asked the server to stop replication"));

    shows(false, "2", "A");
    assertThat(world.statements()).noneMatch(said -> said.contains("START"));
  }

  @Test
  void aValueThatIsSetBeforeWeComeToSetItStays() {
    world.whereSomebodySetsBefore("STOP", "workers", "7");

    operation()
        .endsAs(UNDONE)
        .because(
            whatStays("workers of db7:3306 is 7, which somebody else has set in the meantime."));

    shows(true, "7", "A");
    assertThat(world.statements()).noneMatch(said -> said.contains("SET"));
  }

  @Test
  void aValueWithWhichAnotherProcessBeganIsSetOver() {
    world.whereItIsRestartedBefore("STOP", "workers", "7");

    operation().endsAs(SUCCEEDED);

    shows(true, "8", "B");
  }

  /** The last look before it is started cannot see it. */
  @Test
  void aStopJustBeforeTheApplierIsStartedStays() {
    world.whereSomebodyStopsBefore("START");

    operation()
        .endsAs(UNDONE)
        .because(whatStays("somebody else has asked the server to stop replication"));

    shows(false, "2", "A");
  }

  /** It ran when it was read, and stands when it is to be stopped. */
  @Test
  void aStopBeforeTheApplierIsStoppedStays() {
    world.whereSomebody(ParallelWorld.Shown::stopped);

    operation()
        .experiencing(SOMEBODY_ACTS)
        .at(Moment.AFTER_JOURNAL, step(SET))
        .endsAs(UNDONE)
        .because(whatStays("somebody else has asked the server to stop replication"));

    shows(false, "2", "A");
    assertThat(world.statements()).isEmpty();
  }

  @Test
  void aStopWhileItIsStoppedToBePutBackStaysToo() {
    world.whereSomebodyStopsBefore("SET workers=2");

    operation()
        .experiencing(VERIFICATION_FAILS)
        .at(Moment.AFTER_JOURNAL, step(KEEP))
        .endsAs(UNDONE);

    shows(false, "2", "A");
  }

  @ParameterizedTest
  @MethodSource("everyMomentAfterTheChange")
  void aStopStaysWheneverItComes(String step, Moment moment) {
    world.whereSomebody(ParallelWorld.Shown::stopped);

    operation().experiencing(SOMEBODY_ACTS).at(moment, step(step)).endsAs(UNDONE, SUCCEEDED);

    assertThat(replica().applies()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("everyMomentAfterTheChange")
  void aValueStaysWheneverItIsSet(String step, Moment moment) {
    world.whereSomebody(replica -> replica.with("workers", "7"));

    operation().experiencing(SOMEBODY_ACTS).at(moment, step(step)).endsAs(UNDONE, SUCCEEDED);

    assertThat(replica().values()).containsEntry("workers", "7");
    assertThat(replica().applies()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("everyMomentAfterTheChange")
  void theNextControllerLeavesItToo(String step, Moment moment) {
    world.whereSomebody(replica -> replica.with("workers", "7").stopped());

    operation()
        .experiencing(SOMEBODY_ACTS)
        .at(moment, step(step))
        .and(CONTROLLER_KILLED)
        .at(moment, step(step))
        .afterRestart()
        .endsAs(UNDONE, SUCCEEDED);

    assertThat(replica().values()).containsEntry("workers", "7");
    assertThat(replica().applies()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("everyMomentOfTheWayBack")
  void itStaysOnTheWayBackToo(String step, Moment moment) {
    world.whereSomebody(replica -> replica.with("workers", "7").stopped());

    operation()
        .experiencing(VERIFICATION_FAILS)
        .at(Moment.AFTER_JOURNAL, step(KEEP))
        .and(SOMEBODY_ACTS)
        .at(moment, step(step))
        .endsAs(UNDONE);

    assertThat(replica().values()).containsEntry("workers", "7").containsEntry("type", "A");
    assertThat(replica().applies()).isFalse();
  }

  @Test
  void aRestartIsNobodysDoing() {
    ParallelWorld restarted =
        world.whereSomebody(replica -> replica.with("workers", "2").with("type", "A"));

    operation()
        .experiencing(SOMEBODY_ACTS)
        .at(Moment.AFTER_JOURNAL, step(WATCH))
        .endsAs(UNDONE, SUCCEEDED);

    assertThat(restarted.replica("db7:3306").applies()).isTrue();
  }
}
