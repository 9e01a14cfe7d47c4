package io.tutti.spi.knob;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnobKindTest {
  private static final KnobKind BYTES =
      KnobKind.number(
          1024,
          BigInteger.TWO.pow(64).subtract(BigInteger.valueOf(1024)),
          1024,
          KnobKind.Unit.BYTES);
  private static final KnobKind PERIOD =
      KnobKind.number(1, BigInteger.valueOf(4294967295L), 1, KnobKind.Unit.MILLISECONDS);

  @ParameterizedTest
  @CsvSource({"16M, 16777216", "128K, 131072", "1g, 1073741824", "2048, 2048", "1024 b, 1024"})
  void readsSizes(String text, String bytes) {
    assertThat(BYTES.normalise(text)).hasValue(bytes);
  }

  @ParameterizedTest
  @CsvSource({"300, 300", "300ms, 300", "2 s, 2000"})
  void readsDurations(String text, String millis) {
    assertThat(PERIOD.normalise(text)).hasValue(millis);
  }

  @ParameterizedTest
  @CsvSource({"1023", "1025", "-1", "18446744073709551616", "16 apples", "1.5", "''", "16s"})
  void refusesWhatIsOutOfRangeOrOffTheStep(String text) {
    assertThat(BYTES.normalise(text)).isEmpty();
  }

  @Test
  void readsSwitchesAsPeopleWriteThem() {
    assertThat(KnobKind.onOff().normalise(" on ")).hasValue("ON");
    assertThat(KnobKind.onOff().normalise("0")).hasValue("OFF");
    assertThat(KnobKind.onOff().normalise("2")).isEmpty();
  }

  @Test
  void spellsChoicesAsTheServerDoes() {
    KnobKind kind = KnobKind.choice("DATABASE", "LOGICAL_CLOCK");

    assertThat(kind.normalise("logical_clock")).hasValue("LOGICAL_CLOCK");
    assertThat(kind.normalise("1")).isEmpty();
    assertThat(kind.range()).isEqualTo("one of DATABASE, LOGICAL_CLOCK");
  }

  @Test
  void saysItsRangeInWords() {
    assertThat(KnobKind.number(0, 1024).range()).isEqualTo("a whole number from 0 to 1024");
    assertThat(BYTES.range()).endsWith(" bytes, a multiple of 1024");
  }
}
