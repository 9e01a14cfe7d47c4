package io.tutti.api;

import java.util.List;

/**
 * Whether Tutti can do its work with a server.
 *
 * @param address where it is watched
 */
public record CheckupView(String address, List<CheckView> checks) {

  /**
   * One thing that was looked at.
   *
   * @param name in a word
   * @param remedies none where all is well
   */
  public record CheckView(
      String name, Verdict verdict, String observed, List<RemedyView> remedies) {}

  /** What came of it, the best first. */
  public enum Verdict {
    OK,
    /** It works, but something cannot be done, or not be trusted. */
    WARN,
    /** It does not work. */
    FAIL
  }
}
