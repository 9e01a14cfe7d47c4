package io.tutti.plugins.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.Rows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CounterSafetyTest {
  private static final ServerVersion AFFECTED = ServerVersion.parse("10.2.11-MariaDB");
  private static final Observed<Rows> NO_CONNECTION = Observed.known(Rows.NONE);

  @ParameterizedTest
  @CsvSource({
    "10.0.38, true",
    "10.1.8, true",
    "10.2.44, true",
    "10.3.39, true",
    "10.4.2, true",
    "10.4.3, false",
    "10.5.1, false",
    "10.11.5, false",
    "11.4.5, false"
  })
  void takesTheReleasesBeforeTheFixedOneForAffected(String release, boolean affected) {
    assertThat(CounterSafety.isAffected(ServerVersion.parse(release))).isEqualTo(affected);
  }

  @ParameterizedTest
  @CsvSource({
    "8, conservative, false",
    "8, minimal, false",
    "8, none, false",
    "8, optimistic, true",
    "8, aggressive, true",
    "0, optimistic, false",
    "0, aggressive, false"
  })
  void refusesOnlyWhileWorkersApplyOptimistically(long workers, String mode, boolean refused) {
    assertThat(
            CounterSafety.refusal(
                AFFECTED, Observed.known(workers), Observed.known(mode), NO_CONNECTION))
        .matches(refusal -> refusal.isPresent() == refused);
  }

  @Test
  void refusesWhenOnlyANamedConnectionAppliesOptimistically() {
    Rows rows =
        Rows.of(
            List.of(
                Map.of("Connection_name", "", "Parallel_Mode", "conservative"),
                Map.of("Connection_name", "b", "Parallel_Mode", "aggressive")));

    assertThat(
            CounterSafety.refusal(
                AFFECTED, Observed.known(4L), Observed.known("conservative"), Observed.known(rows)))
        .hasValueSatisfying(why -> assertThat(why).contains("aggressive", "MDEV-15135", "10.4.3"));
  }

  @Test
  void refusesWhenTheModeIsNotKnown() {
    assertThat(
            CounterSafety.refusal(
                AFFECTED,
                Observed.known(4L),
                Observed.known("conservative"),
                Observed.unknown("hangs")))
        .isPresent();
    assertThat(
            CounterSafety.refusal(
                AFFECTED, Observed.known(4L), Observed.unknown("hangs"), NO_CONNECTION))
        .isPresent();
  }

  @Test
  void readsThemOnReleasesWithoutModes() {
    assertThat(
            CounterSafety.refusal(
                ServerVersion.parse("10.0.38-MariaDB"),
                Observed.known(4L),
                Observed.absent("modes came with MariaDB 10.1.3"),
                NO_CONNECTION))
        .isEmpty();
  }
}
