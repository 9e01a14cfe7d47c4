package io.tutti.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstanceAddressTest {
  private static final String LABEL = "a".repeat(63);

  /** 253 characters in four parts. */
  private static final String LONGEST = LABEL + "." + LABEL + "." + LABEL + "." + "a".repeat(61);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "db7:3306",
        "10.0.0.7:3306",
        "[2001:db8::7]:3306",
        "[fe80::1%eth0]:3306",
        "db_7.eu-west.example.org:3306"
      })
  void printsWhatItParses(String text) {
    assertThat(InstanceAddress.parse(text)).hasToString(text);
  }

  @Test
  void takesTheLongestNameThereCanBeAndNoLongerOne() {
    assertThat(new InstanceAddress(LONGEST, 3306).host()).hasSize(253);
    assertThat(InstanceAddress.find(LONGEST + "a", 3306)).isEmpty();
    assertThat(InstanceAddress.find(LABEL + "a.example.org", 3306)).isEmpty();
    assertThat(InstanceAddress.find("x.".repeat(213), 3306)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "a b", "a/b", "a@b", "a\u001b[2J", "a\nb", "a\u0000b", "bücher", "a;b"})
  void refusesWhatIsNoName(String host) {
    assertThat(InstanceAddress.find(host, 3306)).isEmpty();
  }

  @Test
  void itsRefusalNeitherRepeatsALongTextNorControlSigns() {
    assertThat(refusalOf(() -> new InstanceAddress("a".repeat(1_000_000), 1)))
        .contains("it has 1000000 characters, and 253 are possible")
        .hasSizeLessThan(200);
    assertThat(refusalOf(() -> InstanceAddress.parse("a\u001b[2J:" + "9".repeat(1_000_000))))
        .doesNotContain("\u001b")
        .hasSizeLessThan(300);
  }

  private static String refusalOf(ThrowingCallable parsing) {
    return String.valueOf(catchThrowable(parsing).getMessage());
  }
}
