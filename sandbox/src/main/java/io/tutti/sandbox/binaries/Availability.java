package io.tutti.sandbox.binaries;

/** Whether a release can be run on this machine. */
public sealed interface Availability {

  /** It can; its binaries are in the cache. */
  record Available(InstalledServer server) implements Availability {}

  /**
   * It cannot.
   *
   * @param reason a whole sentence, fit to be shown as the reason for an aborted test
   */
  record Unavailable(String reason) implements Availability {}
}
