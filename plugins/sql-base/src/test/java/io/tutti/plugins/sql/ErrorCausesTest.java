package io.tutti.plugins.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.LastError;
import io.tutti.model.LastError.Cause;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorCausesTest {
  private static LastError error(int number) {
    return new LastError(number, "of the test", Optional.empty(), ErrorCauses.of(number));
  }

  @ParameterizedTest
  @CsvSource({
    "1053, KILL",
    "1317, KILL",
    "1927, KILL",
    "3169, KILL",
    "1205, LOCK",
    "1213, LOCK",
    "1756, WORKER",
    "3030, EARLIER",
    "1594, RELAY_LOG",
    "13121, RELAY_LOG",
    "1872, REFUSAL",
    "13124, REFUSAL",
    "1062, TRANSACTION",
    "1032, TRANSACTION"
  })
  void readsANumber(int number, Cause cause) {
    assertThat(ErrorCauses.of(number)).isEqualTo(cause);
  }

  @ParameterizedTest
  @ValueSource(ints = {1317, 1927, 3169, 1053, 1205, 1213, 1756})
  void whatWasInterruptedMayBeStartedAgain(int number) {
    assertThat(error(number).isInterruption()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        1053, 1201, 1317, 1593, 1594, 1595, 1872, 1927, 3030, 3169, 13_117, 13_121, 13_122, 13_124
      })
  void saysNothingAgainstATransaction(int number) {
    assertThat(error(number).isOfNoTransaction()).isTrue();
  }

  @Test
  void aRowThatIsThereAlreadyIsATransactionThatFails() {
    assertThat(error(1062).isInterruption()).isFalse();
    assertThat(error(1062).isOfNoTransaction()).isFalse();
    assertThat(error(1062).isRefusal()).isFalse();
  }
}
