package io.tutti.api;

import java.time.Duration;
import java.util.List;

/**
 * A hook that is configured.
 *
 * @param kind of its plugin: command, webhook
 * @param events when it is called
 * @param deadline after which it is ended
 * @param policy ADVISORY or MAY_ABORT
 * @param calls what is called, without secrets
 */
public record HookView(
    String name, String kind, List<String> events, Duration deadline, Policy policy, String calls) {

  /** What becomes of an operation whose hook fails. */
  public enum Policy {
    ADVISORY,
    MAY_ABORT
  }
}
