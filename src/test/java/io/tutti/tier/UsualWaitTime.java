package io.tutti.tier;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * How long a test waits for real servers that does not say it: ten seconds, as the library has it,
 * are not enough on a machine that has ten times as much to do as it can. What is fast costs
 * nothing, and what must be fast is asserted by the test that says so.
 */
public final class UsualWaitTime implements LauncherSessionListener {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultTimeout(PATIENCE);
  }
}
