package io.tutti.operation.backup;

import static io.tutti.operation.fixtures.Fault.CANCELLED;
import static io.tutti.operation.fixtures.Fault.CONNECTION_LOST;
import static io.tutti.operation.fixtures.Fault.CONTROLLER_KILLED;
import static io.tutti.operation.fixtures.Fault.DISPLACED;
import static io.tutti.operation.fixtures.Fault.SERVER_DOWN_THEN_BACK;
import static io.tutti.operation.fixtures.Fault.SERVER_RESTARTED;
import static io.tutti.operation.fixtures.Fault.SOMEBODY_ACTS;
import static io.tutti.operation.fixtures.Fault.STEP_FAILS;
import static io.tutti.operation.fixtures.Fault.VERIFICATION_FAILS;
import static io.tutti.operation.fixtures.OperationScenario.assertThatOperation;
import static io.tutti.operation.fixtures.OperationScenario.step;
import static io.tutti.plan.OperationState.FAILED;
import static io.tutti.plan.OperationState.SUCCEEDED;
import static io.tutti.plan.OperationState.UNDONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.operation.fixtures.Moment;
import io.tutti.operation.fixtures.OperationScenario;
import io.tutti.plan.Goal;
import io.tutti.plan.OperationState;
import io.tutti.topology.BackupSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever fails at whichever step: either a session is open and the applier is stopped, or none is
 * and the applier does what it did before.
 */
class BackupFaultsTest {
  private static final List<String> BEGINNING =
      List.of(
          "wait until the applier",
          "stop the applier",
          "close the gaps",
          "prove that db7:3306 has no gap");
  private static final List<String> ENDING = List.of("start the applier", "end the backup session");

  private final HeldWorld world = new HeldWorld(true);

  private static Goal begin() {
    return new BeginRequest(
            HeldWorld.REPLICA.toString(),
            false,
            Optional.empty(),
            Duration.ofHours(1),
            Duration.ofMinutes(1))
        .toGoal();
  }

  private OperationScenario beginning() {
    return assertThatOperation(begin()).on(world);
  }

  private BackupSession open() {
    return world.sessions().findOpen(HeldWorld.REPLICA).orElseThrow();
  }

  private OperationScenario ending() {
    beginning().endsAs(SUCCEEDED);
    return assertThatOperation(EndRequest.asked(open()).toGoal()).on(world);
  }

  private void isHeld() {
    assertThat(world.applies()).isFalse();
    assertThat(open().channels()).singleElement().matches(BackupSession.Held::ran);
  }

  private void isLetGo() {
    assertThat(world.applies()).isTrue();
    assertThat(world.sessions().open()).isEmpty();
  }

  private void isEitherWay(OperationState state, boolean wanted) {
    if ((state == SUCCEEDED) == wanted) {
      isHeld();
    } else {
      isLetGo();
    }
  }

  static Stream<Arguments> beginningForward() {
    return Moment.inEach(BEGINNING, Moment.FORWARD);
  }

  static Stream<Arguments> beginningBack() {
    return Moment.inEach(BEGINNING, Moment.BACK);
  }

  static Stream<Arguments> endingForward() {
    return Moment.inEach(ENDING, Moment.FORWARD);
  }

  @Test
  void stopsTheApplierAndStartsItAgain() {
    ending().endsAs(SUCCEEDED).leaves(this::isLetGo);
    assertThat(world.statements()).containsExactly("STOP APPLIER", "START APPLIER");
  }

  @Test
  void anApplierThatWasStoppedIsStoppedAfterTheEnd() {
    HeldWorld stopped = new HeldWorld(false);
    assertThatOperation(begin()).on(stopped).endsAs(SUCCEEDED);
    BackupSession session = stopped.sessions().findOpen(HeldWorld.REPLICA).orElseThrow();
    assertThatOperation(EndRequest.asked(session).toGoal()).on(stopped).endsAs(SUCCEEDED);
    assertThat(stopped.statements()).isEmpty();
    assertThat(stopped.sessions().open()).isEmpty();
  }

  /** The session had stopped it before: only the server's count shows it. */
  @Test
  void whatSomebodyStopsInTheSessionStaysStopped() {
    OperationScenario ending = ending();
    world.stoppedBySomebody();

    OperationScenario.Ending ended = ending.endsAs(SUCCEEDED);

    assertThat(world.applies()).isFalse();
    assertThat(world.sessions().open()).isEmpty();
    assertThat(ended.operation().plan().notes())
        .singleElement()
        .satisfies(note ->
            assertThat(note.toString())
                .contains("Somebody else has asked db7:3306 to stop replication")
                .contains("its applier stays stopped"));
    assertThat(world.statements()).containsExactly("STOP APPLIER");
  }

  @ParameterizedTest
  @MethodSource("beginningForward")
  void whatSomebodyStopsWhileTheSessionBeginsStaysStopped(String step, Moment moment) {
    beginning().experiencing(SOMEBODY_ACTS).at(moment, step(step)).endsAs(SUCCEEDED);
    staysStopped();
  }

  @Test
  void whatSomebodyStopsJustBeforeTheSessionStopsItStaysStopped() {
    world.stoppedBySomebodyBeforeItIsStopped();
    beginning().endsAs(SUCCEEDED);
    staysStopped();
  }

  /** The last step is never done. */
  static Stream<Arguments> beforeItIsPutBack() {
    return beginningForward()
        .filter(
            each -> !List.of(each.get()).equals(List.of(BEGINNING.getLast(), Moment.AFTER_DONE)));
  }

  @ParameterizedTest
  @MethodSource("beforeItIsPutBack")
  void whatSomebodyStopsWhileABeginIsPutBackStaysStopped(String step, Moment moment) {
    beginning()
        .experiencing(SOMEBODY_ACTS)
        .at(moment, step(step))
        .and(VERIFICATION_FAILS)
        .at(Moment.AFTER_JOURNAL, step(BEGINNING.getLast()))
        .endsAs(UNDONE);
    assertThat(world.applies()).isFalse();
    assertThat(world.sessions().open()).isEmpty();
  }

  private void staysStopped() {
    assertThatOperation(EndRequest.asked(open()).toGoal()).on(world).endsAs(SUCCEEDED);
    assertThat(world.applies()).isFalse();
    assertThat(world.sessions().open()).isEmpty();
  }

  @Test
  void whatSomebodyStopsJustBeforeItIsStartedStaysStopped() {
    OperationScenario ending = ending();
    world.stoppedBySomebodyBeforeItIsStarted();

    OperationScenario.Ending ended = ending.endsAs(SUCCEEDED);

    assertThat(world.applies()).isFalse();
    assertThat(world.sessions().open()).isEmpty();
    assertThat(ended.events())
        .anyMatch(event -> event.message().contains("stays stopped: somebody else has asked"));
  }

  /** An end that was undone has asked for a stop itself. */
  @Test
  void aStopOfOursIsNotSomebodyElses() {
    ending()
        .experiencing(VERIFICATION_FAILS)
        .at(Moment.AFTER_JOURNAL, step("end the backup session"))
        .endsAs(UNDONE);
    assertThat(world.applies()).isFalse();

    assertThatOperation(EndRequest.asked(open()).toGoal()).on(world).endsAs(SUCCEEDED);

    isLetGo();
  }

  /** It counts from nothing, and what it shows then is not more than it was. */
  @Test
  void aRestartOfTheServerIsNobodysStop() {
    OperationScenario ending = ending();
    world.restartServer(HeldWorld.REPLICA);

    ending.endsAs(SUCCEEDED);

    isLetGo();
  }

  @Test
  void whatIsNotKnownIsAGapAndTheApplierRunsAgain() {
    world.blindOnceStopped();
    beginning()
        .endsAs(UNDONE)
        .because(ended ->
            assertThat(ended.trouble().orElseThrow().sentence())
                .contains("the workers' progress is unknown: not read"))
        .leaves(this::isLetGo);
  }

  @Test
  void aStopThatIsAnsweredTooLateIsAskedForAgainBeforeTheStart() {
    world.stoppingTooLate();
    beginning().endsAs(UNDONE).leaves(this::isLetGo);
    assertThat(world.statements()).containsExactly("STOP APPLIER", "STOP APPLIER", "START APPLIER");
  }

  @ParameterizedTest
  @MethodSource("beginningForward")
  void aKilledControllerGoesOnBeginning(String step, Moment moment) {
    beginning()
        .experiencing(CONTROLLER_KILLED)
        .at(moment, step(step))
        .afterRestart()
        .endsAs(SUCCEEDED)
        .leaves(this::isHeld);
    assertThat(world.sessions().latest(HeldWorld.REPLICA, 9)).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("beginningBack")
  void aKilledControllerGoesOnUndoing(String step, Moment moment) {
    beginning()
        .experiencing(VERIFICATION_FAILS)
        .at(Moment.AFTER_JOURNAL, step(BEGINNING.getLast()))
        .and(CONTROLLER_KILLED)
        .at(moment, step(step))
        .afterRestart()
        .endsAs(UNDONE)
        .leaves(this::isLetGo);
  }

  @ParameterizedTest
  @MethodSource("endingForward")
  void aKilledControllerGoesOnEnding(String step, Moment moment) {
    ending()
        .experiencing(CONTROLLER_KILLED)
        .at(moment, step(step))
        .afterRestart()
        .endsAs(SUCCEEDED)
        .leaves(this::isLetGo);
  }

  @ParameterizedTest
  @MethodSource("beginningForward")
  void aDisplacedOneGoesOnBeginning(String step, Moment moment) {
    beginning()
        .experiencing(DISPLACED)
        .at(moment, step(step))
        .endsAs(SUCCEEDED)
        .leaves(this::isHeld);
    assertThat(world.sessions().latest(HeldWorld.REPLICA, 9)).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("beginningBack")
  void aDisplacedOneGoesOnUndoing(String step, Moment moment) {
    beginning()
        .experiencing(VERIFICATION_FAILS)
        .at(Moment.AFTER_JOURNAL, step(BEGINNING.getLast()))
        .and(DISPLACED)
        .at(moment, step(step))
        .endsAs(UNDONE)
        .leaves(this::isLetGo);
  }

  @ParameterizedTest
  @MethodSource("endingForward")
  void aDisplacedOneGoesOnEnding(String step, Moment moment) {
    ending().experiencing(DISPLACED).at(moment, step(step)).endsAs(SUCCEEDED).leaves(this::isLetGo);
  }

  @Test
  void endsTheSameWhenCutOffBeforeOrAfterEachStatement() {
    for (int statement = 1; statement <= 2; statement++) {
      for (boolean after : List.of(false, true)) {
        BackupFaultsTest fresh = new BackupFaultsTest();
        fresh.world.brokenOffAt(statement, after);
        fresh.ending().endsAs(SUCCEEDED).leaves(fresh::isLetGo);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("beginningForward")
  void bearsALostConnectionAndAServerThatComesBack(String step, Moment moment) {
    beginning().experiencing(CONNECTION_LOST).at(moment, step(step)).endsAs(SUCCEEDED);
    isHeld();
    BackupFaultsTest fresh = new BackupFaultsTest();
    fresh
        .beginning()
        .experiencing(SERVER_DOWN_THEN_BACK)
        .at(moment, step(step))
        .endsAs(SUCCEEDED)
        .leaves(fresh::isHeld);
  }

  @ParameterizedTest
  @MethodSource("beginningForward")
  void aRestartedServerIsHeldOrLetGo(String step, Moment moment) {
    OperationState state =
        beginning()
            .experiencing(SERVER_RESTARTED)
            .at(moment, step(step))
            .endsAs(SUCCEEDED, UNDONE, FAILED)
            .operation()
            .state();
    isEitherWay(state, true);
  }

  @ParameterizedTest
  @MethodSource("beginningForward")
  void isLetGoWhenAStepFailsOrSomebodyCancels(String step, Moment moment) {
    beginning().experiencing(STEP_FAILS).at(moment, step(step)).endsAs(UNDONE, FAILED);
    isLetGo();
    BackupFaultsTest fresh = new BackupFaultsTest();
    OperationState state =
        fresh
            .beginning()
            .experiencing(CANCELLED)
            .at(moment, step(step))
            .endsAs(UNDONE, FAILED, SUCCEEDED)
            .operation()
            .state();
    fresh.isEitherWay(state, true);
  }

  @ParameterizedTest
  @MethodSource("endingForward")
  void anEndThatFailsLeavesTheSessionOpenForTheLease(String step, Moment moment) {
    OperationState state =
        ending()
            .experiencing(STEP_FAILS)
            .at(moment, step(step))
            .endsAs(UNDONE, FAILED)
            .operation()
            .state();
    isEitherWay(state, false);
  }
}
