package io.tutti.spi.hook;

/** How a call of a hook ended. */
public sealed interface HookOutcome {
  /** What it printed or answered, cut where it is long. */
  String output();

  record Succeeded(String output) implements HookOutcome {}

  /**
   * @param why one sentence
   */
  record Failed(String why, String output) implements HookOutcome {}
}
