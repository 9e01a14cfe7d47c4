package io.tutti.operation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StepFailureTest {
  private static final String SECRET = "s3cr\\et";

  /** It may quote any value, and whoever may look at an operation sees what this says. */
  @Test
  void ofWhatNobodyExpectedOnlyTheClassAndAnIdAreShown() {
    StepFailure failure = StepFailure.of(new IllegalArgumentException("cannot quote " + SECRET));

    assertThat(failure)
        .isInstanceOf(StepFailure.Fatal.class)
        .hasMessageMatching(
            "Unexpected: IllegalArgumentException, defect [0-9a-f]{8}: the controller's log has more of it\\.");
    assertThat(failure.why().toString()).doesNotContain(SECRET);
  }

  @Test
  void neitherIsMoreShownOfWhatAnOperationContinuesWithout() {
    assertThat(Tries.said(new IllegalStateException(SECRET)))
        .startsWith("Unexpected: IllegalStateException, defect ")
        .doesNotContain(SECRET);
    assertThat(Tries.said(StepFailure.passing("It waits."))).isEqualTo("It waits.");
  }
}
