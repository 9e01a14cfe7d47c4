package io.tutti.acceptance;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Soak;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** As {@link CleanRestartsTest}, often enough to meet what happens once in a hundred times. */
@Soak
class ManyCleanRestartsTest {
  private static final int RESTARTS = Integer.getInteger("tutti.test.restarts", 50);

  @ParameterizedTest
  @EnumSource
  void noneIsTakenForACrash(ServerRelease release) {
    CleanRestartsTest.assertNoneIsTakenForACrash(release, RESTARTS);
  }
}
