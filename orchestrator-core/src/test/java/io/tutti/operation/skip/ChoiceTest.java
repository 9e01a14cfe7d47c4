package io.tutti.operation.skip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.model.Channel;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChoiceTest {
  private static final String G7 = "3e11fa47-71ca-11e1-9e33-c80aa9429562:7";
  private static final String G9 = "3e11fa47-71ca-11e1-9e33-c80aa9429562:9";

  private final List<Worker> workers = new ArrayList<>();
  private ThreadState applier = ThreadState.STOPPED;
  private Optional<LastError> ofApplier = Optional.empty();

  private static LastError error(int number, String message) {
    return new LastError(number, message, Optional.empty());
  }

  private static LastError error(LastError.Cause cause, String message) {
    return new LastError(1, message, Optional.empty(), cause);
  }

  private ChoiceTest worker(int error, String message, String applying) {
    return worker(error == 0 ? Optional.empty() : Optional.of(error(error, message)), applying);
  }

  private ChoiceTest worker(Optional<LastError> error, String applying) {
    workers.add(
        new Worker(
            workers.size() + 1,
            ThreadState.STOPPED,
            Observed.absent("-"),
            Observed.absent("-"),
            applying.isEmpty() ? Observed.absent("-") : Observed.known(applying),
            error,
            Observed.absent("-")));
    return this;
  }

  private Wanted wanted() {
    Channel channel =
        Channels.from("db1:3306")
            .applier(applier)
            .error(ofApplier)
            .workers(Observed.known(workers))
            .build();
    return new Choice(States.of("db2:3306").channel(channel).build(), channel)
        .wanted(Optional.empty());
  }

  private void isRefusedAs(ErrorCode code) {
    assertThatThrownBy(this::wanted)
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(code);
              assertThat(refused.observed()).endsWith("Nothing was changed.");
            });
  }

  @Test
  void takesWhatTheFailingWorkerWorksOn() {
    ofApplier = Optional.of(error(1062, "Coordinator stopped"));
    worker(0, "", G7).worker(1062, "Duplicate entry", G9);
    assertThat(wanted()).hasToString("the transaction that the error is about");
    assertThat(((Wanted.Failed) wanted()).places())
        .singleElement()
        .extracting(place -> place.gtid().orElseThrow().toString())
        .isEqualTo(G9);
  }

  /** They only stopped because of the first, or were killed. */
  @ParameterizedTest
  @EnumSource(
      value = LastError.Cause.class,
      names = {"EARLIER", "KILL"})
  void passesOverWorkersThatFailedForAnother(LastError.Cause cause) {
    ofApplier = Optional.of(error(cause, "transaction '" + G9 + "'"));
    worker(Optional.of(error(cause, "stopped")), G9).worker(1032, "Can't find record", G7);
    assertThat(((Wanted.Failed) wanted()).places())
        .singleElement()
        .extracting(place -> place.gtid().orElseThrow().toString())
        .isEqualTo(G7);
  }

  @Test
  void takesThePlaceInTheAppliersErrorWhereWorkersReportNone() {
    ofApplier =
        Optional.of(error(1062, "transaction '' at master log binlog.000001, end_log_pos 2188"));
    worker(0, "", "").worker(0, "", "");
    assertThat(((Wanted.Failed) wanted()).places())
        .containsExactly(new ErrorPlace(Optional.empty(), Optional.of("binlog.000001"), 2188));
  }

  @Test
  void takesTheNextWhereItAppliesInOrder() {
    ofApplier = Optional.of(error(1050, "Error 'Table 't' already exists' on query."));
    assertThat(wanted()).isInstanceOf(Wanted.Next.class);
  }

  @Test
  void refusesWithoutAnError() {
    isRefusedAs(ErrorCode.NOTHING_TO_SKIP);
  }

  @Test
  void refusesWhileItApplies() {
    applier = ThreadState.RUNNING;
    ofApplier = Optional.of(error(1062, "of an earlier run"));
    isRefusedAs(ErrorCode.NOTHING_TO_SKIP);
  }

  /** The relay log is broken, or a thread was killed: no transaction is at fault. */
  @ParameterizedTest
  @EnumSource(
      value = LastError.Cause.class,
      names = {"RELAY_LOG", "REFUSAL", "KILL"})
  void refusesWhatIsAboutNoTransaction(LastError.Cause cause) {
    ofApplier = Optional.of(error(cause, "transaction '" + G7 + "'"));
    isRefusedAs(ErrorCode.NOTHING_TO_SKIP);
  }
}
